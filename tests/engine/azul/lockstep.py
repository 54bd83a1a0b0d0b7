"""The engine and the naive model walk through the same games, and every step is compared.

A `Walk` holds one game three times: in the engine with a log of events, in the engine without one,
and in the model. After every move and every single dealt tile all of them must agree in every field
of the record, in the legal moves and in the result. `play_games` walks through many random games
and says which rare things it has met; who plays them, and how tiles are drawn, is chosen so that
rare things do happen.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import numpy as np

from azulejos.engine import AZUL, playout, unchecked
from azulejos.engine.azul.events import (
    BagFilled,
    Dealt,
    Dropped,
    FloorCharged,
    LineDropped,
    Tiled,
)
from azulejos.engine.azul.layout import STATE
from azulejos.engine.azul.moves import MOVES
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Setup, from_states, to_states
from azulejos.engine.azul.validation import problems
from azulejos.engine.events import RoundStarted, new_log
from azulejos.engine.rng import new_stream
from azulejos.engine.state import States
from tests.oracles.azul import (
    COLOURS,
    FACTORIES,
    FLOOR_PENALTIES,
    SIZE,
    Board,
    Model,
)

Snapshot: TypeAlias = dict[str, Any]

#: The texts of all moves, by action index, and back.
TEXTS = [str(move) for move in MOVES]
ACTION_OF_TEXT = {text: action for action, text in enumerate(TEXTS)}
PENALTIES = [0, *accumulate(FLOOR_PENALTIES)]  # by occupied spaces of the floor line
#: A random game is left unfinished after so many rounds: without the stalemate rule some never end.
MAX_ROUNDS = 11


@dataclass(frozen=True)
class Configuration:
    """How many play, and on which side of the boards."""

    players: int
    board: str

    def __str__(self) -> str:
        return f"{self.players} players, {self.board}"


CONFIGURATIONS = [
    Configuration(players, board) for board in ("coloured", "grey") for players in (2, 3, 4)
]


@dataclass
class Sightings:
    """What many games have shown: rare things by name, and a digest of all positions."""

    seen: Counter[str] = field(default_factory=Counter)
    positions: Any = field(default_factory=hashlib.sha256)

    def missing(self, expected: Iterable[str]) -> set[str]:
        """The expected things that never happened."""
        return set(expected) - set(+self.seen)

    def digest(self) -> str:
        """One text for all positions of all games, in their order."""
        return str(self.positions.hexdigest())


# The engine's record, read without the engine's help

FIELDS: tuple[str, ...] = STATE.names or ()
LINE_OF_RECORD = {(0, -1): ""} | {
    (count, number): letter * count
    for number, letter in enumerate(COLOURS)
    for count in range(1, SIZE + 1)
}
BOARDS = ("coloured", "grey")
PHASES = ("deal", "over", "draft", "tile")
END_REASONS = (None, "row", "empty", "stalemate")


@lru_cache(maxsize=1 << 16)
def letters(pile: int) -> str:
    """The letters of a pile, in the order of the colours."""
    return "".join(letter * (pile >> 10 * n & 1023) for n, letter in enumerate(COLOURS))


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


def numbers(states: States) -> Snapshot:
    """The fields of the record as plain numbers and lists."""
    values = states.tolist()[0]
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in zip(FIELDS, values, strict=True)
    }


def seat_or_none(seat: int) -> int | None:
    return None if seat == -1 else seat


def snapshot_of_record(record: Snapshot) -> Snapshot:
    """The record in the form of the model's snapshot."""
    players = record["players"]
    return {
        "players": players,
        "board": BOARDS[record["board"]],
        "phase": PHASES[record["phase"]],
        "round": record["round_number"],
        "to_play": seat_or_none(record["to_play"]),
        "start_player": record["start_player"],
        "marker": seat_or_none(record["marker"]),
        "bag": letters(record["bag"]),
        "lid": letters(record["discards"]),
        "factories": [letters(pile) for pile in record["sources"][1 : 1 + FACTORIES[players]]],
        "centre": letters(record["sources"][0]),
        "boards": [
            {
                "score": record["scores"][seat],
                "lines": [
                    LINE_OF_RECORD[line]
                    for line in zip(
                        record["line_counts"][seat], record["line_colours"][seat], strict=True
                    )
                ],
                "wall": wall_of_record(*record["walls"][seat]),
                "floor": letters(record["floors"][seat]),
            }
            for seat in range(players)
        ],
        "idle_rounds": record["idle_rounds"],
        "end_reason": END_REASONS[record["end_reason"]],
    }


