"""The vocabulary of Azul: components, the rulebook's numbers, and the record that is a position.

Everything counts from 0, with one exception that keeps indices simple: destination 0 is the floor
line, and destinations 1 to 5 are the pattern lines from the top.
"""

from __future__ import annotations

import numpy as np

from azulejos.engine.colours import Colour as AnyColour
from azulejos.engine.state import MAX_PLAYERS, SOURCES
from azulejos.engine.tiles import LANE


class Colour(AnyColour):
    """The colours of Azul, in the order of the rulebook."""

    BLUE = 0
    YELLOW = 1
    RED = 2
    BLACK = 3
    WHITE = 4


# Components
COLOURS = len(Colour)
TILES_PER_COLOUR = 20
ALL_TILES = sum(TILES_PER_COLOUR << (LANE * colour) for colour in range(COLOURS))  # a pile
ROWS = 5
COLUMNS = 5
FLOOR = 0
DESTINATIONS = 1 + ROWS
FLOOR_SPACES = 7
#: The colour of an empty pattern line.
NO_COLOUR = -1

# Points
FLOOR_PENALTY = np.array([0, 1, 2, 4, 6, 8, 11, 14])  # by occupied spaces
ROW_BONUS = 2
COLUMN_BONUS = 7
COLOUR_BONUS = 10

# Phases, besides DEAL (0) and OVER (1) that every game has
DRAFT = 2  # a player takes tiles
TILE = 3  # a player chooses a column of the grey wall
PHASES = ("deal", "over", "draft", "tile")

# Why a game has ended
NOT_ENDED = 0
ROW_COMPLETE = 1
NO_TILES = 2
STALEMATE = 3
END_REASONS = ("none", "row", "empty", "stalemate")
#: House rule: the game ends after this number of rounds in a row without a tile on any wall.
STALEMATE_ROUNDS = 5
#: More than any game lasts; positions count rounds up to here.
MAX_ROUNDS = 30_000

# Actions: first the spaces of the grey wall, then the drafts by source. With fewer players, and so
# fewer factories, the actions that can ever be legal are the first part of the list.
TILE_ACTIONS = ROWS * COLUMNS
DRAFT_ACTIONS = SOURCES * COLOURS * DESTINATIONS
ACTIONS = TILE_ACTIONS + DRAFT_ACTIONS

#: A position. Piles are numbers as in `azulejos.engine.tiles`; sets of spaces, of (source, colour)
#: and of (colour, destination) are bits. `offer`, `open_lines`, `wanted`, `filled`, `full_lines`
#: and `tiles_left` follow from the other fields; every move keeps them up to date, which is what
#: makes the engine fast. No padding: equal positions are equal bytes.
STATE = np.dtype(
    [
        ("sources", np.int64, SOURCES),  # piles: the centre, then the factories
        ("bag", np.int64),  # pile
        ("discards", np.int64),  # pile: the lid of the box
        ("floors", np.int64, MAX_PLAYERS),  # piles, without the marker
        ("offer", np.int64),  # bit source * COLOURS + colour: such tiles lie there
        ("open_lines", np.int32, MAX_PLAYERS),  # bit colour * DESTINATIONS + destination: allowed
        ("wanted", np.int32, MAX_PLAYERS),  # the same bits: the wall row lacks the colour
        ("walls", np.int32, (MAX_PLAYERS, COLOURS)),  # bit row * COLUMNS + column: has the colour
        ("filled", np.int32, MAX_PLAYERS),  # the same bits: has any colour
        ("scores", np.int16, MAX_PLAYERS),
        ("round_number", np.int16),
        ("idle_rounds", np.int16),  # in a row, without any tile placed
        ("line_counts", np.int8, (MAX_PLAYERS, ROWS)),
        ("line_colours", np.int8, (MAX_PLAYERS, ROWS)),
        ("full_lines", np.int8, MAX_PLAYERS),  # bit row: full and not tiled yet
        ("tiles_left", np.int8),  # on the factories and in the centre
        ("players", np.int8),
        ("board", np.int8),
        ("phase", np.int8),
        ("to_play", np.int8),
        ("start_player", np.int8),  # of this round
        ("marker", np.int8),  # the seat that holds it
        ("tiles_placed", np.int8),  # on all walls, while this round's lines are tiled
        ("stalemate_rounds", np.int8),  # idle rounds that end the game; 0: never
        ("end_reason", np.int8),
    ]
)
