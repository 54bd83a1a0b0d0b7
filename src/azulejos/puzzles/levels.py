"""Which levels solve a puzzle: a few tries each, limited by nodes and repeatable."""

from __future__ import annotations

from functools import cache

from azulejos.bots.base import Bot
from azulejos.bots.names import LEVEL_NAMES
from azulejos.bots.registry import bot
from azulejos.engine import AnyPosition
from azulejos.engine.rng import new_stream
from azulejos.puzzles.model import Solves

#: Tries by level. Stronger levels hardly ever choose differently.
TRIES = {"beginner": 8, "casual": 8, "strong": 8, "expert": 3, "master": 2}
#: Nodes of a move, where a level has no smaller limit of its own.
NODES = 20_000


@cache
def shared_bot(name: str) -> Bot:
    """The bot of this process: its memory is allocated once."""
    return bot(name, seed=0)


def seeded_bot(name: str, seed: int) -> Bot:
    """The bot of this process, with its random stream set back to a seed."""
    found = shared_bot(name)
    found.stream[:] = new_stream(seed)
    return found


def level_solves(decisions: list[tuple[AnyPosition, int]], seed: int) -> Solves:
    """How often each level finds all moves of a solution."""
    return tuple((_solved(name, decisions, seed), TRIES[name]) for name in LEVEL_NAMES)


def _solved(name: str, decisions: list[tuple[AnyPosition, int]], seed: int) -> int:
    player = seeded_bot(name, seed)
    return sum(
        all(player.choose(at, nodes=NODES).move.index == action for at, action in decisions)
        for _ in range(TRIES[name])
    )
