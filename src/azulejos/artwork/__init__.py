"""All drawings of ours, as text: tiles, icons, and where things lie on a board.

The web page, notebooks and documents show what is drawn here. Nothing is copied from the printed
games: motifs, colours and icons are our own. What a position looks like is left to those who show
it.
"""

from azulejos.artwork.app import icon
from azulejos.artwork.boards import azul_wall_pattern, pavilion_board
from azulejos.artwork.paint import MARKER, PALETTES, Paint
from azulejos.artwork.sheet import sprite

__all__ = [
    "MARKER",
    "PALETTES",
    "Paint",
    "azul_wall_pattern",
    "icon",
    "pavilion_board",
    "sprite",
]
