"""What a bot is: someone who is shown a position and chooses a move.

Bots get positions, never games: there is no seed and no order of tiles for them to see.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from azulejos.engine.chance import new_stream
from azulejos.engine.errors import GameOver, IllegalMove
from azulejos.engine.position import AnyPosition


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer: its move, what it expects to gain, and how it expects play to go on."""

    move: Any
    value: float | None = None  # points, from the point of view of the player to move
    line: tuple[Any, ...] = ()


class Bot(ABC):
    """A player of every game. Its randomness comes from its own stream."""

    name: ClassVar[str]

    def __init__(self, seed: int | None = None) -> None:
        self.stream = new_stream(secrets.randbits(64) if seed is None else seed)

    def choose(self, position: AnyPosition, *, seconds: float | None = None) -> Choice:
        """Choose a move, within some seconds if that is asked for."""
        if position.is_over:
            raise GameOver("game-over")
        if position.to_play is None:
            raise IllegalMove("deal-first")
        return self._choose(position, seconds)

    @abstractmethod
    def _choose(self, position: AnyPosition, seconds: float | None) -> Choice:
        """Choose a move in a position where there is one to choose."""
