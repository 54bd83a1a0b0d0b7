"""Players: the levels that people choose from, and plain ones to measure them by."""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.bots.greedy import GreedyBot
from azulejos.bots.levels import LEVELS
from azulejos.bots.montecarlo import MonteCarloBot
from azulejos.bots.random import RandomBot
from azulejos.bots.roundpoints import RoundPointsBot
from azulejos.engine.errors import UnknownName

__all__ = ["BASELINES", "BOTS", "Bot", "Choice", "Judged", "Limits", "bot"]

#: The bots that people choose from, by name, from the weakest to the strongest.
BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot, *LEVELS)}
#: Bots without learned knowledge, which strength is measured against.
BASELINES: dict[str, type[Bot]] = {
    kind.name: kind for kind in (RandomBot, GreedyBot, MonteCarloBot, RoundPointsBot)
}


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name. With a seed it plays the same moves every time."""
    known = BASELINES | BOTS
    if name not in known:
        raise UnknownName("unknown-bot", known=", ".join(known), name=name)
    return known[name](seed)
