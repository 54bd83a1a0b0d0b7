"""Events of Summer Pavilion: the classes, their numbers in a log, and the reader.

The rules note events as numbers, by the kinds below; the reader turns them into these classes,
whose fields stand in the order in which the rules note them. Seats, stars and slots count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from azulejos.engine.colours import Tiles
from azulejos.engine.events import BagFilled, Dealt, Reader, RoundStarted, spaces_of
from azulejos.engine.pavilion.layout import Colour

__all__ = [
    "BONUS",
    "BONUS_TAKEN",
    "EVENT_READER",
    "GAME_ENDED",
    "MARKER_TAKEN",
    "PASSED",
    "PLACED",
    "SURROUNDED",
    "TAKEN",
    "BagFilled",
    "Bonus",
    "BonusTaken",
    "Dealt",
    "Event",
    "GameEnded",
    "MarkerTaken",
    "Passed",
    "Placed",
    "RoundStarted",
    "Surrounded",
    "Taken",
]


@dataclass(frozen=True, slots=True)
class Taken:
    """A player took tiles from a source (0 is the centre): all of a colour, and one wild tile."""

    player: int
    source: int
    tiles: Tiles[Colour]


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """A player was the first to take from the centre, which cost points (never below 1)."""

    player: int
    points: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A player placed a tile, which scored; the other tiles paid, some of them wild, are gone.

    `counted` are the spaces of the group that brought the points, the tile's own included.
    """

    player: int
    space: int
    colour: Colour
    discarded: Tiles[Colour]
    points: int
    # It follows from the board: an event is what it is without it.
    counted: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Surrounded:
    """Pillars, statues or windows were surrounded: bonus tiles are due, if there are any."""

    player: int
    reward: int
    due: int


@dataclass(frozen=True, slots=True)
class BonusTaken:
    """A player took bonus tiles from the supply."""

    player: int
    tiles: Tiles[Colour]


@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed, kept some tiles, and paid for the others (never below a score of 1)."""

    player: int
    kept: Tiles[Colour]
    discarded: Tiles[Colour]
    points: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Six rounds have been played."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Bonus:
    """A player's points for complete stars and complete sets of numbers at the end of the game."""

    player: int
    stars: int
    numbers: int


Event: TypeAlias = (
    Dealt
    | BagFilled
    | RoundStarted
    | Taken
    | MarkerTaken
    | Placed
    | Surrounded
    | BonusTaken
    | Passed
    | GameEnded
    | Bonus
)

#: The numbers that stand for the classes in a log, after those that all games share.
(
    TAKEN,
    MARKER_TAKEN,
    PLACED,
    SURROUNDED,
    BONUS_TAKEN,
    PASSED,
    GAME_ENDED,
    BONUS,
) = range(3, 11)


def _tiles(pile: int) -> Tiles[Colour]:
    return Tiles(Colour, pile)


#: Turns a log into these classes.
EVENT_READER: Reader[Event] = Reader(
    (
        Dealt,
        BagFilled,
        RoundStarted,
        Taken,
        MarkerTaken,
        Placed,
        Surrounded,
        BonusTaken,
        Passed,
        GameEnded,
        Bonus,
    ),
    {
        "colour": tuple(Colour).__getitem__,
        "tiles": _tiles,
        "discarded": _tiles,
        "kept": _tiles,
        "counted": spaces_of,
    },
)
