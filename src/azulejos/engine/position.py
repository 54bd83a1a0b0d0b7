"""Positions: typed, read-only views of one record; what both games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from azulejos.engine import unchecked
from azulejos.engine.colours import C, Tiles
from azulejos.engine.common import FACTORIES
from azulejos.engine.errors import InvalidPosition, Problem, UnreadableMove
from azulejos.engine.state import (
    BOARDS,
    NOBODY,
    OVER,
    States,
    copy_of,
)

if TYPE_CHECKING:
    from azulejos.engine.games import AnyRules

M = TypeVar("M")
S = TypeVar("S")

#: How wide a notebook shows a position, in pixels.
PICTURE_WIDTH = 860


class LegalMoves(Sized, Iterable[M], Container[M | str]):
    """The legal moves of a position: iterate, count, or ask `move in legal_moves`."""

    __slots__ = ("_actions", "_rules")

    def __init__(self, rules: AnyRules, states: States) -> None:
        self._rules = rules
        room = np.empty(rules.action_count, np.int16)
        self._actions: npt.NDArray[np.int16] = room[: unchecked.legal_actions(states, room)]

    def __iter__(self) -> Iterator[M]:
        moves = self._rules.moves
        return iter([moves[action] for action in self._actions.tolist()])

    def __len__(self) -> int:
        return len(self._actions)

    def __contains__(self, move: object) -> bool:
        """Whether a move is legal; its text is understood too."""
        try:
            return self._rules.as_move(move).index in self._actions
        except UnreadableMove:
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {' '.join(map(str, self))}>"


@dataclass(frozen=True)
class SetupTools(Generic[S]):
    """How a game's positions are checked, made from plain data, and written down."""

    problems: Callable[[S], list[Problem]]
    to_states: Callable[[S], States]
    from_states: Callable[[States], S]
    read: Callable[[str], S]
    write: Callable[[S], str]


class Position(ABC, Generic[C, M, S]):
    """One position of a game. It never changes; equal positions are equal and hash alike."""

    __slots__ = ("_states",)

    rules: ClassVar[AnyRules]
    colours: ClassVar[type[Any]]
    _setups: ClassVar[SetupTools[Any]]

    def __init__(self, states: States) -> None:
        self._states = copy_of(states)

    @classmethod
    def from_setup(cls, setup: S) -> Self:
        """The position of a setup, or InvalidPosition with everything that is wrong with it."""
        found = cls._setups.problems(setup)
        if found:
            raise InvalidPosition(found)
        return cls(cls._setups.to_states(setup))

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position that a text describes: the reverse of `str(position)`."""
        return cls.from_setup(cls._setups.read(text))

    def to_setup(self) -> S:
        """The same position as plain data, to look at or to edit."""
        setup: S = self._setups.from_states(self._states)
        return setup

    def __str__(self) -> str:
        return self._setups.write(self.to_setup())

    @property
    def states(self) -> States:
        """A copy of the record, in an array of one, for compiled code to work on."""
        return copy_of(self._states)

    def _field(self, name: str) -> Any:
        return self._states[name][0]

    def fields(self) -> dict[str, Any]:
        """All fields of the record, as plain numbers and lists: one pass, for views."""
        values = zip(self._states.dtype.names or (), self._states.tolist()[0], strict=True)
        return {name: value if isinstance(value, int) else value.tolist() for name, value in values}

    @classmethod
    def of(cls, states: States) -> Self:
        """The position of a record that never changes any more: it is not copied."""
        position = cls.__new__(cls)
        position._states = states
        return position

    # Whose turn, and what for

    @property
    def board(self) -> str:
        """The side of the boards that is played: "coloured" or "grey"."""
        return BOARDS[self._field("board")]

    @property
    @abstractmethod
    def phase(self) -> str:
        """What the position waits for."""

    @property
    @abstractmethod
    def end_reason(self) -> str:
        """Why the game has ended; "none" while it goes on."""

    @property
    @abstractmethod
    def is_last_round(self) -> bool:
        """Whether the game ends with this round, as the boards stand now."""

    @property
    def round(self) -> int:
        """The round, counted from 1."""
        return int(self._field("round_number"))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._field("phase") == OVER)

    @property
    def to_play(self) -> int | None:
        """The seat that has to decide; None while tiles are dealt and when the game is over."""
        return self._seat("to_play")

    @property
    def start_player(self) -> int:
        """The seat that started this round."""
        return int(self._field("start_player"))

    @property
    def marker(self) -> int | None:
        """The seat that holds the starting player marker; None while it lies in the centre."""
        return self._seat("marker")

    def _seat(self, name: str) -> int | None:
        seat = int(self._field(name))
        return None if seat == NOBODY else seat

    # What lies on the table

    @property
    def bag(self) -> Tiles[C]:
        """The tiles in the bag. Their colours can be worked out; their order is unknown."""
        return self._tiles(self._field("bag"))

    @property
    def centre(self) -> Tiles[C]:
        """The tiles in the centre of the table."""
        return self.sources[0]

    @property
    def factories(self) -> tuple[Tiles[C], ...]:
        """The tiles on the factories."""
        return self.sources[1:]

    @property
    def sources(self) -> tuple[Tiles[C], ...]:
        """The centre, then the factories: numbered as in the moves."""
        used = 1 + int(FACTORIES[self._field("players")])
        return tuple(self._tiles(pile) for pile in self._field("sources")[:used])

    def _tiles(self, pile: int) -> Tiles[C]:
        return Tiles(self.colours, pile)

    # Moves and scores

    @property
    def legal_moves(self) -> LegalMoves[M]:
        """What the player whose turn it is may do."""
        return LegalMoves(self.rules, self._states)

    def legal_mask(self) -> npt.NDArray[np.bool_]:
        """The legal moves as a mask over the action space."""
        mask = np.zeros(self.rules.action_count, np.bool_)
        mask[[move.index for move in self.legal_moves]] = True  # type: ignore[attr-defined]
        return mask

    @property
    def scores(self) -> tuple[int, ...]:
        """The players' points."""
        return tuple(int(score) for score in self._field("scores")[: self._field("players")])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none while the game goes on, several if victory is shared."""
        if not self.is_over:
            return ()
        bits = unchecked.winners(self._states)
        return tuple(seat for seat in range(len(self.scores)) if bits >> seat & 1)

    # As a picture

    def to_svg(
        self,
        *,
        theme: str = "light",
        size: int | None = None,
        language: str = "en",
        last_move: object = None,
    ) -> str:
        """The position as an SVG document, `size` pixels wide; `theme` is "light" or "dark".

        `last_move` is marked: a turn of a game's history, a pair of seat and move, or a move.
        """
        # Imported when called: the engine draws nothing itself.
        from azulejos.render.svg.position import position_svg

        position = self.rules.position(self._states)
        return position_svg(
            position, theme=theme, size=size, language=language, last_move=last_move
        )

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self.to_svg(size=PICTURE_WIDTH)

    # As a value

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._states.tobytes() == other._states.tobytes()

    def __hash__(self) -> int:
        return hash((type(self), self._states.tobytes()))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_bytes, (self._states.tobytes(),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({str(self)!r})"

    @classmethod
    def from_bytes(cls, record: bytes) -> Self:
        """The position of a record's bytes, as a pickle holds them. They are trusted."""
        return cls(np.frombuffer(record, cls.rules.layout))
