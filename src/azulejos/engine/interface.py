"""The interface of a game: its names, moves, positions, events and rules for Python callers.

Games, records, bots and user interfaces are written against `GameRules`; the compiled functions
are in `azulejos.engine.dispatch`. Required members come first, derived ones below the line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

import numpy as np

from azulejos.engine import unchecked
from azulejos.engine.colours import C, Colour
from azulejos.engine.errors import (
    BadOption,
    GameOver,
    IllegalDeal,
    IllegalMove,
    UnknownName,
    UnreadableMove,
)
from azulejos.engine.events import Log, Reader
from azulejos.engine.parameters import Expected, Numbers, Range
from azulejos.engine.position import Position, S
from azulejos.engine.state import (
    BOARDS,
    CENTRE,
    DEAL,
    MAX_PLAYERS,
    MIN_PLAYERS,
    OVER,
    States,
    new_states,
)
from azulejos.engine.tiles import count_of


class Move(Protocol):
    """A decision: hashable, with an index in the action space and a short text."""

    @property
    def index(self) -> int:
        """The number of this move in the action space."""


M = TypeVar("M", bound=Move)
E = TypeVar("E")
P = TypeVar("P", bound=Position[Any, Any, Any])  # colours, moves and setups of any game
#: Rules options: a number, or several in a row.
OptionValue: TypeAlias = int | tuple[int, ...]
Options: TypeAlias = dict[str, OptionValue]
MAX_OPTION = 100


class GameRules(ABC, Generic[M, E, P]):
    """One game: its names, its moves, and its rules as Python callers need them."""

    name: ClassVar[str]
    layout: ClassVar[np.dtype[np.void]]
    colours: ClassVar[type[Colour]]
    #: All moves, by action index.
    moves: Sequence[M]
    position_kind: type[P]
    event_reader: Reader[E]
    #: Rules options with their default values.
    default_options: ClassVar[Mapping[str, OptionValue]]
    #: Where points come from, in the order in which a player's points are broken down.
    sources_of_points: ClassVar[tuple[str, ...]]

    @abstractmethod
    def set_up(
        self,
        states: States,
        players: int,
        board: int,
        first_player: int,
        options: Options,
    ) -> None:
        """Turn a record of zeros into a new game that waits for its first tile."""

    @abstractmethod
    def options_of(self, states: States) -> Options:
        """The rules options that a position is played with."""

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move that a text stands for, or UnreadableMove."""

    @abstractmethod
    def why_illegal(self, states: States, move: M) -> IllegalMove:
        """The rule that forbids a move, when it is known to be illegal."""

    @abstractmethod
    def points_of(self, event: E) -> Iterable[tuple[int, str, int]]:
        """What an event is worth, as (player, source of points, points)."""

    # Derived

    @cached_property
    def _known_moves(self) -> dict[object, M]:
        return {move: move for move in self.moves}

    def position(self, states: States) -> P:
        """The typed view of a record."""
        return self.position_kind(states)

    def read_position(self, text: str) -> P:
        """The position that a text describes, checked."""
        return self.position_kind.from_text(text)

    def read_events(self, log: Log) -> tuple[E, ...]:
        """The events that the rules noted, in the order in which they happened."""
        return self.event_reader.read(log)

    @property
    def action_count(self) -> int:
        """The size of the action space."""
        return len(self.moves)

    def new(self, players: int, board: str, first_player: int, **options: OptionValue) -> States:
        """A new game that waits for its first tile."""
        if not (type(players) is int and MIN_PLAYERS <= players <= MAX_PLAYERS):
            expected = Expected("player-count")
            raise BadOption("out-of-range", option="players", expected=expected, got=players)
        if board not in BOARDS:
            raise UnknownName("unknown-board", known=", ".join(BOARDS), name=board)
        if not (type(first_player) is int and 0 <= first_player < players):
            seats = Range(0, players - 1, "seat")
            raise BadOption("out-of-range", option="first_player", expected=seats, got=first_player)
        states = new_states(self.layout)
        self.set_up(states, players, BOARDS.index(board), first_player, self._chosen(options))
        return states

    def _chosen(self, options: Options) -> Options:
        """The given options over the defaults."""
        for name, value in options.items():
            if name not in self.default_options:
                known = ", ".join(self.default_options)
                raise UnknownName("unknown-option", known=known, name=name)
            _check_option(name, self.default_options[name], value)
        given = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in options.items()
        }
        return {**self.default_options, **given}

    def as_move(self, move: object) -> M:
        """The move itself, or the one that a text stands for."""
        if isinstance(move, str):
            return self.read_move(move)
        known = self._known_moves.get(move) if _is_hashable(move) else None
        if known is None or (known is not move and repr(known) != repr(move)):
            raise UnreadableMove("not-a-move", game=self.name, text=repr(move)[:80])
        return known

    def apply(self, states: States, move: M, log: Log) -> None:
        """Carry out a move, or raise IllegalMove and change nothing."""
        if not unchecked.is_legal(states, move.index):
            raise self._refusal(states) or self.why_illegal(states, move)
        unchecked.apply(states, move.index, log)

    def _refusal(self, states: States) -> IllegalMove | None:
        """The reason why no move at all is legal now, if so."""
        phase = states["phase"][0]
        if phase == OVER:
            return GameOver("game-over")
        return IllegalMove("deal-first") if phase == DEAL else None

    def deal_tile(self, states: States, colour: int, log: Log) -> None:
        """Deal a tile drawn from the bag, or raise IllegalDeal and change nothing."""
        if states["phase"][0] != DEAL:
            raise IllegalDeal("no-deal-due")
        if not count_of(states["bag"][0], colour):
            raise IllegalDeal("not-in-bag", colour=self.colours(colour))
        unchecked.deal_tile(states, colour, log)


def _is_hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_option(name: str, default: OptionValue, value: object) -> None:
    """An option is a small number, or as many of them as the default has."""
    numbers = value if isinstance(default, tuple) and isinstance(value, tuple | list) else (value,)
    count = len(default) if isinstance(default, tuple) else 1
    in_range = all(type(number) is int and 0 <= number <= MAX_OPTION for number in numbers)
    if len(numbers) != count or not in_range:
        one, several = Range(0, MAX_OPTION, "number"), Numbers(count, 0, MAX_OPTION)
        expected = several if isinstance(default, tuple) else one
        raise BadOption("out-of-range", option=name, expected=expected, got=value)


def why_not_taken(position: Position[C, M, S], source: int, colour: C) -> IllegalMove | None:
    """Why tiles of a colour cannot be taken from a source, if there are none."""
    factories = len(position.factories)
    if source > factories:
        return IllegalMove("draft/no-such-factory", factory=source, factories=factories)
    pile = position.sources[source]
    if pile[colour]:
        return None
    if source == CENTRE:
        if not pile:
            return IllegalMove("draft/centre-empty")
        return IllegalMove("draft/not-in-centre", colour=colour)
    if not pile:
        return IllegalMove("draft/factory-empty", factory=source)
    return IllegalMove("draft/not-on-factory", colour=colour, factory=source)
