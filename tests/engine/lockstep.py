"""Lock-step walks: engine and naive model play the same games and are compared after every step.

A `Walk` holds one game three times: in the engine with an event log, in the engine without one, and
in a model of `tests.oracles`. After every move and every dealt tile they must agree in all fields
of the record, in the legal moves, in the scores and in the result. A game fills in a subclass of
`Walk`, which maps its own fields, and a `RandomGames`, which makes rare situations frequent.
"""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

import numpy as np

from azulejos.engine import GameRules, playout, unchecked
from azulejos.engine.events import Log, new_log
from azulejos.engine.interface import OptionValue
from azulejos.engine.rng import new_stream
from azulejos.engine.setup import AnySetup
from azulejos.engine.state import States

Snapshot: TypeAlias = dict[str, Any]

BOARDS = ("coloured", "grey")


@dataclass(frozen=True)
class Configuration:
    """Number of players and side of the boards."""

    players: int
    board: str

    def __str__(self) -> str:
        return f"{self.players} players, {self.board}"


CONFIGURATIONS = [Configuration(players, board) for board in BOARDS for players in (2, 3, 4)]


@dataclass
class Coverage:
    """Counts of rare situations by name, and a digest of all positions."""

    counts: Counter[str] = field(default_factory=Counter)
    positions: Any = field(default_factory=hashlib.sha256)

    def missing(self, expected: Iterable[str]) -> set[str]:
        """The expected situations that never occurred."""
        return set(expected) - set(+self.counts)

    def digest(self) -> str:
        """Digest of all positions of all games, in their order."""
        return str(self.positions.hexdigest())


class Model(Protocol):
    """What the naive models of all games have in common."""

    phase: str
    round: int
    to_play: int | None
    marker: int | None
    bag: list[str]
    factories: list[list[str]]
    centre: list[str]
    drawn: int

    def __init__(self, players: int, board: str, first_player: int, **options: Any) -> None: ...

    def deal(self, colour: str) -> None: ...

    def play(self, move: str, legal: set[str] | None = None) -> None: ...

    def legal_moves(self) -> set[str]: ...

    def scores(self) -> list[int]: ...

    def winners(self) -> list[int]: ...

    def snapshot(self) -> Snapshot: ...


ModelT = TypeVar("ModelT", bound=Model)
ModelT_contra = TypeVar("ModelT_contra", bound=Model, contravariant=True)
SetupT = TypeVar("SetupT", bound=AnySetup)


# The engine's record, read without the engine's help


def fields_of(states: States) -> Snapshot:
    """The fields of the record as plain numbers and lists."""
    values = states.tolist()[0]
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in zip(states.dtype.names or (), values, strict=True)
    }


@lru_cache(maxsize=1 << 16)
def letters_of(pile: int, colours: str) -> str:
    """The letters of a pile, in the order of the colours."""
    return "".join(letter * (pile >> 10 * n & 1023) for n, letter in enumerate(colours))


def seat_or_none(seat: int) -> int | None:
    """A seat of the record, where -1 stands for none."""
    return None if seat == -1 else seat


def holds_anything(values: Iterable[Any]) -> bool:
    """Whether any number in a list, or in a list of lists, differs from zero."""
    return any(any(value) if isinstance(value, list) else value for value in values)


@lru_cache
def texts_of(rules: GameRules[Any, Any, Any]) -> dict[str, int]:
    """The action indices by the texts of the moves, in their order."""
    return {str(move): action for action, move in enumerate(rules.moves)}


def difference(engine: Snapshot, model: Snapshot) -> str:
    """The entries in which two snapshots differ."""
    return "; ".join(
        f"{name}: engine {engine.get(name)!r}, model {model.get(name)!r}"
        for name in sorted(engine.keys() | model.keys())
        if engine.get(name) != model.get(name)
    )


# One game


