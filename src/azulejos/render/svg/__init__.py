"""All drawings of ours, as text: tiles, icons, and where things lie on a board.

The web page, notebooks and documents show what is drawn here. Nothing is copied from the printed
games: motifs, colours and icons are our own. The page puts its boards together itself, from the
same tiles and the same geometry.
"""

from azulejos.render.svg.app_icon import icon
from azulejos.render.svg.geometry import azul_wall_pattern, pavilion_board
from azulejos.render.svg.palette import MARKER, PALETTES, Paint
from azulejos.render.svg.position import position_svg
from azulejos.render.svg.sprite import sprite
from azulejos.render.svg.theme import THEMES

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
