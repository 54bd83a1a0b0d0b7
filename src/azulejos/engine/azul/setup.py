"""Positions of Azul as plain data: any arrangement that can be written down, possible or not.

A `Setup` is for people and for files. `validation` says whether the rules allow it; `to_states`
makes the record of one that is possible, and `from_states` goes back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

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
from azulejos.engine.table import (
    BOARDS,
    FACTORIES,
    MAX_PLAYERS,
    NOBODY,
    States,
    new_states,
)
from azulejos.engine.tiles import count_of, pile_of, total

LETTERS = "".join(colour.letter for colour in Colour)
EMPTY_SPACE = "."


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
                    yield row, column, colour_of(letter)

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
class Setup:
    """Any arrangement of the game, as letters and numbers. Seats count from 0.

    Left out, the factories are empty and the bag holds all tiles that lie nowhere else.
    """

    seats: list[Seat]
    board: str = "coloured"
    phase: str = "draft"
    round: int = 1
    to_play: int | None = 0
    start_player: int = 0
    marker: int | None = None  # who holds it; None: the centre
    factories: list[str] | None = None
    centre: str = ""
    bag: str | None = None
    lid: str = ""
    tiles_placed: int = 0
    idle_rounds: int = 0
    stalemate_rounds: int = STALEMATE_ROUNDS
    end_reason: str = "none"

    def all_factories(self) -> list[str]:
        """The factories, empty ones where none were given."""
        if self.factories is not None:
            return self.factories
        return [""] * int(FACTORIES[min(len(self.seats), MAX_PLAYERS)])

    def tiles_in_play(self) -> str:
        """All tiles outside the bag."""
        boards = "".join("".join([*seat.lines, *seat.wall, seat.floor]) for seat in self.seats)
        outside = "".join(self.all_factories()) + self.centre + self.lid + boards
        return outside.replace(EMPTY_SPACE, "")

    def full_bag(self) -> str:
        """The bag; if none was given, all tiles that lie nowhere else."""
        if self.bag is not None:
            return self.bag
        outside = Counter(self.tiles_in_play())
        return "".join(letter * max(0, TILES_PER_COLOUR - outside[letter]) for letter in LETTERS)

    def turn_order(self) -> list[int]:
        """The seats, from the start player on."""
        seats = range(len(self.seats))
        return [*seats[self.start_player :], *seats[: self.start_player]]


# To and from the record


def to_states(setup: Setup) -> States:
    """The record of a setup without problems."""
    states = new_states(STATE)
    state = states[0]
    state["players"] = len(setup.seats)
    state["board"] = BOARDS.index(setup.board)
    state["phase"] = PHASES.index(setup.phase)
    state["end_reason"] = END_REASONS.index(setup.end_reason)
    state["to_play"] = NOBODY if setup.to_play is None else setup.to_play
    state["marker"] = NOBODY if setup.marker is None else setup.marker
    for name in ("round", "start_player", "tiles_placed", "idle_rounds", "stalemate_rounds"):
        state[name] = getattr(setup, name)
    state["bag"] = pile_of_letters(setup.full_bag())
    state["discards"] = pile_of_letters(setup.lid)
    for source, text in enumerate([setup.centre, *setup.all_factories()]):
        pile = pile_of_letters(text)
        state["sources"][source] = pile
        state["tiles_left"] += total(pile)
        for colour in Colour:
            if count_of(pile, colour):
                state["offer"] |= 1 << (source * COLOURS + colour)
    for player, seat in enumerate(setup.seats):
        _write_seat(states, player, seat)
    return states


def _write_seat(states: States, player: int, seat: Seat) -> None:
    state = states[0]
    state["scores"][player] = seat.score
    state["floors"][player] = pile_of_letters(seat.floor)
    state["filled"][player] = seat.filled()
    state["wanted"][player] = ALL_PAIRS
    state["open_lines"][player] = ALL_PAIRS
    for colour in Colour:
        state["walls"][player][colour] = seat.spaces_of(colour)
    for row, line in enumerate(seat.lines):
        state["line_counts"][player][row] = len(line)
        state["line_colours"][player][row] = colour_of(line[0]) if line else NO_COLOUR
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
    players = int(state["players"])
    sources = [letters_of(pile) for pile in state["sources"][: 1 + int(FACTORIES[players])]]
    return Setup(
        seats=[_read_seat(states, player) for player in range(players)],
        board=BOARDS[state["board"]],
        phase=PHASES[int(state["phase"])],
        round=int(state["round"]),
        to_play=None if state["to_play"] == NOBODY else int(state["to_play"]),
        start_player=int(state["start_player"]),
        marker=None if state["marker"] == NOBODY else int(state["marker"]),
        factories=sources[1:],
        centre=sources[0],
        bag=letters_of(state["bag"]),
        lid=letters_of(state["discards"]),
        tiles_placed=int(state["tiles_placed"]),
        idle_rounds=int(state["idle_rounds"]),
        stalemate_rounds=int(state["stalemate_rounds"]),
        end_reason=END_REASONS[int(state["end_reason"])],
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
        lines=[LETTERS[colours[row]] * int(counts[row]) for row in range(ROWS)],
        wall=["".join(row) for row in wall],
        floor=letters_of(state["floors"][player]),
    )


def colour_of(letter: str) -> Colour:
    """The colour that a letter stands for."""
    return Colour(LETTERS.index(letter))


def pile_of_letters(text: str) -> int:
    """The pile that letters spell."""
    return sum(pile_of(colour_of(letter), 1) for letter in text)


def letters_of(pile: int) -> str:
    """The letters that spell a pile."""
    return str(Tiles(Colour, pile))
