"""Event logs: arrays that compiled rules write to, and the reader that makes objects of them.

A log is an array that compiled code writes into; row 0 counts the entries. Where the log is None
the notes vanish at compile time, so playouts and search pay nothing for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from azulejos.engine.colours import Colour
from azulejos.engine.compiled import compiled

E = TypeVar("E")
Converter: TypeAlias = Callable[[int], object]
Log: TypeAlias = npt.NDArray[np.int64] | None

#: More than any single move or deal can cause: at the end of a round of four players, each has at
#: most five rows, a floor line and an end bonus to report.
LOG_ROWS = 64
FIELDS = 6
#: Events of a game that are remembered: the same ones happen again and again, and never change.
REMEMBERED = 4096

#: The numbers of the events that all games share; a game's own follow.
DEALT, BAG_FILLED, ROUND_STARTED = range(3)


def new_log() -> npt.NDArray[np.int64]:
    """An empty log."""
    return np.zeros((LOG_ROWS, 1 + FIELDS), np.int64)


@compiled
def note(
    log: Log, kind: int, a: int, b: int = 0, c: int = 0, d: int = 0, e: int = 0, f: int = 0
) -> None:
    """Write one entry: a kind of event and its numbers, in the order of the event's fields."""
    if log is not None:
        row = log[0, 0] + 1
        log[0, 0] = row
        log[row, 0] = kind
        log[row, 1] = a
        log[row, 2] = b
        log[row, 3] = c
        log[row, 4] = d
        log[row, 5] = e
        log[row, 6] = f


@compiled
def clear(log: Log) -> None:
    """Forget the entries of a log."""
    if log is not None:
        log[0, 0] = 0


@dataclass(frozen=True, slots=True)
class Dealt:
    """A tile was drawn from the bag to a factory (counted from 1), or to the supply (0)."""

    place: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class BagFilled:
    """The bag was empty and a tile was needed: all discarded tiles went into the bag."""

    count: int


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Drafting begins; `missing` tiles could not be dealt because there were none left."""

    round: int
    start_player: int
    missing: int


def spaces_of(bits: int) -> tuple[int, ...]:
    """The numbers of the set bits: spaces of a board that a log keeps as bits."""
    return tuple(space for space in range(bits.bit_length()) if bits >> space & 1)


class Reader(Generic[E]):
    """Turns the numbers of a log into a game's event classes."""

    def __init__(self, classes: Sequence[type[E]], converters: Mapping[str, Converter]) -> None:
        """Kind n is the n-th class; fields of the given names are converted from their numbers."""
        self._kinds: list[tuple[Callable[..., E], int, list[tuple[int, Converter]]]] = []
        for kind in classes:
            names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
            converted = [
                (n, converters[name]) for n, name in enumerate(names) if name in converters
            ]
            self._kinds.append((kind, len(names), converted))
        self._event = lru_cache(REMEMBERED)(self._make)

    def read(self, log: Log) -> tuple[E, ...]:
        """The events of a log, in the order in which they were noted."""
        assert log is not None
        return tuple([self._event(*row) for row in log[1 : log[0, 0] + 1].tolist()])

    def _make(self, number: int, *values: int) -> E:
        kind, count, converted = self._kinds[number]
        arguments: list[object] = list(values[:count])
        for field, convert in converted:
            arguments[field] = convert(values[field])
        return kind(*arguments)
