"""Events of Azul: the classes, their numbers in a log, and the reader.

The rules note events as numbers, by the kinds below; the reader turns them into these classes,
whose fields stand in the order in which the rules note them. Seats, rows and columns count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from azulejos.engine.azul.layout import END_REASONS, Colour
from azulejos.engine.events import BagFilled, Dealt, Reader, RoundStarted, spaces_of

__all__ = [
    "BONUS",
    "DROPPED",
    "EVENT_READER",
    "FLOOR_CHARGED",
    "GAME_ENDED",
    "LINE_DROPPED",
    "MARKER_TAKEN",
    "PLACED",
    "TAKEN",
    "TILED",
    "BagFilled",
    "Bonus",
    "Dealt",
    "Dropped",
    "Event",
    "FloorCharged",
    "GameEnded",
    "LineDropped",
    "MarkerTaken",
    "Placed",
    "RoundStarted",
    "Taken",
    "Tiled",
]


@dataclass(frozen=True, slots=True)
class Taken:
    """A player took all tiles of a colour from a source (0 is the centre)."""

    player: int
    source: int
    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """A player was the first to take from the centre."""

    player: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Tiles were put on a pattern line."""

    player: int
    row: int
    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """Tiles fell to the floor line; those without a space there went to the lid."""

    player: int
    colour: Colour
    to_floor: int
    to_lid: int


@dataclass(frozen=True, slots=True)
class Tiled:
    """A tile of a full line went to the wall and scored.

    `counted` are the spaces of the runs that brought the points, the tile's own included, numbered
    row by row.
    """

    player: int
    row: int
    column: int
    colour: Colour
    points: int
    # It follows from the board: an event is what it is without it.
    counted: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class LineDropped:
    """A full line found no column on the grey wall; its tiles fall to the floor next."""

    player: int
    row: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class FloorCharged:
    """A floor line was cleared at the end of a round and cost points (never below a score of 0)."""

    player: int
    spaces: int
    points: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: by a complete row, for lack of tiles, or by stalemate."""

    reason: str


@dataclass(frozen=True, slots=True)
class Bonus:
    """A player's points for complete rows, columns and colours at the end of the game."""

    player: int
    rows: int
    columns: int
    colours: int


Event: TypeAlias = (
    Dealt
    | BagFilled
    | RoundStarted
    | Taken
    | MarkerTaken
    | Placed
    | Dropped
    | Tiled
    | LineDropped
    | FloorCharged
    | GameEnded
    | Bonus
)

#: The numbers that stand for the classes in a log, after those that all games share.
(
    TAKEN,
    MARKER_TAKEN,
    PLACED,
    DROPPED,
    TILED,
    LINE_DROPPED,
    FLOOR_CHARGED,
    GAME_ENDED,
    BONUS,
) = range(3, 12)

#: Turns a log into these classes.
EVENT_READER: Reader[Event] = Reader(
    (
        Dealt,
        BagFilled,
        RoundStarted,
        Taken,
        MarkerTaken,
        Placed,
        Dropped,
        Tiled,
        LineDropped,
        FloorCharged,
        GameEnded,
        Bonus,
    ),
    {
        "colour": tuple(Colour).__getitem__,
        "reason": END_REASONS.__getitem__,
        "counted": spaces_of,
    },
)