def snapshot_of_setup(setup: Setup) -> Snapshot:
    """The engine's own setup in the form of the model's snapshot."""
    return {
        "players": len(setup.seats),
        "board": setup.board,
        "phase": setup.phase,
        "round": setup.round,
        "to_play": setup.to_play,
        "start_player": setup.start_player,
        "marker": setup.marker,
        "bag": setup.full_bag(),
        "lid": setup.lid,
        "factories": setup.all_factories(),
        "centre": setup.centre,
        "boards": [
            {"score": seat.score, "lines": seat.lines, "wall": seat.wall, "floor": seat.floor}
            for seat in setup.seats
        ],
        "idle_rounds": setup.idle_rounds,
        "end_reason": None if setup.end_reason == "none" else setup.end_reason,
    }


# The fields of the record that follow from the others


@lru_cache(maxsize=1 << 16)
def derived_of_board(lines: tuple[str, ...], wall: tuple[str, ...]) -> dict[str, int]:
    """What the record keeps ready about a board: sets of (colour, destination), rows, spaces."""
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


def check_derived_fields(record: Snapshot, snapshot: Snapshot) -> None:
    """The fields kept for speed must say what the others say; unused places stay zero."""
    players, piles = snapshot["players"], [snapshot["centre"], *snapshot["factories"]]
    for seat, board in enumerate(snapshot["boards"]):
        expected = derived_of_board(tuple(board["lines"]), tuple(board["wall"]))
        for name, value in expected.items():
            got = record[name][seat]
            assert got == value, f"{name} of seat {seat}: {got:#b}, expected {value:#b}"
    assert record["tiles_left"] == sum(map(len, piles)), "tiles_left"
    assert record["offer"] == sum(colours_in(p) << 5 * n for n, p in enumerate(piles)), "offer"
    assert not any(record["sources"][len(piles) :]), "tiles on factories that are not there"
    for name in ("floors", "open_lines", "wanted", "filled", "scores", "full_lines"):
        assert not any(record[name][players:]), f"{name} of a seat that is not there"
    for name in ("walls", "line_counts", "line_colours"):
        assert not any(map(any, record[name][players:])), f"{name} of a seat that is not there"


# One game


def model_of_setup(setup: Setup, drawn: int = 0) -> Model:
    """The model in the position of a setup."""
    model = Model(len(setup.seats), setup.board, setup.start_player, setup.stalemate_rounds)
    model.phase, model.round, model.to_play = setup.phase, setup.round, setup.to_play
    model.marker = setup.marker
    model.bag, model.lid, model.centre = list(setup.full_bag()), list(setup.lid), list(setup.centre)
    model.factories = [list(factory) for factory in setup.all_factories()]
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
    model.drawn = drawn
    model._placed_this_round = setup.tiles_placed > 0
    return model


def tiles_on_walls(model: Model) -> int:
    return sum(tile is not None for board in model.boards for row in board.wall for tile in row)


