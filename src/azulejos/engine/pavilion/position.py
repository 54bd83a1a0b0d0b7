"""A position of Summer Pavilion, as Python users see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from azulejos.engine.colours import Tiles
from azulejos.engine.pavilion import projection, text
from azulejos.engine.pavilion.layout import PHASES, ROUNDS, Colour
from azulejos.engine.pavilion.moves import Move
from azulejos.engine.pavilion.previews import previews
from azulejos.engine.pavilion.setup import Seat, Setup, from_states, to_states
from azulejos.engine.pavilion.validation import problems
from azulejos.engine.position import Position, SetupTools
from azulejos.engine.setup import EMPTY_SPACE


@dataclass(frozen=True, slots=True)
class PlayerBoard:
    """What lies before one player."""

    score: int
    tiles: Tiles[Colour]  # beside the board; what is kept, after passing
    stars: tuple[tuple[Colour | None, ...], ...]  # the central star, then clockwise from the left
    passed: bool
    has_marker: bool


class PavilionPosition(Position[Colour, Move, Setup]):
    """A position of Summer Pavilion. It never changes; equal positions are equal and hash alike."""

    __slots__ = ()

    colours = Colour

    _setups: ClassVar = SetupTools(
        problems, to_states, from_states, text.read_setup, text.write_setup
    )

    @property
    def phase(self) -> str:
        """What the position waits for: "deal", "draft", "place", "bonus" or nothing: "over"."""
        return PHASES[int(self._field("phase"))]

    @property
    def end_reason(self) -> str:
        """Why the game ended: "rounds", all six were played; "none" while it goes on."""
        return "rounds" if self.is_over else "none"

    @property
    def is_last_round(self) -> bool:
        """Whether this is the sixth round."""
        return self.round == ROUNDS

    def open_colours(self, player: int) -> tuple[Colour, ...]:
        """The colours for which a player's board still has a space."""
        bits = projection.open_colours(self._states, player)
        return tuple(colour for colour in Colour if bits >> colour & 1)

    def previews(self) -> npt.NDArray[np.void]:
        """The legal moves and what each brings, as records of `PREVIEW`."""
        return previews(self._states)

    @property
    def wild(self) -> Colour:
        """The colour that is wild in this round."""
        return Colour(self.round - 1)

    @property
    def tower(self) -> Tiles[Colour]:
        """The discarded tiles, which refill the bag when it is empty."""
        return self._tiles(self._field("discards"))

    @property
    def supply(self) -> Tiles[Colour]:
        """The tiles that surrounded pillars, statues and windows bring."""
        return self._tiles(self._field("supply"))

    @property
    def bonus_due(self) -> int:
        """How many bonus tiles the player has to take now."""
        return int(self._field("bonus_due"))

    @property
    def players(self) -> tuple[PlayerBoard, ...]:
        """The players' boards, by seat."""
        return tuple(
            self._player_board(player, seat) for player, seat in enumerate(self.to_setup().seats)
        )

    def _player_board(self, player: int, seat: Seat) -> PlayerBoard:
        return PlayerBoard(
            score=seat.score,
            tiles=self._tiles(self._field("hands")[player]),
            stars=tuple(
                tuple(None if letter == EMPTY_SPACE else Colour.of(letter) for letter in star)
                for star in seat.stars
            ),
            passed=seat.passed,
            has_marker=self.marker == player,
        )