class Walk(ABC, Generic[ModelT, SetupT]):
    """One game in engine and model. Every step is compared as soon as it is made."""

    rules: ClassVar[GameRules[Any, Any, Any]]
    model_type: type[ModelT]
    #: The letters of the colours, in the order of the record.
    colours: ClassVar[str]
    #: The number of factories by the number of players.
    factories: ClassVar[Mapping[int, int]]
    #: The names of the phases, by their numbers in the record.
    phases: ClassVar[tuple[str, ...]]
    #: The fields of the record that have one entry for each seat.
    seat_fields: ClassVar[tuple[str, ...]]

    def __init__(self, states: States, model: ModelT, coverage: Coverage | None = None) -> None:
        self.model = model
        self.coverage = coverage or Coverage()
        self.steps: list[str] = []
        #: The legal moves, on which engine and model agree.
        self.moves: set[str] = set()
        self.states = states.copy()
        self._unlogged = states.copy()
        self._action_of_text = texts_of(self.rules)
        self._texts = list(self._action_of_text)
        self._actions = np.zeros(len(self._texts), np.int16)
        self.compare()

    @classmethod
    def new(
        cls,
        configuration: Configuration,
        first_player: int = 0,
        coverage: Coverage | None = None,
        **options: OptionValue,
    ) -> Self:
        """A new game."""
        players, board = configuration.players, configuration.board
        states = cls.rules.new(players, board, first_player, **options)
        return cls(states, cls.model_type(players, board, first_player, **options), coverage)

    @classmethod
    def from_setup(cls, setup: SetupT, coverage: Coverage | None = None) -> Self:
        """A game that starts from a given position."""
        states = cls.rules.position_kind.from_setup(setup).states
        return cls(states, cls.model_of_setup(setup), coverage)

    @classmethod
    def model_of_setup(cls, setup: SetupT, drawn: int = 0) -> ModelT:
        """The model in the position of a setup."""
        options = {name: getattr(setup, name) for name in cls.rules.default_options}
        model = cls.model_type(len(setup.seats), setup.board, setup.start_player, **options)
        model.phase, model.round, model.to_play = setup.phase, setup.round, setup.to_play
        model.marker = setup.marker
        model.bag, model.centre = list(setup.full_bag()), list(setup.centre)
        model.factories = [list(factory) for factory in setup.all_factories()]
        model.drawn = drawn
        cls.complete_model(model, setup)
        return model

    # What a game fills in

    @classmethod
    @abstractmethod
    def complete_model(cls, model: ModelT, setup: SetupT) -> None:
        """Copy the game's own fields and the boards from a setup to the model."""

    @abstractmethod
    def own_fields_of_record(self, record: Snapshot) -> Snapshot:
        """The game's own fields of the record, in the form of the model's snapshot."""

    @abstractmethod
    def board_of_record(self, record: Snapshot, seat: int) -> Snapshot:
        """One player's board in the record, in the form of the model's snapshot."""

    @abstractmethod
    def own_fields_of_setup(self, setup: SetupT) -> Snapshot:
        """The game's own fields of a setup, in the form of the model's snapshot."""

    @abstractmethod
    def board_of_setup(self, seat: Any) -> Snapshot:
        """One player's board in a setup, in the form of the model's snapshot."""

    @abstractmethod
    def check_own_fields(self, record: Snapshot, snapshot: Snapshot) -> None:
        """Compare the fields of the record that the snapshot of the model does not contain."""

    @abstractmethod
    def observe(self, events: Sequence[Any]) -> None:
        """Check the details of the events of a step, and count rare situations."""

    def play_on_model(self, move: str) -> None:
        """Make a move in the model only, which is fast if the legal moves are given."""
        self.model.play(move, self.moves)

    # Steps

    def deal(self, letter: str) -> None:
        """Deal one tile from the bag."""
        if self.steps and self.steps[-1].startswith("deal"):
            self.steps[-1] += letter
        else:
            self.steps.append(f"deal {letter}")
        log, colour, scores = new_log(), self.colours.index(letter), self.model.scores()
        unchecked.deal_tile(self.states, colour, log)
        unchecked.deal_tile(self._unlogged, colour, None)
        self.model.deal(letter)
        self._check_step(log, scores)

    def play(self, move: str) -> None:
        """Make a move."""
        self.steps.append(move)
        log, action, scores = new_log(), self._action_of_text[move], self.model.scores()
        unchecked.apply(self.states, action, log)
        unchecked.apply(self._unlogged, action, None)
        self.play_on_model(move)
        self._check_step(log, scores)

    def _check_step(self, log: Log, scores: list[int]) -> None:
        """Compare positions; the events must explain the change from the given scores."""
        self.compare()
        events = self.rules.read_events(log)
        for event in events:
            for player, _, points in self.rules.points_of(event):
                scores[player] += points
        assert scores == self.model.scores(), f"the events add up to {scores}"
        self.observe(events)

    # Comparing

    def compare(self) -> None:
        """Compare everything that is fast enough to be compared at every step."""
        record_bytes = self.states.tobytes()
        assert record_bytes == self._unlogged.tobytes(), "the engine differs with and without log"
        self.coverage.positions.update(record_bytes)
        record = fields_of(self.states)
        engine, model = self._snapshot_of_record(record), self.model.snapshot()
        assert engine == model, difference(engine, model)
        self._check_common_fields(record, engine)
        self.check_own_fields(record, engine)
        self._compare_moves()
        if self.model.phase == "over":
            winners = sum(1 << seat for seat in self.model.winners())
            assert unchecked.winners(self.states) == winners, f"expected winners {winners:#b}"

    def compare_thoroughly(self) -> None:
        """The comparisons that are too slow for every step."""
        setup = self.rules.position(self.states).to_setup()
        engine, model = self._snapshot_of_setup(setup), self.model.snapshot()
        assert engine == model, difference(engine, model)
        restored = self.rules.position_kind.from_setup(setup)  # raises if it finds any problem
        assert restored.states.tobytes() == self.states.tobytes(), "record to setup and back"
        legal = {text for n, text in enumerate(self._texts) if unchecked.is_legal(self.states, n)}
        assert legal == self.moves, "is_legal and legal_actions differ"

    def _compare_moves(self) -> None:
        actions = self._actions[: unchecked.legal_actions(self.states, self._actions)].tolist()
        self.moves = self.model.legal_moves()
        moves = {self._texts[action] for action in actions}
        assert moves == self.moves, difference({"moves": moves}, {"moves": self.moves})
        assert all(a < b for a, b in pairwise(actions)), "order of actions"

    def _check_common_fields(self, record: Snapshot, snapshot: Snapshot) -> None:
        """Rules options and number of tiles; entries of absent factories and seats stay zero."""
        for name in self.rules.default_options:
            option, expected = record[name], getattr(self.model, name)
            option = tuple(option) if isinstance(option, list) else option
            assert option == expected, f"{name}: {option}, expected {expected}"
        piles = [snapshot["centre"], *snapshot["factories"]]
        assert record["tiles_left"] == sum(map(len, piles)), "tiles_left"
        assert not any(record["sources"][len(piles) :]), "tiles on factories that are not there"
        for name in self.seat_fields:
            absent = record[name][snapshot["players"] :]
            assert not holds_anything(absent), f"{name} of a seat that is not there"

    # Snapshots

    def letters(self, pile: int) -> str:
        """The letters of a pile of the record."""
        return letters_of(pile, self.colours)

    def _snapshot_of_record(self, record: Snapshot) -> Snapshot:
        players = record["players"]
        sources = record["sources"][: 1 + self.factories[players]]
        centre, *factories = [self.letters(pile) for pile in sources]
        return {
            "players": players,
            "board": BOARDS[record["board"]],
            "phase": self.phases[record["phase"]],
            "round": record["round_number"],
            "to_play": seat_or_none(record["to_play"]),
            "start_player": record["start_player"],
            "marker": seat_or_none(record["marker"]),
            "bag": self.letters(record["bag"]),
            "factories": factories,
            "centre": centre,
            "boards": [self.board_of_record(record, seat) for seat in range(players)],
            **self.own_fields_of_record(record),
        }

    def _snapshot_of_setup(self, setup: SetupT) -> Snapshot:
        return {
            "players": len(setup.seats),
            "board": setup.board,
            "phase": setup.phase,
            "round": setup.round,
            "to_play": setup.to_play,
            "start_player": setup.start_player,
            "marker": setup.marker,
            "bag": setup.full_bag(),
            "factories": setup.all_factories(),
            "centre": setup.centre,
            "boards": [self.board_of_setup(seat) for seat in setup.seats],
            **self.own_fields_of_setup(setup),
        }


