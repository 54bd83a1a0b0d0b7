"""What a bot is: someone who is shown a position and chooses a move.

Bots get positions, never games: there is no seed and no order of tiles for them to see.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from azulejos.engine import AnyPosition
from azulejos.engine.errors import GameOver, IllegalMove
from azulejos.engine.rng import new_stream
from azulejos.search.limits import Limits

__all__ = ["Bot", "Choice", "Judged", "Limits"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A move and what it is worth to whoever plays it."""

    move: Any
    value: float  # the expected lead over the best opponent at the end, in points
    winning: float  # the expected share of victory, from 0 to 1


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer: its move, what it expects of it, and how it expects play to go on.

    Everything is said from the point of view of the player to move.
    """

    move: Any
    value: float | None = None  # points: what the bot itself counts in
    line: tuple[Any, ...] = ()
    winning: float | None = None  # the expected share of victory, from 0 to 1
    others: tuple[Judged, ...] = ()  # all moves it judged, the best first
    nodes: int = 0  # positions it looked at


class Bot(ABC):
    """A player of every game. Its randomness comes from its own stream."""

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
        """Choose a move, within some limits if there are any."""
        if position.is_over:
            raise GameOver("game-over")
        if position.to_play is None:
            raise IllegalMove("deal-first")
        return self._choose(position, Limits(seconds, nodes, depth))

    @abstractmethod
    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        """Choose a move in a position where there is one to choose."""
