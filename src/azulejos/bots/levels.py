"""Playing levels: one search, with smaller limits and a softmax over moves for the weaker ones.

Weaker levels evaluate moves as the stronger ones do, but search less, and sample from a softmax of
the expected victory shares: the smaller the loss, the likelier the mistake.
"""

from __future__ import annotations

import math
from typing import ClassVar, TypeVar

from azulejos.bots.base import Bot, Choice, Limits, ScoredMove
from azulejos.engine import AnyPosition
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.engine.rng import next_bits
from azulejos.search.searcher import Searcher, SearchResult

#: Random numbers have 63 bits.
RANDOM_RANGE = 1 << 63
MAX_THREADS = 256

N = TypeVar("N", int, float)


class Level(Bot):
    """A searching bot with the limits of its level."""

    #: Upper limits of the level, whatever time it is given.
    max_limits: ClassVar[Limits] = Limits()
    #: Softmax temperature, in victory shares; 0 always plays the best move.
    temperature: ClassVar[float] = 0.0

    def __init__(self, seed: int | None = None, threads: int = 1) -> None:
        """Several threads search more in the same time, but are not deterministic."""
        if not 1 <= threads <= MAX_THREADS:
            expected = Range(1, MAX_THREADS)
            raise BadOption("out-of-range", option="threads", expected=expected, got=threads)
        super().__init__(seed)
        self.searcher = Searcher(self.stream, threads)

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        samples = self.temperature > 0
        result = self.searcher.search(position, self._allowed(limits), multi_pv=samples)
        index = self._sample(result) if samples else 0
        moves = position.rules.moves
        line = result.principal_variation if index == 0 else (result.actions[index],)
        return Choice(
            move=moves[result.actions[index]],
            value=result.leads[index],
            principal_variation=tuple(moves[action] for action in line),
            victory_share=result.victory_shares[index],
            scored_moves=tuple(
                ScoredMove(moves[action], lead, share)
                for action, lead, share in zip(
                    result.actions, result.leads, result.victory_shares, strict=True
                )
            ),
            nodes=result.nodes,
        )

    def _allowed(self, limits: Limits) -> Limits:
        """The given limits, reduced to those of the level."""
        return Limits(
            _smaller(limits.seconds, self.max_limits.seconds if limits.nodes is None else None),
            _smaller(limits.nodes, self.max_limits.nodes),
            _smaller(limits.depth, self.max_limits.depth),
        )

    def _sample(self, result: SearchResult) -> int:
        """The index of a move, sampled from the softmax of the victory shares."""
        best = max(result.victory_shares)
        weights = [math.exp((share - best) / self.temperature) for share in result.victory_shares]
        left = next_bits(self.stream) / RANDOM_RANGE * sum(weights)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return 0


def _smaller(one: N | None, other: N | None) -> N | None:
    """The smaller of two limits; None is no limit."""
    if one is None or other is None:
        return other if one is None else one
    return min(one, other)


class Beginner(Level):
    """One ply, high temperature."""

    name = "beginner"
    max_limits = Limits(depth=1, nodes=300)
    temperature = 0.3


class Casual(Level):
    """One ply, some temperature: often plays the second best move."""

    name = "casual"
    max_limits = Limits(depth=1, nodes=300)
    temperature = 0.05


class Strong(Level):
    """A small search, low temperature."""

    name = "strong"
    max_limits = Limits(nodes=200)
    temperature = 0.02


class Expert(Level):
    """A search of up to 2,000 nodes, best move only."""

    name = "expert"
    max_limits = Limits(seconds=0.9, nodes=2_000)


class Master(Level):
    """Searches without limits of its own; for one second if none are given."""

    name = "master"

    def _allowed(self, limits: Limits) -> Limits:
        return limits if limits != Limits() else Limits(seconds=1.0)


LEVELS: tuple[type[Level], ...] = (Beginner, Casual, Strong, Expert, Master)
