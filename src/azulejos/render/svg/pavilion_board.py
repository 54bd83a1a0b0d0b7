"""A player's board of Summer Pavilion as SVG: seven stars, and the tiles beside them."""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Pass, Place, TakeBonus
from azulejos.engine.pavilion.position import PavilionPosition, PlayerBoard
from azulejos.render.svg.brush import Brush, letters_of
from azulejos.render.svg.geometry import HEIGHT as STARS_HEIGHT
from azulejos.render.svg.geometry import WIDTH as STARS_WIDTH
from azulejos.render.svg.geometry import Feature, Space, pavilion_board
from azulejos.render.svg.shapes import element, group

#: Scale of the geometry.
SCALE = 0.6
WIDTH = STARS_WIDTH * SCALE
TILE, TILES_ROOM = 46.0, 60.0
HEIGHT = STARS_HEIGHT * SCALE + TILES_ROOM
ICON = 40
#: Of surrounded features.
GOLD, GOLD_LINE, GOLD_INK = "#ffd76a", "#c8931b", "#3b2500"


def draw_board(brush: Brush, player: int, x: float, y: float) -> str:
    """A player's board, with its upper left corner at a point."""
    assert isinstance(brush.position, PavilionPosition)
    board = brush.position.players[player]
    geometry = pavilion_board(brush.position.board)
    filled = [colour for star in board.stars for colour in star]
    drawing = "".join(_feature(brush, feature, filled) for feature in geometry.features)
    for space, colour in zip(geometry.spaces, filled, strict=True):
        drawing += _tile(brush, space, colour) if colour is not None else _empty(brush, space)
    last = brush.last
    if last is not None and last.is_of(player) and isinstance(last.move, Place):
        drawing += element(
            "polygon",
            points=geometry.spaces[last.move.space].points,
            fill="none",
            stroke=brush.theme.accent,
            stroke_width=9,
            stroke_linejoin="round",
        )
    stars = group(drawing, transform=f"translate({x:.1f} {y:.1f}) scale({SCALE})")
    return stars + _tiles(brush, board, player, x, y + STARS_HEIGHT * SCALE + 10)


def _empty(brush: Brush, space: Space) -> str:
    glaze = brush.theme.glazes[space.colour] if space.colour else brush.theme.any_glaze
    shape = {"points": space.points, "stroke_linejoin": "round"}
    return (
        element("polygon", **shape, fill=brush.theme.well)
        + element(
            "polygon",
            **shape,
            fill=glaze,
            fill_opacity="0.2",
            stroke=glaze,
            stroke_opacity="0.5",
            stroke_width=2.5,
        )
        + brush.text(str(space.number), space.x, space.y + 13, 38, "middle")
    )


def _tile(brush: Brush, space: Space, colour: Colour) -> str:
    height = space.length
    left, top = space.x - brush.width_of(height) / 2, space.y - height / 2
    turn = f"rotate({space.angle} {space.x} {space.y})"
    return brush.tile(colour.letter, left, top, height, transform=turn)


def _feature(brush: Brush, feature: Feature, filled: Sequence[Colour | None]) -> str:
    count = sum(filled[space] is not None for space in feature.spaces)
    lit = count == len(feature.spaces)
    fill, line = (GOLD, GOLD_LINE) if lit else (brush.theme.well, brush.theme.well_line)
    ink = GOLD_INK if lit else brush.theme.ink if count else brush.theme.muted
    circle = element(
        "circle",
        cx=feature.x,
        cy=feature.y,
        r=feature.radius,
        fill=fill,
        stroke=line,
        stroke_width=2,
    )
    left, top = feature.x - ICON / 2, feature.y - ICON / 2
    return circle + brush.icon(feature.kind, left, top, ICON, ink)


def _tiles(brush: Brush, board: PlayerBoard, player: int, x: float, y: float) -> str:
    """The tiles beside the board, close together if there are many."""
    letters = letters_of(board.tiles)
    width = brush.width_of(TILE)
    step = min(width + 4, (WIDTH - width) / max(1, len(letters) - 1))
    drawing = "".join(
        brush.tile(letter, x + index * step, y, TILE) for index, letter in enumerate(letters)
    )
    last = brush.last
    if last is not None and last.is_of(player) and not isinstance(last.move, Place):
        taken = isinstance(last.move, TakeBonus | Pass) or bool(letters)
        if taken:
            used = max(1, len(letters) - 1) * step + width if letters else width * 3
            drawing += brush.mark(x - 6, y - 4, used + 12, TILE + 8, 10)
    return drawing
