"""The lock-step walk of Azul: its fields, rare situations, and players of random games."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from azulejos.engine import AZUL
from azulejos.engine.azul.events import (
    BagFilled,
    Dealt,
    Dropped,
    Event,
    FloorCharged,
    LineDropped,
    Tiled,
)
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.events import RoundStarted
from azulejos.engine.state import States
from tests.engine.lockstep import Coverage, RandomGames, Snapshot, Walk
from tests.oracles.azul import (
    COLOURS,
    FACTORIES,
    FLOOR_PENALTIES,
    SIZE,
    Board,
    Model,
)

PENALTIES = [0, *accumulate(FLOOR_PENALTIES)]  # by occupied spaces of the floor line


# The engine's record, read without the engine's help

LINE_OF_RECORD = {(0, -1): ""} | {
    (count, number): letter * count
    for number, letter in enumerate(COLOURS)
    for count in range(1, SIZE + 1)
}
END_REASONS = (None, "row", "empty", "stalemate")


@lru_cache(maxsize=1 << 16)
def wall_of_record(*spaces_by_colour: int) -> list[str]:
    """The rows of a wall, from the sets of spaces of each colour; no space may hold two."""
    wall = []
    for row in range(SIZE):
        spaces = ""
        for column in range(SIZE):
            bit = 1 << (row * SIZE + column)
            held = [COLOURS[n] for n, spaces in enumerate(spaces_by_colour) if spaces & bit]
            assert len(held) <= 1, f"{held} share row {row + 1}, column {column + 1}"
            spaces += held[0] if held else "."
        wall.append(spaces)
    return wall


# The fields of the record that follow from the others


@lru_cache(maxsize=1 << 16)
def derived_of_board(lines: tuple[str, ...], wall: tuple[str, ...]) -> dict[str, int]:
    """Derived fields of a board: sets of (colour, destination), of full rows and of spaces."""
    wanted = open_lines = full_lines = filled = 0
    for number, letter in enumerate(COLOURS):
        wanted |= 1 << (number * 6)
        open_lines |= 1 << (number * 6)
        for row in range(SIZE):
            pair = 1 << (number * 6 + row + 1)
            if letter not in wall[row]:
                wanted |= pair
                if len(lines[row]) <= row and set(lines[row]) <= {letter}:
                    open_lines |= pair
    for row in range(SIZE):
        full_lines |= int(len(lines[row]) == row + 1) << row
        for column in range(SIZE):
            filled |= int(wall[row][column] != ".") << (row * SIZE + column)
    return {
        "open_lines": open_lines,
        "wanted": wanted,
        "full_lines": full_lines,
        "filled": filled,
    }


@lru_cache(maxsize=1 << 16)
def colours_in(pile_letters: str) -> int:
    """The colours of a pile, as bits."""
    return sum(1 << n for n, letter in enumerate(COLOURS) if letter in pile_letters)


# One game


def tiles_on_walls(model: Model) -> int:
    """The number of tiles on all walls."""
    return sum(tile is not None for board in model.boards for row in board.wall for tile in row)


class AzulWalk(Walk[Model, Setup]):
    """One game of Azul in engine and model."""

    rules = AZUL
    model_type = Model
    colours = COLOURS
    factories = FACTORIES
    phases = ("deal", "over", "draft", "tile")
    seat_fields = (
        "floors",
        "open_lines",
        "wanted",
        "filled",
        "scores",
        "full_lines",
        "walls",
        "line_counts",
        "line_colours",
    )

    def __init__(self, states: States, model: Model, coverage: Coverage | None = None) -> None:
        #: The number of tiles on the walls when the tiling of this round started.
        self._tiles_before_tiling = tiles_on_walls(model) - int(states["tiles_placed"][0])
        super().__init__(states, model, coverage)

    @classmethod
    def complete_model(cls, model: Model, setup: Setup) -> None:
        """Copy the lid, the boards and the counts of rounds from a setup to the model."""
        model.lid = list(setup.lid)
        model.boards = [
            Board(
                score=seat.score,
                lines=[list(line) for line in seat.lines],
                wall=[[None if space == "." else space for space in row] for row in seat.wall],
                floor=list(seat.floor),
            )
            for seat in setup.seats
        ]
        model.idle_rounds = setup.idle_rounds
        model.end_reason = None if setup.end_reason == "none" else setup.end_reason
        model._placed_this_round = setup.tiles_placed > 0

    def play_on_model(self, move: str) -> None:
        """Make a move in the model, and remember the walls as drafting left them."""
        if self.model.phase == "draft":
            self._tiles_before_tiling = tiles_on_walls(self.model)
        super().play_on_model(move)

    # Snapshots

    def own_fields_of_record(self, record: Snapshot) -> Snapshot:
        """The lid, the rounds without a tile placed, and why the game has ended."""
        return {
            "lid": self.letters(record["discards"]),
            "idle_rounds": record["idle_rounds"],
            "end_reason": END_REASONS[record["end_reason"]],
        }

    def board_of_record(self, record: Snapshot, seat: int) -> Snapshot:
        """Score, pattern lines, wall and floor line."""
        lines = zip(record["line_counts"][seat], record["line_colours"][seat], strict=True)
        return {
            "score": record["scores"][seat],
            "lines": [LINE_OF_RECORD[line] for line in lines],
            "wall": wall_of_record(*record["walls"][seat]),
            "floor": self.letters(record["floors"][seat]),
        }

    def own_fields_of_setup(self, setup: Setup) -> Snapshot:
        """The lid, the rounds without a tile placed, and why the game has ended."""
        return {
            "lid": setup.lid,
            "idle_rounds": setup.idle_rounds,
            "end_reason": None if setup.end_reason == "none" else setup.end_reason,
        }

    def board_of_setup(self, seat: Seat) -> Snapshot:
        """Score, pattern lines, wall and floor line."""
        return {"score": seat.score, "lines": seat.lines, "wall": seat.wall, "floor": seat.floor}

    # Checks

    def check_own_fields(self, record: Snapshot, snapshot: Snapshot) -> None:
        """The derived fields must follow from the others."""
        for seat, board in enumerate(snapshot["boards"]):
            expected = derived_of_board(tuple(board["lines"]), tuple(board["wall"]))
            for name, value in expected.items():
                got = record[name][seat]
                assert got == value, f"{name} of seat {seat}: {got:#b}, expected {value:#b}"
        piles = [snapshot["centre"], *snapshot["factories"]]
        assert record["offer"] == sum(colours_in(p) << 5 * n for n, p in enumerate(piles)), "offer"
        tiling = self.model.phase == "tile"
        placed = tiles_on_walls(self.model) - self._tiles_before_tiling if tiling else 0
        assert record["tiles_placed"] == placed, f"expected {placed} tiles placed"

    # Rare situations

    def observe(self, events: Sequence[Event]) -> None:
        """Count rare situations."""
        counts = self.coverage.counts
        for number, event in enumerate(events):
            match event:
                case BagFilled():
                    amid = isinstance(events[number - 1], Dealt)
                    counts["lid poured amid a deal" if amid else "lid poured before a deal"] += 1
                case RoundStarted(missing=missing) if missing:
                    counts["short deal"] += 1
                    counts["factory partly filled"] += missing % 4 != 0
                    counts["factory empty"] += missing >= 4
                case Dropped(to_lid=to_lid) if to_lid:
                    after_fall = isinstance(events[number - 1], LineDropped)
                    counts["fallen line overflowed" if after_fall else "draft overflowed"] += 1
                case LineDropped():
                    counts["line fell"] += 1
                case Tiled(points=10):
                    counts["ten points for a tile"] += 1
                case FloorCharged(spaces=spaces, points=points):
                    counts["score held at 0"] += points < PENALTIES[spaces]
        self._observe_state()

    def _observe_state(self) -> None:
        counts, model = self.coverage.counts, self.model
        if model.phase == "tile":
            counts["one column left"] += len(self.moves) == 1
        if model.marker is not None and len(model.boards[model.marker].floor) == 7:
            counts["marker without a floor space"] += 1
        if model.phase == "over":
            winners, scores = model.winners(), model.scores()
            counts[f"ended by {model.end_reason}"] += 1
            counts["victory shared"] += len(winners) > 1
            counts["tie broken by rows"] += scores.count(max(scores)) > len(winners)
        elif model.phase == "deal" and not any(model.factories):
            counts["marker not taken"] += model.marker is None
            counts["idle beyond five rounds"] += model.idle_rounds > 5


# Players

#: A number for a draft, the higher the better.
Preference: TypeAlias = Callable[[Model, str, random.Random], float]


@dataclass(frozen=True)
class Policy:
    """A player that makes the draft with the highest preference, and tiles at random."""

    name: str
    preference: Preference

    def choose(self, model: Model, moves: list[str], rng: random.Random) -> str:
        """One of the legal moves."""
        preference = uniform if model.phase == "tile" else self.preference
        return max(moves, key=lambda move: preference(model, move, rng))


def uniform(_model: Model, _move: str, rng: random.Random) -> float:
    """All moves are equally likely."""
    return rng.random()


def drafted(model: Model, move: str) -> tuple[int, int]:
    """The number of tiles that a draft takes, and how many of them fit on the chosen line."""
    source, colour, destination = int(move[0]), move[1], int(move[2])
    count = (model.factories[source - 1] if source else model.centre).count(colour)
    if destination == 0:
        return count, 0
    assert model.to_play is not None
    room = destination - len(model.boards[model.to_play].lines[destination - 1])
    return count, min(count, room)


def completes_line(model: Model, move: str) -> bool:
    """Whether a draft fills its pattern line."""
    assert model.to_play is not None
    row = int(move[2]) - 1
    line = model.boards[model.to_play].lines[row]
    return row >= 0 and len(line) + drafted(model, move)[1] == row + 1


def completes_row(model: Model, move: str) -> bool:
    """Whether a draft fills the pattern line of a wall row that lacks one tile only."""
    assert model.to_play is not None
    wall_row = model.boards[model.to_play].wall[int(move[2]) - 1]
    return completes_line(model, move) and wall_row.count(None) == 1


def tidy(model: Model, move: str, rng: random.Random) -> float:
    """Drop few tiles and complete lines: good enough play to end games by a row."""
    count, fitting = drafted(model, move)
    return -3 * (count - fitting) + 2 * completes_line(model, move) + rng.random()


def lasting(model: Model, move: str, rng: random.Random) -> float:
    """As tidy, but no row is completed if that can be avoided: long games, full walls."""
    return tidy(model, move, rng) - 20 * completes_row(model, move)


def hoarding(model: Model, move: str, rng: random.Random) -> float:
    """Many tiles on lines that never get full."""
    count, fitting = drafted(model, move)
    return -count + 2 * fitting - 5 * completes_line(model, move) + rng.random()


def dumping(_model: Model, move: str, rng: random.Random) -> float:
    """Nearly everything to the floor."""
    return (move[-1] == "0") + 1.05 * rng.random()


def only_dumping(_model: Model, move: str, rng: random.Random) -> float:
    """Everything to the floor."""
    return (move[-1] == "0") + rng.random()


UNIFORM = Policy("uniform", uniform)
POLICIES = [
    UNIFORM,
    Policy("tidy", tidy),
    Policy("lasting", lasting),
    Policy("hoarding", hoarding),
    Policy("dumping", dumping),
    Policy("only dumping", only_dumping),
]


# Random games


def draw(model: Model, rng: random.Random, alike: float) -> str:
    """A tile of the bag; with a given probability one of the last colour, if there is any."""
    dealt = [tile for factory in model.factories for tile in factory]
    if dealt and dealt[-1] in model.bag and rng.random() < alike:
        return dealt[-1]
    return rng.choice(model.bag)


RANDOM_GAMES = RandomGames(
    walk=AzulWalk,
    players=POLICIES,
    mixed=0.2,
    draw=draw,
    alike=[0, 0, 0, 0.5, 1],
    options=[{"stalemate_rounds": rounds} for rounds in (5, 5, 5, 1, 2, 0)],
    thorough_steps=250,
    max_rounds=11,  # without the stalemate rule some games never end
)
