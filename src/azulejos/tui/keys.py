"""Keys of what can be picked at a table: tiles, lines, spaces, payments, counts and buttons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from azulejos.session.messages import AnyOption


@dataclass(frozen=True)
class TakeKey:
    """All tiles of a colour of a source (0 is the centre)."""

    source: int
    colour: str


@dataclass(frozen=True)
class LineKey:
    """A pattern line from 1, or the floor line (0)."""

    number: int


@dataclass(frozen=True)
class WallKey:
    """A space of the wall."""

    row: int
    column: int


@dataclass(frozen=True)
class SpaceKey:
    """A space of a star."""

    space: int


@dataclass(frozen=True)
class PaymentKey:
    """A way to pay, by its index."""

    index: int


@dataclass(frozen=True)
class CountKey:
    """The number of tiles of a colour to take or to keep."""

    colour: str


@dataclass(frozen=True)
class ButtonKey:
    """A button."""

    name: str


Key: TypeAlias = TakeKey | LineKey | WallKey | SpaceKey | PaymentKey | CountKey | ButtonKey
CONFIRM, BACK, PASS = ButtonKey("confirm"), ButtonKey("back"), ButtonKey("pass")


@dataclass(frozen=True)
class Spot:
    """Something that can be picked now: its points, and whether it leads to the hinted move."""

    points: int | None = None
    hinted: bool = False
    option: AnyOption | None = None


Spots: TypeAlias = dict[Key, Spot]
