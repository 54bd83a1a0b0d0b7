"""What a game has to offer so that everything else can play it.

Games, records, bots, terminals and pages are written against this interface; the compiled verbs
stand in `azulejos.engine.verbs`. Required things come first, derived ones below the line.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np

from azulejos.engine import doors
from azulejos.engine.colours import Colour
from azulejos.engine.errors import (
    BadOption,
    GameOver,
    IllegalDeal,
    IllegalMove,
    UnknownName,
    UnreadableMove,
)
from azulejos.engine.events import Log
from azulejos.engine.position import Position
from azulejos.engine.table import (
    BOARDS,
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
Breakdown = Mapping[str, int]


class GameRules(ABC, Generic[M]):
    """One game: its names, its moves, and its rules as Python callers need them."""

    name: ClassVar[str]
    layout: ClassVar[np.dtype[np.void]]
    colours: ClassVar[type[Colour]]
    #: All moves, by action index.
    moves: Sequence[M]
    #: Rules options with their default values.
    options: ClassVar[Mapping[str, int]]
    #: Where points come from, in the order in which a player's points are broken down.
    sources_of_points: ClassVar[tuple[str, ...]]

    @abstractmethod
    def set_up(
        self,
        states: States,
        players: int,
        board: int,
        first_player: int,
        options: Mapping[str, int],
    ) -> None:
        """Turn a record of zeros into a new game that waits for its first tile."""

    @abstractmethod
    def options_of(self, states: States) -> dict[str, int]:
        """The rules options that a position is played with."""

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move that a text stands for, or UnreadableMove."""

    @abstractmethod
    def why_illegal(self, states: States, move: M) -> IllegalMove:
        """The rule that forbids a move, when it is known to be illegal."""

    @abstractmethod
    def read_events(self, log: Log) -> tuple[Any, ...]:
        """The events that the rules noted."""

    @abstractmethod
    def points_of(self, event: Any) -> Iterable[tuple[int, str, int]]:
        """What an event is worth, as (player, source of points, points)."""

    @abstractmethod
    def position(self, states: States) -> Position[Any, M]:
        """The typed view of a record."""

    @abstractmethod
    def read_position(self, text: str) -> Position[Any, M]:
        """The position that a text describes, checked."""

    # Derived

    @cached_property
    def _known_moves(self) -> frozenset[M]:
        return frozenset(self.moves)

    @property
    def action_count(self) -> int:
        """The size of the action space."""
        return len(self.moves)

    def new(self, players: int, board: str, first_player: int, **options: int) -> States:
        """A new game that waits for its first tile."""
        if not (isinstance(players, int) and MIN_PLAYERS <= players <= MAX_PLAYERS):
            raise BadOption("bad-option", option="players", expected="2, 3 or 4", got=players)
        if board not in BOARDS:
            raise UnknownName("unknown-board", known=", ".join(BOARDS), name=board)
        if not (isinstance(first_player, int) and 0 <= first_player < players):
            expected = f"a seat from 0 to {players - 1}"
            raise BadOption(
                "bad-option", option="first_player", expected=expected, got=first_player
            )
        states = new_states(self.layout)
        self.set_up(states, players, BOARDS.index(board), first_player, self._chosen(options))
        return states

    def _chosen(self, options: Mapping[str, int]) -> dict[str, int]:
        """The given options over the defaults."""
        for name, value in options.items():
            if name not in self.options:
                raise UnknownName("unknown-option", known=", ".join(self.options), name=name)
            if not (isinstance(value, int) and 0 <= value <= 100):
                raise BadOption("bad-option", option=name, expected="from 0 to 100", got=value)
        return {**self.options, **options}

    def as_move(self, move: M | str) -> M:
        """The move itself, or the one that a text stands for."""
        if isinstance(move, str):
            return self.read_move(move)
        if not isinstance(move, Hashable) or move not in self._known_moves:
            raise UnreadableMove("not-a-move", game=self.name, text=repr(move)[:80])
        return move

    def apply(self, states: States, move: M, log: Log) -> None:
        """Carry out a move, or raise IllegalMove and change nothing."""
        if not doors.is_legal(states, move.index):
            raise self._refusal(states) or self.why_illegal(states, move)
        doors.apply(states, move.index, log)

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
        doors.deal_tile(states, colour, log)
