"""The history of a match: its turns, its deals, and the positions they led to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.engine import AnyEvent, AnyMove
    from azulejos.engine.state import States


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played, and all that it caused."""

    player: int
    move: AnyMove
    events: tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles that were dealt, in the order in which they were drawn."""

    tiles: str
    events: tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn or a deal, and the position after it. The very first step has neither."""

    entry: Turn | Deal | None
    states: States
    drawn: int
    ply: int


class Steps:
    """The steps of a match: a list that copies share until they part, so that copying is cheap.

    It is only appended to. A copy that is not at its end takes a list of its own before it appends.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, first: Step) -> None:
        self._shared = [first]
        self._length = 1

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Step:
        """A step from the front; IndexError behind the last one."""
        if not 0 <= index < self._length:
            raise IndexError(index)
        return self._shared[index]

    @property
    def last(self) -> Step:
        """The newest step."""
        return self._shared[self._length - 1]

    def after(self, index: int) -> list[Step]:
        """The steps from an index on."""
        return self._shared[index : self._length]

    def __reversed__(self) -> Iterator[Step]:
        return (self._shared[index] for index in range(self._length - 1, -1, -1))

    def append(self, step: Step) -> None:
        """Add a step."""
        if len(self._shared) != self._length:
            self._shared = self._shared[: self._length]
        self._shared.append(step)
        self._length += 1

    def truncate(self, length: int) -> None:
        """Forget all steps from an index on."""
        self._length = length

    def copy(self, length: int) -> Steps:
        """The first steps, independent of these."""
        steps = Steps.__new__(Steps)
        steps._shared = self._shared
        steps._length = length
        return steps
