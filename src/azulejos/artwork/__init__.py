"""All drawings of ours, as text: tiles, icons, and where things lie on a board.

The web page, notebooks and documents show what is drawn here. Nothing is copied from the printed
games: motifs, colours and icons are our own. The page puts its boards together itself, from the
same tiles and the same geometry.
"""

from azulejos.artwork.app import icon
from azulejos.artwork.boards import azul_wall_pattern, pavilion_board
from azulejos.artwork.paint import MARKER, PALETTES, Paint
from azulejos.artwork.picture import position_svg
from azulejos.artwork.sheet import sprite
from azulejos.artwork.theme import THEMES

__all__ = [
    "MARKER",
    "PALETTES",
    "THEMES",
    "Paint",
    "azul_wall_pattern",
    "icon",
    "pavilion_board",
    "position_svg",
    "sprite",
]
