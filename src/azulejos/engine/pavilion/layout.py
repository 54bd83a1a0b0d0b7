"""The vocabulary of Summer Pavilion: components, the rulebook's numbers, and the record.

Star 0 is the central one; stars 1 to 6 lie around it, clockwise from the left: W, NW, NE, E, SE and
SW. A star has six slots, clockwise; 6 * star + slot numbers all 42 spaces.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from azulejos.engine.colours import Colour as AnyColour
from azulejos.engine.state import MAX_PLAYERS, SOURCES
from azulejos.engine.tiles import LANE


class Colour(AnyColour):
    """The colours of Summer Pavilion, in the order in which they are wild."""

    PURPLE = 0
    GREEN = 1
    ORANGE = 2
    YELLOW = 3
    BLUE = 4
    RED = 5


# Components
COLOURS = len(Colour)
TILES_PER_COLOUR = 22
ALL_TILES = sum(TILES_PER_COLOUR << (LANE * colour) for colour in range(COLOURS))  # a pile
SUPPLY_SPACES = 10
ROUNDS = 6
STARS = 7
CENTRAL_STAR = 0
SLOTS = 6
SPACES = STARS * SLOTS
#: A space of a player's board without a tile.
NO_COLOUR = -1

# Points
FIRST_SCORE = 5
MIN_SCORE = 1
STAR_POINTS = np.array([20, 18, 17, 16, 15, 14])  # by the colour of a complete star
MANY_COLOURS_POINTS = 12  # for a complete star of six colours
NUMBER_POINTS = (4, 8, 12, 16)  # for all spaces numbered 1, 2, 3, 4
PILLAR_REWARD = 1
STATUE_REWARD = 2
WINDOW_REWARD = 3

# Limits of a turn
MAX_KEPT = 4
MAX_BONUS_TILES = 3

# Phases, besides DEAL (0) and OVER (1) that every game has
DRAFT = 2  # a player takes tiles
PLACE = 3  # a player slots a tile or passes
BONUS = 4  # a player takes bonus tiles from the supply
PHASES = ("deal", "over", "draft", "place", "bonus")

# What is being filled while tiles are dealt
FIRST_SUPPLY = 0  # then the factories
FACTORIES = 1  # then drafting starts
SUPPLY = 2  # then it is the next player's turn
FILLINGS = ("first-supply", "factories", "supply")


def _sets_of_tiles(sizes: range) -> tuple[tuple[Colour, ...], ...]:
    """All ways to choose some tiles, by size and then by colour."""
    return tuple(
        tiles for size in sizes for tiles in combinations_with_replacement(tuple(Colour), size)
    )


def _piles(sets: tuple[tuple[Colour, ...], ...]) -> npt.NDArray[np.int64]:
    return np.array([sum(1 << (LANE * colour) for colour in tiles) for tiles in sets], np.int64)


#: What can be kept when passing, and what can be taken from the supply: as colours and as piles.
KEPT_SETS = _sets_of_tiles(range(MAX_KEPT + 1))
BONUS_SETS = _sets_of_tiles(range(1, MAX_BONUS_TILES + 1))
KEPT_PILES = _piles(KEPT_SETS)
BONUS_PILES = _piles(BONUS_SETS)
BONUS_SIZES = np.array([len(tiles) for tiles in BONUS_SETS], np.int8)

# Actions: passing by what is kept, bonus tiles by what is taken, placements by space, colour and
# wild tiles paid, drafts by source. With fewer players, and so fewer factories, the actions that
# can ever be legal are the first part of the list.
PASS_ACTIONS = len(KEPT_SETS)
FIRST_BONUS = PASS_ACTIONS
BONUS_ACTIONS = len(BONUS_SETS)
FIRST_PLACEMENT = FIRST_BONUS + BONUS_ACTIONS
WILDS = 6  # 0 to 5 wild tiles can pay for a space
PLACE_ACTIONS = SPACES * COLOURS * WILDS
FIRST_DRAFT = FIRST_PLACEMENT + PLACE_ACTIONS
DRAFT_ACTIONS = SOURCES * COLOURS
ACTIONS = FIRST_DRAFT + DRAFT_ACTIONS

#: A position. Piles are numbers as in `azulejos.engine.tiles`; sets of spaces and of colours are
#: bits. `offer`, `occupied`, `star_colours` and `tiles_left` follow from the other fields; every
#: move keeps them up to date. No padding: equal positions are equal bytes.
STATE = np.dtype(
    [
        ("sources", np.int64, SOURCES),  # piles: the centre, then the factories
        ("bag", np.int64),  # pile
        ("discards", np.int64),  # pile: the tower
        ("supply", np.int64),  # pile: the bonus tiles
        ("hands", np.int64, MAX_PLAYERS),  # piles beside the boards; what is kept, after passing
        ("offer", np.int64),  # bit source * COLOURS + colour: this draft is legal
        ("occupied", np.int64, MAX_PLAYERS),  # bit space
        ("scores", np.int16, MAX_PLAYERS),
        ("space_colours", np.int8, (MAX_PLAYERS, SPACES)),
        ("star_colours", np.int8, (MAX_PLAYERS, STARS)),  # bit colour: lies in the star
        ("number_points", np.int8, 4),
        ("tiles_left", np.int8),  # on the factories and in the centre
        ("passed", np.int8),  # bit player
        ("bonus_due", np.int8),  # tiles that the player has to take from the supply
        ("players", np.int8),
        ("board", np.int8),
        ("phase", np.int8),
        ("filling", np.int8),  # what is dealt to, or was last
        ("round_number", np.int8),
        ("to_play", np.int8),
        ("mover", np.int8),  # whose turn ends, while the supply is filled after it
        ("start_player", np.int8),  # of this round
        ("marker", np.int8),  # the seat that holds it
    ]
)