class Walk:
    """One game in engine and model; every step is compared as soon as it is made."""

    def __init__(self, states: States, model: Model, sightings: Sightings | None = None) -> None:
        self.model = model
        self.sightings = sightings or Sightings()
        self.steps: list[str] = []
        #: The legal moves, on which engine and model agree.
        self.moves: set[str] = set()
        self.states = states.copy()
        self._unlogged = states.copy()
        self._actions = np.zeros(len(TEXTS), np.int16)
        self._tiles_on_walls = tiles_on_walls(model) - int(states["tiles_placed"][0])
        self.compare()

    @classmethod
    def new(
        cls,
        configuration: Configuration,
        first_player: int = 0,
        stalemate_rounds: int = 5,
        sightings: Sightings | None = None,
    ) -> Walk:
        """A new game."""
        players, board = configuration.players, configuration.board
        states = AZUL.new(players, board, first_player, stalemate_rounds=stalemate_rounds)
        model = Model(players, board, first_player, stalemate_rounds)
        return cls(states, model, sightings)

    @classmethod
    def from_setup(cls, setup: Setup, sightings: Sightings | None = None) -> Walk:
        """A game that starts from a position made by hand."""
        return cls(AzulPosition.from_setup(setup).states, model_of_setup(setup), sightings)

    # Steps

    def deal(self, letter: str) -> None:
        """Deal one tile from the bag."""
        if self.steps and self.steps[-1].startswith("deal"):
            self.steps[-1] += letter
        else:
            self.steps.append(f"deal {letter}")
        log, colour = new_log(), COLOURS.index(letter)
        unchecked.deal_tile(self.states, colour, log)
        unchecked.deal_tile(self._unlogged, colour, None)
        self.model.deal(letter)
        self.compare()
        self._note(AZUL.read_events(log))

    def play(self, move: str) -> None:
        """Make a move."""
        self.steps.append(move)
        if self.model.phase == "draft":
            self._tiles_on_walls = tiles_on_walls(self.model)
        log, action = new_log(), ACTION_OF_TEXT[move]
        scores = self.model.scores()
        unchecked.apply(self.states, action, log)
        unchecked.apply(self._unlogged, action, None)
        self.model.play(move)
        self.compare()
        events = AZUL.read_events(log)
        for event in events:
            for player, _, points in AZUL.points_of(event):
                scores[player] += points
        assert scores == self.model.scores(), f"the events add up to {scores}"
        self._note(events)

    # Comparing

    def compare(self) -> None:
        """Engine and model must agree in everything."""
        record_bytes = self.states.tobytes()
        assert record_bytes == self._unlogged.tobytes(), "the engine differs with and without log"
        self.sightings.positions.update(record_bytes)
        record = numbers(self.states)
        engine, model = snapshot_of_record(record), self.model.snapshot()
        assert engine == model, difference(engine, model)
        check_derived_fields(record, engine)
        tiling = self.model.phase == "tile"
        placed = tiles_on_walls(self.model) - self._tiles_on_walls if tiling else 0
        assert record["tiles_placed"] == placed, f"expected {placed} tiles placed"
        assert record["stalemate_rounds"] == self.model.stalemate_rounds
        self._compare_moves()
        if self.model.phase == "over":
            winners = sum(1 << seat for seat in self.model.winners())
            assert unchecked.winners(self.states) == winners, f"expected winners {winners:#b}"

    def _compare_moves(self) -> None:
        actions = self._actions[: unchecked.legal_actions(self.states, self._actions)].tolist()
        self.moves = self.model.legal_moves()
        moves = {TEXTS[action] for action in actions}
        assert moves == self.moves, difference({"moves": moves}, {"moves": self.moves})
        assert all(a < b for a, b in pairwise(actions)), "order of actions"

    def compare_thoroughly(self) -> None:
        """The comparisons that are too slow for every step."""
        setup = from_states(self.states)
        engine, model = snapshot_of_setup(setup), self.model.snapshot()
        assert engine == model, difference(engine, model)
        assert problems(setup) == []
        assert to_states(setup).tobytes() == self.states.tobytes(), "from_states, to_states"
        legal = {text for n, text in enumerate(TEXTS) if unchecked.is_legal(self.states, n)}
        assert legal == self.moves, "is_legal and legal_actions differ"

    # What was seen

    def _note(self, events: Sequence[object]) -> None:
        """Keep count of rare things."""
        seen = self.sightings.seen
        for number, event in enumerate(events):
            match event:
                case BagFilled():
                    amid = isinstance(events[number - 1], Dealt)
                    seen["lid poured amid a deal" if amid else "lid poured before a deal"] += 1
                case RoundStarted(missing=missing) if missing:
                    seen["short deal"] += 1
                    seen["factory partly filled"] += missing % 4 != 0
                    seen["factory empty"] += missing >= 4
                case Dropped(to_lid=to_lid) if to_lid:
                    after_fall = isinstance(events[number - 1], LineDropped)
                    seen["fallen line overflowed" if after_fall else "draft overflowed"] += 1
                case LineDropped():
                    seen["line fell"] += 1
                case Tiled(points=10):
                    seen["ten points for a tile"] += 1
                case FloorCharged(spaces=spaces, points=points):
                    seen["score held at 0"] += points < PENALTIES[spaces]
        if self.model.phase == "tile":
            seen["one column left"] += len(self.moves) == 1
        self._note_state(seen)

    def _note_state(self, seen: Counter[str]) -> None:
        model = self.model
        if model.marker is not None and len(model.boards[model.marker].floor) == 7:
            seen["marker without a floor space"] += 1
        if model.phase == "over":
            winners = model.winners()
            seen[f"ended by {model.end_reason}"] += 1
            seen["victory shared"] += len(winners) > 1
            seen["tie broken by rows"] += model.scores().count(max(model.scores())) > len(winners)
        elif model.phase == "deal" and not any(model.factories):
            seen["marker not taken"] += model.marker is None
            seen["idle beyond five rounds"] += model.idle_rounds > 5


