"""Players: one file a bot, and the list of those that people can choose by name."""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.bots.greedy import GreedyBot
from azulejos.bots.random import RandomBot
from azulejos.engine.errors import UnknownName

__all__ = ["BOTS", "Bot", "Choice", "Judged", "Limits", "bot"]

#: All bots by name, from the weakest to the strongest.
BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot)}


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name. With a seed it plays the same moves every time."""
    if name not in BOTS:
        raise UnknownName("unknown-bot", known=", ".join(BOTS), name=name)
    return BOTS[name](seed)
