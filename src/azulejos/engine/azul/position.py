"""A position of Azul, as Python users see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul import projection, text
from azulejos.engine.azul.layout import END_REASONS, PHASES, Colour
from azulejos.engine.azul.moves import Move
from azulejos.engine.azul.previews import previews
from azulejos.engine.azul.setup import Seat, Setup, from_states, to_states
from azulejos.engine.azul.validation import problems
from azulejos.engine.colours import Tiles
from azulejos.engine.position import Position, SetupTools
from azulejos.engine.setup import EMPTY_SPACE
from azulejos.engine.state import MAX_PLAYERS, copy_of


@dataclass(frozen=True, slots=True)
class Line:
    """A pattern line: its size, and the tiles of one colour that it holds."""

    size: int
    colour: Colour | None
    count: int

    @property
    def is_full(self) -> bool:
        """Whether the line will be tiled at the end of the round."""
        return self.count == self.size


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """What lies before one player."""

    score: int
    lines: tuple[Line, ...]
    wall: tuple[tuple[Colour | None, ...], ...]
    floor: Tiles[Colour]
    has_marker: bool


class AzulPosition(Position[Colour, Move, Setup]):
    """A position of Azul. It never changes; equal positions are equal and hash alike."""

    __slots__ = ()

    colours = Colour

    _setups: ClassVar = SetupTools(
        problems, to_states, from_states, text.read_setup, text.write_setup
    )

    @property
    def phase(self) -> str:
        """What the position waits for: "deal", "draft", "tile" (grey wall) or nothing: "over"."""
        return PHASES[int(self._field("phase"))]

    @property
    def end_reason(self) -> str:
        """Why the game ended: "row", "empty" or "stalemate"; "none" while it goes on."""
        return END_REASONS[int(self._field("end_reason"))]

    @property
    def is_last_round(self) -> bool:
        """Whether a row of some wall is complete, or will be when its line is tiled."""
        return bool(projection.is_last_round(self._states))

    def in_sight(self, player: int) -> tuple[int, int]:
        """The points that full lines will bring, on the grey wall at best; the floor's penalty."""
        room = copy_of(self._states, room=2)
        points, penalty = projection.in_sight(room, player)
        return int(points), int(penalty)

    def penalties(self) -> list[int]:
        """What the players' floor lines cost at the end of the round."""
        room = copy_of(self._states, room=2)
        written = np.zeros(MAX_PLAYERS, np.int8)
        projection.penalties(room, written)
        penalties: list[int] = written[: self._field("players")].tolist()
        return penalties

    def previews(self) -> npt.NDArray[np.void]:
        """The legal moves and what each brings, as records of `PREVIEW`."""
        return previews(self._states)

    @property
    def idle_rounds(self) -> int:
        """Rounds in a row in which no tile went to any wall."""
        return int(self._field("idle_rounds"))

    @property
    def lid(self) -> Tiles[Colour]:
        """The discarded tiles, which refill the bag when it is empty."""
        return self._tiles(self._field("discards"))

    @property
    def players(self) -> tuple[PlayerBoard, ...]:
        """The players' boards, by seat."""
        return tuple(
            self._player_board(player, seat) for player, seat in enumerate(self.to_setup().seats)
        )

    def _player_board(self, player: int, seat: Seat) -> PlayerBoard:
        return PlayerBoard(
            score=seat.score,
            lines=tuple(
                Line(row + 1, Colour.of(line[0]) if line else None, len(line))
                for row, line in enumerate(seat.lines)
            ),
            wall=tuple(
                tuple(None if letter == EMPTY_SPACE else Colour.of(letter) for letter in row)
                for row in seat.wall
            ),
            floor=self._tiles(self._field("floors")[player]),
            has_marker=self.marker == player,
        )
