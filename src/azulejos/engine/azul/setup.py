"""Positions of Azul as plain data: any arrangement that can be written down, possible or not.

A `Setup` is for people and for files. `validation` says whether the rules allow it; `to_states`
makes the record of one that is possible, and `from_states` goes back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    END_REASONS,
    NO_COLOUR,
    PHASES,
    ROWS,
    STALEMATE_ROUNDS,
    STATE,
    TILES_PER_COLOUR,
    Colour,
)
from azulejos.engine.azul.rules import ALL_PAIRS
from azulejos.engine.colours import Tiles
from azulejos.engine.parameters import Place
from azulejos.engine.setup import EMPTY_SPACE, AnySetup
from azulejos.engine.state import States
from azulejos.engine.tiles import colours_in


@dataclass
class Seat:
    """What lies before one player, as letters: `yy` on a line, `b..k.` for a row of the wall."""

    score: int = 0
    lines: list[str] = field(default_factory=lambda: [""] * ROWS)
    wall: list[str] = field(default_factory=lambda: [EMPTY_SPACE * COLUMNS] * ROWS)
    floor: str = ""  # without the marker

    def tiles_on_wall(self) -> Iterator[tuple[int, int, Colour]]:
        """Row, column and colour of every tile on the wall."""
        for row, letters in enumerate(self.wall):
            for column, letter in enumerate(letters):
                if letter != EMPTY_SPACE:
                    yield row, column, Colour.of(letter)

    def filled(self) -> int:
        """The filled spaces of the wall, as bits."""
        return sum(1 << (row * COLUMNS + column) for row, column, _ in self.tiles_on_wall())

    def spaces_of(self, colour: Colour) -> int:
        """The spaces of the wall that hold a colour, as bits."""
        tiles = self.tiles_on_wall()
        return sum(1 << (row * COLUMNS + column) for row, column, held in tiles if held is colour)

    def full_lines(self) -> list[int]:
        """The rows whose pattern lines are full."""
        return [row for row, line in enumerate(self.lines) if len(line) > row]


@dataclass
class Setup(AnySetup):
    """Any arrangement of Azul."""

    colours: ClassVar = Colour
    tiles_per_colour: ClassVar = TILES_PER_COLOUR
    phases: ClassVar = PHASES
    layout: ClassVar = STATE
    plain_numbers: ClassVar = ("tiles_placed", "idle_rounds", "stalemate_rounds")
    plain_seats: ClassVar = ()

    seats: list[Seat]
    lid: str = ""
    tiles_placed: int = 0
    idle_rounds: int = 0
    stalemate_rounds: int = STALEMATE_ROUNDS
    end_reason: str = "none"

    def other_piles(self) -> Iterator[tuple[Place, str]]:
        """The lid, the floors and the lines."""
        yield Place("lid"), self.lid
        for player, seat in enumerate(self.seats, start=1):
            yield Place("floor", player=player), seat.floor
            for number, line in enumerate(seat.lines, start=1):
                yield Place("line", number, player), line

    def tiles_on_boards(self) -> str:
        """The tiles on the walls."""
        return "".join("".join(seat.wall) for seat in self.seats).replace(EMPTY_SPACE, "")


# To and from the record


def to_states(setup: Setup) -> States:
    """The record of a setup without problems."""
    states = setup.new_record()
    state = states[0]
    state["end_reason"] = END_REASONS.index(setup.end_reason)
    state["discards"] = setup.pile(setup.lid)
    for source, pile in enumerate(state["sources"]):
        state["offer"] |= colours_in(pile) << (source * COLOURS)
    for player, seat in enumerate(setup.seats):
        _write_seat(states, player, seat, setup.pile(seat.floor))
    return states


def _write_seat(states: States, player: int, seat: Seat, floor: int) -> None:
    state = states[0]
    state["floors"][player] = floor
    state["filled"][player] = seat.filled()
    state["wanted"][player] = ALL_PAIRS
    state["open_lines"][player] = ALL_PAIRS
    for colour in Colour:
        state["walls"][player][colour] = seat.spaces_of(colour)
    for row, line in enumerate(seat.lines):
        state["line_counts"][player][row] = len(line)
        state["line_colours"][player][row] = Colour.of(line[0]) if line else NO_COLOUR
        if len(line) == row + 1:
            state["full_lines"][player] |= 1 << row
        for colour in Colour:
            pair = ~(1 << (colour * DESTINATIONS + row + 1))
            if colour.letter in seat.wall[row]:
                state["wanted"][player] &= pair
                state["open_lines"][player] &= pair
            if len(line) == row + 1 or (line and line[0] != colour.letter):
                state["open_lines"][player] &= pair


def from_states(states: States) -> Setup:
    """The setup of a record."""
    state = states[0]
    return Setup(
        seats=[_read_seat(states, player) for player in range(state["players"])],
        lid=str(Tiles(Colour, state["discards"])),
        end_reason=END_REASONS[state["end_reason"]],
        **Setup.common_fields(states),
    )


def _read_seat(states: States, player: int) -> Seat:
    state = states[0]
    wall = [[EMPTY_SPACE] * COLUMNS for _ in range(ROWS)]
    for colour in Colour:
        for space in range(ROWS * COLUMNS):
            if state["walls"][player][colour] >> space & 1:
                wall[space // COLUMNS][space % COLUMNS] = colour.letter
    counts, colours = state["line_counts"][player], state["line_colours"][player]
    return Seat(
        score=int(state["scores"][player]),
        lines=[Colour.letters()[colours[row]] * int(counts[row]) for row in range(ROWS)],
        wall=["".join(row) for row in wall],
        floor=str(Tiles(Colour, state["floors"][player])),
    )
