"""The moves of Summer Pavilion: one small class per kind of decision, with its text and index.

`3p` takes purple from factory 3 (0 is the centre). `15g2` places green on slot 5 of star 1, paying
with two wild tiles. `+pgo` takes bonus tiles. `=ppg` passes and keeps tiles, `=` keeps none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from azulejos.engine.errors import UnreadableMove
from azulejos.engine.pavilion.layout import (
    BONUS_SETS,
    COLOURS,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
    KEPT_SETS,
    SLOTS,
    SPACES,
    WILDS,
    Colour,
)
from azulejos.engine.state import SOURCES

_INDEX_OF_KEPT = {tiles: index for index, tiles in enumerate(KEPT_SETS)}
_INDEX_OF_BONUS = {tiles: FIRST_BONUS + index for index, tiles in enumerate(BONUS_SETS)}


@dataclass(frozen=True, slots=True)
class Pass:
    """Place no more tiles this round, and keep some for the next."""

    kept: tuple[Colour, ...]  # in the order of the colours

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        return _INDEX_OF_KEPT[self.kept]

    def __str__(self) -> str:
        return "=" + "".join(colour.letter for colour in self.kept)


@dataclass(frozen=True, slots=True)
class TakeBonus:
    """Take bonus tiles from the supply."""

    tiles: tuple[Colour, ...]  # in the order of the colours

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        return _INDEX_OF_BONUS[self.tiles]

    def __str__(self) -> str:
        return "+" + "".join(colour.letter for colour in self.tiles)


@dataclass(frozen=True, slots=True)
class Place:
    """Place a tile on a space, paying with some wild tiles."""

    star: int  # 0 is the central star, 1 to 6 are the outer ones, clockwise from the left
    slot: int  # 0 to 5, clockwise
    colour: Colour
    wilds: int

    @property
    def space(self) -> int:
        """The number of the space among all 42."""
        return self.star * SLOTS + self.slot

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        return FIRST_PLACEMENT + (self.space * COLOURS + self.colour) * WILDS + self.wilds

    def __str__(self) -> str:
        return f"{self.star}{self.slot + 1}{self.colour.letter}{self.wilds}"


@dataclass(frozen=True, slots=True)
class Draft:
    """Take all tiles of a colour from a source, and one wild tile if there is one."""

    source: int  # 0 is the centre, 1 to 9 are the factories
    colour: Colour

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        return FIRST_DRAFT + self.source * COLOURS + self.colour

    def __str__(self) -> str:
        return f"{self.source}{self.colour.letter}"


Move: TypeAlias = Pass | TakeBonus | Place | Draft

#: All moves, by action index.
MOVES: tuple[Move, ...] = (
    *(Pass(tiles) for tiles in KEPT_SETS),
    *(TakeBonus(tiles) for tiles in BONUS_SETS),
    *(
        Place(space // SLOTS, space % SLOTS, colour, wilds)
        for space in range(SPACES)
        for colour in Colour
        for wilds in range(WILDS)
    ),
    *(Draft(source, colour) for source in range(SOURCES) for colour in Colour),
)
MOVE_OF_TEXT = {str(move): move for move in MOVES}
EXAMPLES = "3p (factory 3, purple), 15g2 (star 1, slot 5, green, 2 wild), +pg or =pg"
_ORDER = {colour.letter: colour for colour in Colour}


def read_move(text: str) -> Move:
    """The move that a text stands for; case, spaces and the order of chosen tiles do not matter."""
    word = re.sub(r"\s", "", text).lower()
    if word[:1] in ("+", "=") and set(word[1:]) <= set(_ORDER):
        word = word[0] + "".join(sorted(word[1:], key=lambda letter: _ORDER[letter]))
    move = MOVE_OF_TEXT.get(word)
    if move is None:
        raise UnreadableMove("unreadable-move", examples=EXAMPLES, text=text[:40])
    return move
