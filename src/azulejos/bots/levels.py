"""The levels that people choose from: one mind, thinking less and noticing less further down.

The weaker levels do not play at random. They judge moves as the stronger ones do, but look hardly
ahead, and take a move that seems nearly as good for the best: the smaller the difference, the
likelier the mistake.
"""

from __future__ import annotations

import math
from typing import Any, ClassVar

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.engine import AnyPosition
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.engine.rng import next_bits
from azulejos.search.searcher import Searcher, SearchResult

ONE = 1 << 63
MOST_THREADS = 256


class Level(Bot):
    """A bot that searches, within what its level allows."""

    #: What the level may use at most, whatever time it is given.
    most: ClassVar[Limits] = Limits()
    #: By how much of winning chances it errs, about.
    carelessness: ClassVar[float] = 0.0

    def __init__(self, seed: int | None = None, threads: int = 1) -> None:
        """With several threads it finds more in the same time, but not always the same."""
        if not 1 <= threads <= MOST_THREADS:
            expected = Range(1, MOST_THREADS)
            raise BadOption("out-of-range", option="threads", expected=expected, got=threads)
        super().__init__(seed)
        self.searcher = Searcher(self.stream, threads)

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        careless = self.carelessness > 0
        result = self.searcher.search(position, self._allowed(limits), multi_pv=careless)
        index = self._slip(result) if careless else 0
        moves = position.rules.moves
        line = result.principal_variation if index == 0 else (result.actions[index],)
        return Choice(
            move=moves[result.actions[index]],
            value=result.leads[index],
            line=tuple(moves[action] for action in line),
            winning=result.victory_shares[index],
            others=tuple(
                Judged(moves[action], lead, winning)
                for action, lead, winning in zip(
                    result.actions, result.leads, result.victory_shares, strict=True
                )
            ),
            nodes=result.nodes,
        )

    def _allowed(self, limits: Limits) -> Limits:
        """The given limits, cut down to those of the level."""
        return Limits(
            _least(limits.seconds, self.most.seconds if limits.nodes is None else None),
            _least(limits.nodes, self.most.nodes),
            _least(limits.depth, self.most.depth),
        )

    def _slip(self, result: SearchResult) -> int:
        """Choose like somebody who cannot quite tell good moves from the best."""
        best = max(result.victory_shares)
        weights = [
            math.exp((winning - best) / self.carelessness) for winning in result.victory_shares
        ]
        left = next_bits(self.stream) / ONE * sum(weights)
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        return 0


def _least(one: float | None, other: float | None) -> Any:
    known = [limit for limit in (one, other) if limit is not None]
    return min(known) if known else None


class Beginner(Level):
    """Sees what a move brings, more or less; a child can win."""

    name = "beginner"
    most = Limits(depth=1, nodes=300)
    carelessness = 0.3


class Casual(Level):
    """Knows what is good, and is often content with second best."""

    name = "casual"
    most = Limits(depth=1, nodes=300)
    carelessness = 0.05


class Strong(Level):
    """Looks a little ahead, and makes few mistakes."""

    name = "strong"
    most = Limits(nodes=200)
    carelessness = 0.02


class Expert(Level):
    """Thinks for a moment."""

    name = "expert"
    most = Limits(seconds=0.9, nodes=2_000)


class Master(Level):
    """Takes the time it is given; a second, if nobody says how long."""

    name = "master"

    def _allowed(self, limits: Limits) -> Limits:
        return limits if limits != Limits() else Limits(seconds=1.0)


LEVELS: tuple[type[Level], ...] = (Beginner, Casual, Strong, Expert, Master)
