"""The moves of Azul: one small class per kind of decision, with its text and its action index.

A draft is written as source, colour, destination: `3b4` takes blue from factory 3 to line 4; the
centre is source 0 and the floor line is destination 0. On the grey wall `3>2` moves the tile of
line 3 to column 2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    DESTINATIONS,
    ROWS,
    TILE_ACTIONS,
    Colour,
)
from azulejos.engine.errors import UnreadableMove
from azulejos.engine.state import SOURCES


@dataclass(frozen=True, slots=True)
class Draft:
    """Take all tiles of a colour from a source to a pattern line or the floor line."""

    source: int  # 0 is the centre, 1 to 9 are the factories
    colour: Colour
    destination: int  # 0 is the floor line, 1 to 5 are the pattern lines

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        offer = self.source * COLOURS + self.colour
        return TILE_ACTIONS + offer * DESTINATIONS + self.destination

    def __str__(self) -> str:
        return f"{self.source}{self.colour.letter}{self.destination}"


@dataclass(frozen=True, slots=True)
class Tile:
    """Move a tile of the full line of a row to a column of the grey wall."""

    row: int
    column: int

    @property
    def index(self) -> int:
        """The number of this move in the action space."""
        return self.row * COLUMNS + self.column

    def __str__(self) -> str:
        return f"{self.row + 1}>{self.column + 1}"


Move: TypeAlias = Draft | Tile

#: All moves, by action index.
MOVES: tuple[Move, ...] = (
    *(Tile(row, column) for row in range(ROWS) for column in range(COLUMNS)),
    *(
        Draft(source, colour, destination)
        for source in range(SOURCES)
        for colour in Colour
        for destination in range(DESTINATIONS)
    ),
)
MOVE_OF_TEXT = {str(move): move for move in MOVES}
EXAMPLES = "3b4 (factory 3, blue, line 4), 0r0 (centre, red, floor) or 3>2 (row 3, column 2)"


def read_move(text: str) -> Move:
    """The move that a text stands for; case and spaces do not matter."""
    move = MOVE_OF_TEXT.get(text) or MOVE_OF_TEXT.get(re.sub(r"\s", "", text).lower())
    if move is None:
        raise UnreadableMove("unreadable-move", examples=EXAMPLES, text=text[:40])
    return move
