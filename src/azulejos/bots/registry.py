"""The bots by name. `azulejos.bots.names` lists the same names without loading any bot."""

from __future__ import annotations

from azulejos.bots.base import Bot
from azulejos.bots.baselines.alphabeta import AlphaBetaBot
from azulejos.bots.baselines.greedy import GreedyBot
from azulejos.bots.baselines.mcts import MctsBot
from azulejos.bots.baselines.random import RandomBot
from azulejos.bots.levels import LEVELS, Level
from azulejos.engine.errors import BadOption, UnknownName

#: The playing levels by name, weakest first.
BOTS: dict[str, type[Bot]] = {level.name: level for level in LEVELS}
#: Levels and baselines by name.
ALL_BOTS: dict[str, type[Bot]] = {
    **BOTS,
    **{kind.name: kind for kind in (RandomBot, GreedyBot, MctsBot, AlphaBetaBot)},
}


def bot(name: str, seed: int | None = None, threads: int = 1) -> Bot:
    """A new bot by name; deterministic with a seed and limits other than time.

    Levels can search in several `threads`, which is not deterministic.
    """
    if name not in ALL_BOTS:
        raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=name)
    kind = ALL_BOTS[name]
    if threads == 1:
        return kind(seed)
    if not issubclass(kind, Level):
        raise BadOption("out-of-range", option="threads", expected=1, got=threads)
    return kind(seed, threads)
