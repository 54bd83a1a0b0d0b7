"""Players: the levels that people choose from, and plain ones to measure them by."""

from __future__ import annotations

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.bots.baselines.greedy import GreedyBot
from azulejos.bots.baselines.mcts import MonteCarloBot
from azulejos.bots.baselines.random import RandomBot
from azulejos.bots.baselines.round_points import RoundPointsBot
from azulejos.bots.levels import LEVELS, Casual, Level
from azulejos.engine.errors import BadOption, UnknownName

__all__ = ["ALL_BOTS", "BOTS", "STRONGEST", "USUAL", "Bot", "Choice", "Judged", "Limits", "bot"]

#: The bots that people choose from, by name, from the weakest to the strongest.
BOTS: dict[str, type[Bot]] = {level.name: level for level in LEVELS}
#: Whom a newcomer meets, and who gives advice.
USUAL, STRONGEST = Casual.name, list(BOTS)[-1]
#: All bots: besides, those without learned knowledge. Old tables know some of them, strength is
#: measured by all.
ALL_BOTS: dict[str, type[Bot]] = {
    **BOTS,
    **{kind.name: kind for kind in (RandomBot, GreedyBot, MonteCarloBot, RoundPointsBot)},
}


def bot(name: str, seed: int | None = None, threads: int = 1) -> Bot:
    """The bot of that name. With a seed it plays the same moves every time.

    Levels can think in several threads: they find more in the same time, but then not always the
    same.
    """
    if name not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=name)
    kind = ALL_BOTS[name]
    if threads == 1:
        return kind(seed)
    if not issubclass(kind, Level):
        raise BadOption("out-of-range", option="threads", expected=1, got=threads)
    return kind(seed, threads)
