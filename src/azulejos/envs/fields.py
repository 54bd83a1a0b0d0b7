"""Observation fields, and the fields that all games share.

A field is a name, a shape and a largest value; the smallest is always 0. Seats are counted
clockwise from the observer, so that every player comes first in its own observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.compiled import compiled
from azulejos.engine.state import CENTRE, NOBODY, State
from azulejos.engine.tiles import count_of

#: One observation: plain or normalised.
Row: TypeAlias = npt.NDArray[np.int16 | np.float32]

#: Upper bounds of points and rounds.
MAX_POINTS = 1_000
MAX_ROUNDS = 30_000
#: Divisors of points and rounds in normalised observations.
POINTS_SCALE = 100
ROUNDS_SCALE = 10


@dataclass(frozen=True, slots=True)
class Field:
    """A named block of an observation."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    scale: int = 0  # divisor of the normalised variant, if not `high`

    @property
    def size(self) -> int:
        """The number of values."""
        return prod(self.shape)

    @property
    def divisor(self) -> int:
        """The divisor of the normalised variant."""
        return self.scale or self.high


def table_fields(players: int, phases: int, colours: int, tiles: int) -> tuple[Field, ...]:
    """The fields that `write_table` writes, in its order."""
    return (
        Field("phase", (phases,)),
        Field("grey", (1,)),
        Field("round", (1,), MAX_ROUNDS, ROUNDS_SCALE),
        Field("to_play", (players,)),
        Field("start_player", (players,)),
        Field("marker", (players,)),
        Field("centre", (colours,), tiles),
        Field("factories", (int(FACTORIES[players]), colours), TILES_PER_FACTORY),
        Field("bag", (colours,), tiles),
        Field("discards", (colours,), tiles),
    )


@compiled
def write_table(state: State, seat: int, out: Row, phases: int, colours: int) -> int:
    """Write the shared fields into a row of zeros. Returns the offset of the next field."""
    players = int(state.players)
    out[int(state.phase)] = 1
    out[phases] = int(state.board)
    out[phases + 1] = int(state.round_number)
    at = phases + 2
    at = write_seat(int(state.to_play), seat, players, out, at)
    at = write_seat(int(state.start_player), seat, players, out, at)
    at = write_seat(int(state.marker), seat, players, out, at)
    for source in range(CENTRE, 1 + FACTORIES[players]):
        at = write_pile(state.sources[source], colours, out, at)
    at = write_pile(state.bag, colours, out, at)
    return write_pile(state.discards, colours, out, at)


@compiled
def write_seat(whose: int, seat: int, players: int, out: Row, at: int) -> int:
    """Write a one-hot seat, counted from the observer; all zeros for NOBODY."""
    if whose != NOBODY:
        place = whose - seat
        out[at + (place if place >= 0 else place + players)] = 1
    return at + players


@compiled
def write_pile(pile: int, colours: int, out: Row, at: int) -> int:
    """Write the number of tiles of each colour in a pile."""
    if pile != 0:
        for colour in range(colours):
            out[at + colour] = count_of(pile, colour)
    return at + colours


@compiled
def seat_from(seat: int, place: int, players: int) -> int:
    """The seat `place` steps clockwise from an observer."""
    other = seat + place
    return other if other < players else other - players
