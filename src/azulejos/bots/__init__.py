"""Players: the levels that people choose from, and plain ones to measure them by."""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.bots.greedy import GreedyBot
from azulejos.bots.levels import LEVELS
from azulejos.bots.montecarlo import MonteCarloBot
from azulejos.bots.random import RandomBot
from azulejos.bots.roundpoints import RoundPointsBot
from azulejos.engine.errors import UnknownName

__all__ = ["ALL_BOTS", "BOTS", "Bot", "Choice", "Judged", "Limits", "bot"]

#: The bots that people choose from, by name, from the weakest to the strongest.
BOTS: dict[str, type[Bot]] = {kind.name: kind for kind in (RandomBot, GreedyBot)}
#: All bots: besides, those without learned knowledge that strength is measured by, and the levels.
ALL_BOTS: dict[str, type[Bot]] = {
    **BOTS,
    MonteCarloBot.name: MonteCarloBot,
    RoundPointsBot.name: RoundPointsBot,
    **{level.name: level for level in LEVELS},
}


def bot(name: str, seed: int | None = None) -> Bot:
    """The bot of that name. With a seed it plays the same moves every time."""
    if name not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=name)
    return ALL_BOTS[name](seed)