def difference(engine: Snapshot, model: Snapshot) -> str:
    """Where two snapshots differ."""
    lines = [
        f"{name}: engine {engine[name]!r}, model {model[name]!r}"
        for name in model
        if engine[name] != model[name]
    ]
    return "; ".join(lines)


# Who plays: preferences over moves, the highest is chosen

Policy: TypeAlias = Callable[[Model, str, random.Random], float]


def uniform(_model: Model, _move: str, rng: random.Random) -> float:
    """All moves alike."""
    return rng.random()


def drafted(model: Model, move: str) -> tuple[int, int]:
    """How many tiles a draft takes, and how many of them fit on the chosen line."""
    source, colour, destination = int(move[0]), move[1], int(move[2])
    count = (model.factories[source - 1] if source else model.centre).count(colour)
    if destination == 0:
        return count, 0
    assert model.to_play is not None
    room = destination - len(model.boards[model.to_play].lines[destination - 1])
    return count, min(count, room)


def tidy(model: Model, move: str, rng: random.Random) -> float:
    """Let little fall, and rather complete a line: good enough play to end games by a row."""
    if ">" in move:
        return rng.random()
    count, fitting = drafted(model, move)
    assert model.to_play is not None
    row = int(move[2]) - 1
    completes = row >= 0 and len(model.boards[model.to_play].lines[row]) + fitting == row + 1
    return -3 * (count - fitting) + 2 * completes + rng.random()


def lasting(model: Model, move: str, rng: random.Random) -> float:
    """As tidy, but nobody completes a row if he can avoid it: long games, full walls."""
    if ">" in move:
        return rng.random()
    assert model.to_play is not None
    row = int(move[2]) - 1
    board = model.boards[model.to_play]
    last = row >= 0 and sum(tile is not None for tile in board.wall[row]) == SIZE - 1
    completes = last and len(board.lines[row]) + drafted(model, move)[1] == row + 1
    return tidy(model, move, rng) - 20 * completes


def hoarding(model: Model, move: str, rng: random.Random) -> float:
    """Many tiles on lines that never get full."""
    if ">" in move:
        return rng.random()
    count, fitting = drafted(model, move)
    assert model.to_play is not None
    row = int(move[2]) - 1
    completes = row >= 0 and len(model.boards[model.to_play].lines[row]) + fitting == row + 1
    return -count + 2 * fitting - 5 * completes + rng.random()


