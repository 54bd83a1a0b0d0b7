"""What both games tell an observer alike: the vocabulary of fields, and the table in numbers.

A field is a name, a shape, and the largest value it can take; the smallest is always 0. Seats are
counted from the observer on, clockwise, so that every player sees itself first.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import Any, TypeAlias

from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.compiled import compiled
from azulejos.engine.state import CENTRE, NOBODY, State
from azulejos.engine.tiles import count_of

#: A buffer of a caller: one row of numbers, of whatever type the caller likes.
Row: TypeAlias = Any

#: More points than any game brings, and more rounds than any position counts.
MOST_POINTS = 1_000
MOST_ROUNDS = 30_000
#: What most games stay below: normalised points and rounds are parts of these.
MANY_POINTS = 100
MANY_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of an observation that belong together."""

    name: str
    shape: tuple[int, ...]
    high: int = 1
    scale: int = 0  # what the normalised variant divides by, if not by the largest value

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return prod(self.shape)

    @property
    def divisor(self) -> int:
        """What the normalised variant divides by."""
        return self.scale or self.high


def table_fields(players: int, phases: int, colours: int, tiles: int) -> tuple[Field, ...]:
    """The fields that `write_table` fills, in its order."""
    return (
        Field("phase", (phases,)),
        Field("grey", (1,)),
        Field("round", (1,), MOST_ROUNDS, MANY_ROUNDS),
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
    """Write what lies on the table into a row of zeros. Returns where the next field begins."""
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
    """A 1 at the place of a seat, counted from the observer; nothing if it is nobody's."""
    if whose != NOBODY:
        place = whose - seat
        out[at + (place if place >= 0 else place + players)] = 1
    return at + players


@compiled
def write_pile(pile: int, colours: int, out: Row, at: int) -> int:
    """How many tiles of each colour lie in a pile."""
    if pile != 0:
        for colour in range(colours):
            out[at + colour] = count_of(pile, colour)
    return at + colours


@compiled
def seat_from(seat: int, place: int, players: int) -> int:
    """The seat at a place, counted clockwise from an observer."""
    other = seat + place
    return other if other < players else other - players
