"""Bot interface: choose a move in a position, within search limits.

Bots get positions, never games: seeds and the order of undrawn tiles are out of their reach.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from azulejos.engine import AnyMove, AnyPosition
from azulejos.engine.errors import GameOver, IllegalMove
from azulejos.engine.rng import new_stream
from azulejos.search.limits import Limits

__all__ = ["Bot", "Choice", "Limits", "ScoredMove"]


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """A move with its evaluation, from the point of view of the player to move."""

    move: AnyMove
    value: float  # expected lead over the best opponent at the end, in points
    victory_share: float  # expected share of the victory, from 0 to 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's move and its search results, from the point of view of the player to move."""

    move: AnyMove
    value: float | None = None  # in points; the bot's own scale
    principal_variation: tuple[AnyMove, ...] = ()
    victory_share: float | None = None  # expected share of the victory, from 0 to 1
    scored_moves: tuple[ScoredMove, ...] = ()  # all evaluated moves, best first
    nodes: int = 0


class Bot(ABC):
    """A player of every game, with its own random stream."""

    name: ClassVar[str]

    def __init__(self, seed: int | None = None) -> None:
        self.stream = new_stream(secrets.randbits(64) if seed is None else seed)

    def choose(
        self,
        position: AnyPosition,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Choice:
        """Choose a move within the given limits."""
        if position.is_over:
            raise GameOver("game-over")
        if position.to_play is None:
            raise IllegalMove("deal-first")
        return self._choose(position, Limits(seconds, nodes, depth))

    @abstractmethod
    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        """Choose a move; the position has a player to move."""