def dumping(_model: Model, move: str, rng: random.Random) -> float:
    """Nearly everything to the floor."""
    return (move[-1] == "0") + 1.05 * rng.random()


def only_dumping(_model: Model, move: str, rng: random.Random) -> float:
    """Everything to the floor."""
    return (move[-1] == "0") + rng.random()


POLICIES: list[Policy] = [uniform, tidy, lasting, hoarding, dumping, only_dumping]


def choose(policies: Sequence[Policy], walk: Walk, rng: random.Random) -> str:
    """The move that the policy of the player to play likes best."""
    assert walk.model.to_play is not None
    policy = policies[walk.model.to_play]
    return max(sorted(walk.moves), key=lambda move: policy(walk.model, move, rng))


# How tiles are drawn


def draw(model: Model, rng: random.Random, alike: float) -> str:
    """A tile of the bag; with some probability one of the last colour, if there is any."""
    dealt = [tile for factory in model.factories for tile in factory]
    if dealt and dealt[-1] in model.bag and rng.random() < alike:
        return dealt[-1]
    return rng.choice(model.bag)


# Many games


def play_games(
    configuration: Configuration, seeds: Iterable[int], sightings: Sightings | None = None
) -> Sightings:
    """Walk through a random game for each seed; an error tells the game that led to it."""
    sightings = sightings or Sightings()
    for seed in seeds:
        play_game(configuration, seed, sightings)
    return sightings


def play_game(configuration: Configuration, seed: int, sightings: Sightings) -> None:
    """Walk through one random game. Players, draws and options are chosen by the seed, too."""
    rng = random.Random(f"{configuration}, seed {seed}")
    policies = mixed_or_alike(configuration.players, rng)
    alike = rng.choice([0, 0, 0, 0.5, 1])
    stalemate_rounds = rng.choice([5, 5, 5, 1, 2, 0])
    first_player = rng.randrange(configuration.players)
    walk = Walk.new(configuration, first_player, stalemate_rounds, sightings)
    steps_to_look = rng.randrange(250)  # the thorough look comes then, or at the end
    try:
        while walk.model.phase != "over" and walk.model.round <= MAX_ROUNDS:
            if walk.model.phase == "deal":
                walk.deal(draw(walk.model, rng, alike))
            else:
                walk.play(choose(policies, walk, rng))
            steps_to_look -= 1
            if steps_to_look == 0:
                walk.compare_thoroughly()
        if steps_to_look > 0:
            walk.compare_thoroughly()
    except Exception as error:
        names = ", ".join(policy.__name__ for policy in policies)
        game = f"{configuration}, seed {seed} (first player {first_player}, {names}, "
        game += f"stalemate after {stalemate_rounds} rounds)"
        raise AssertionError(f"{error}\n{game}: {'; '.join(walk.steps)}") from error


def digest_of_games(games: int) -> str:
    """All positions of some games of every configuration, as one text."""
    sightings = Sightings()
    for configuration in CONFIGURATIONS:
        play_games(configuration, range(games), sightings)
    return sightings.digest()


def digest_of_playouts(games: int) -> str:
    """The ends of some random games that the engine plays by itself, as one text."""
    digest = hashlib.sha256()
    stream = new_stream(11)
    for configuration in CONFIGURATIONS:
        for game in range(games):
            first_player = game % configuration.players
            states = AZUL.new(configuration.players, configuration.board, first_player)
            moves = playout.play_out(states, stream)
            digest.update(states.tobytes() + moves.to_bytes(2))
    return digest.hexdigest()


def mixed_or_alike(players: int, rng: random.Random) -> list[Policy]:
    """Policies for all seats: all the same in most games, since only then rare things add up."""
    if rng.random() < 0.2:
        return rng.choices(POLICIES, k=players)
    return [rng.choice(POLICIES)] * players