# Random games


class Player(Protocol[ModelT_contra]):
    """A way to choose moves."""

    @property
    def name(self) -> str:
        """The name in error messages."""

    def choose(self, model: ModelT_contra, moves: list[str], rng: random.Random) -> str:
        """One of the legal moves, which are sorted."""


@dataclass(frozen=True)
class RandomGames(Generic[ModelT]):
    """Random games of one kind of walk: their players, draws and rules options."""

    walk: type[Walk[ModelT, Any]]
    players: Sequence[Player[ModelT]]
    #: The probability that every seat has a player of its own kind. Otherwise all are alike, since
    #: only then some rare situations build up.
    mixed: float
    #: A tile of the bag, given the probability to prefer one of the colour last dealt.
    draw: Callable[[ModelT, random.Random, float], str]
    #: The probabilities to prefer a colour, equally likely.
    alike: Sequence[float]
    #: The rules options, equally likely.
    options: Sequence[dict[str, OptionValue]]
    #: The thorough comparison is made at one of the first steps of this number, or at the end.
    thorough_steps: int
    #: Games are left unfinished after this round; None: never.
    max_rounds: int | None = None
    #: What the text that seeds a game starts with.
    seed_prefix: str = ""

    def play(
        self, configuration: Configuration, seeds: Iterable[int], coverage: Coverage | None = None
    ) -> Coverage:
        """Walk through a random game for each seed; an error reports the game that caused it."""
        coverage = coverage or Coverage()
        for seed in seeds:
            self._play_game(configuration, seed, coverage)
        return coverage

    def _play_game(self, configuration: Configuration, seed: int, coverage: Coverage) -> None:
        rng = random.Random(f"{self.seed_prefix}{configuration}, seed {seed}")
        players = self._choose_players(configuration.players, rng)
        alike = rng.choice(self.alike)
        options = rng.choice(self.options)
        first_player = rng.randrange(configuration.players)
        walk = self.walk.new(configuration, first_player, coverage, **options)
        try:
            self.finish(walk, players, rng, alike, self.max_rounds)
        except Exception as error:
            names = ", ".join(player.name for player in players)
            game = f"{configuration}, seed {seed} (first player {first_player}, {names}, {options})"
            raise AssertionError(f"{error}\n{game}: {'; '.join(walk.steps)}") from error

    def _choose_players(self, count: int, rng: random.Random) -> list[Player[ModelT]]:
        if rng.random() < self.mixed:
            return rng.choices(self.players, k=count)
        return [rng.choice(self.players)] * count

    def finish(
        self,
        walk: Walk[ModelT, Any],
        players: Sequence[Player[ModelT]],
        rng: random.Random,
        alike: float = 0,
        max_rounds: int | None = None,
    ) -> None:
        """Walk to the end of the game, with one thorough comparison on the way."""
        model = walk.model
        steps_left = 1 + rng.randrange(self.thorough_steps)
        while model.phase != "over" and (max_rounds is None or model.round <= max_rounds):
            if model.phase == "deal":
                walk.deal(self.draw(model, rng, alike))
            else:
                assert model.to_play is not None
                walk.play(players[model.to_play].choose(model, sorted(walk.moves), rng))
            steps_left -= 1
            if steps_left == 0:
                walk.compare_thoroughly()
        if steps_left > 0:
            walk.compare_thoroughly()

    # Digests, to compare processes with

    def digest_of_games(self, games: int) -> str:
        """Digest of all positions of some games of every configuration."""
        coverage = Coverage()
        for configuration in CONFIGURATIONS:
            self.play(configuration, range(games), coverage)
        return coverage.digest()

    def digest_of_playouts(self, games: int) -> str:
        """Digest of the ends of some random games that the engine plays by itself."""
        digest = hashlib.sha256()
        stream = new_stream(11)
        for configuration in CONFIGURATIONS:
            for game in range(games):
                first_player = game % configuration.players
                players, board = configuration.players, configuration.board
                states = self.walk.rules.new(players, board, first_player)
                moves = playout.play_out(states, stream)
                digest.update(states.tobytes() + moves.to_bytes(2))
        return digest.hexdigest()
