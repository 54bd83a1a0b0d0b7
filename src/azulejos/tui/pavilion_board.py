"""A player's board of Summer Pavilion: seven stars, the features between them, and the hand."""

from __future__ import annotations

from functools import cache

from azulejos.engine.pavilion.layout import SLOTS, STARS
from azulejos.i18n.sentences import signed
from azulejos.render.svg.geometry import BoardGeometry, Feature, pavilion_board
from azulejos.render.text.pavilion import (
    MOONS,
    PILLARS,
    SLOT_OFFSETS,
    STAR_CORNERS,
    STAR_NUMBER_OFFSET,
    STATUES,
    WINDOW_OFFSET,
    turn_of,
)
from azulejos.render.text.tiles import pile_text
from azulejos.session.messages.pavilion import PavilionBoard, PavilionState
from azulejos.tui.canvas import Canvas
from azulejos.tui.keys import SpaceKey
from azulejos.tui.tiles import RECENT, Look, colours_of, put_lit, put_space, put_tile

#: Columns of a tile in the coordinates of `render.text.pavilion`.
UNIT = 3
#: Columns before the spaces of a star in a few letters.
MINI_SLOTS = 4
#: Columns before the board.
MARGIN = 1


@cache
def _geometry(board: str) -> BoardGeometry:
    return pavilion_board(board)


def draw_board(state: PavilionState, seat: int, look: Look) -> Canvas:
    """A board as in the rulebook, with what can be picked on it."""
    canvas = Canvas()
    board, geometry = state.boards[seat], _geometry(state.board)
    for star in range(STARS):
        _star(canvas, geometry, board, star, look, seat)
    features = geometry.features
    for index, feature in enumerate(features):
        column, row = _place_of(feature.kind, index // 3)
        _feature(canvas, board, feature, column, row, look)
    hand = look.words.gettext("Tiles beside the board: {tiles}", tiles="")
    y = canvas.size.height
    x = canvas.put(0, y, hand, look.inks.muted)
    tiles = pile_text(board.tiles) if board.tiles else look.words.gettext("no tiles")
    if x + len(tiles) > max(canvas.size.width, x):
        x, y = 0, y + 1
    canvas.put(x, y, tiles)
    return canvas


def _at(column: int, row: int, look: Look) -> tuple[int, int]:
    """Coordinates of the small drawing, scaled; the cursor needs a column before the spaces."""
    margin = 0 if look.is_quiet else MARGIN
    return margin + column * look.across // UNIT, row * look.down


def _place_of(kind: str, outer: int) -> tuple[int, int]:
    if kind == "window":
        column, row = STAR_CORNERS[outer + 1]
        return column + WINDOW_OFFSET[0], row + WINDOW_OFFSET[1]
    return (PILLARS if kind == "pillar" else STATUES)[outer]


def _feature(
    canvas: Canvas,
    board: PavilionBoard,
    feature: Feature,
    column: int,
    row: int,
    look: Look,
) -> None:
    spaces = feature.spaces
    filled = sum(board.stars[space // SLOTS][space % SLOTS] is not None for space in spaces)
    moon = MOONS[filled * (len(MOONS) - 1) // len(spaces)]
    style = look.inks.accent if filled == len(spaces) else look.inks.muted
    x, y = _at(column, row, look)
    if look.scale > 1:
        canvas.put(x, y, f" {moon}{feature.reward} ", style)
    elif feature.kind == "window":  # the letter of the star stands beside it
        canvas.put(x, y, moon, style)
    else:
        canvas.put(x, y, f" {moon} ", style)


def _star(
    canvas: Canvas, geometry: BoardGeometry, board: PavilionBoard, star: int, look: Look, seat: int
) -> None:
    column, row = STAR_CORNERS[star]
    for slot, placed in enumerate(board.stars[star]):
        across, down = SLOT_OFFSETS[(slot + turn_of(star)) % SLOTS]
        x, y = _at(column + across, row + down, look)
        number = star * SLOTS + slot
        space, key = geometry.spaces[number], SpaceKey(number)
        spot = look.spots.get(key)
        if placed is not None:
            put_tile(canvas, x, y, placed, look, "recent" if look.new_tiles(seat, key) else "")
        elif spot is not None and spot.points is not None:
            label = f"{space.number}{signed(spot.points)}"
            put_lit(canvas, x, y, label, look, look.state_of(key))
            canvas.spot(key, x, y, look.across, look.down)
        else:
            label, is_framed = str(space.number), key in look.frames | look.chosen
            put_space(canvas, x, y, space.colour, label, look, is_framed=is_framed)
    x, y = _at(column + STAR_NUMBER_OFFSET[0], row + STAR_NUMBER_OFFSET[1], look)
    canvas.put(x, y, f"★{star}", f"bold {look.inks.ink}")
    colour = geometry.spaces[star * SLOTS].colour
    if colour is not None:
        x, y = (x + 1, y + 1) if look.scale == 1 else (x + 2, y)
        canvas.put(x, y, colour.upper(), f"bold {colours_of(colour)[2]}")


def cost_of(board: str, space: int) -> int:
    """The cost of a space of a side of the board: the number on it."""
    return _geometry(board).spaces[space].number


def colour_of(board: str, space: int) -> str | None:
    """The letter of the colour of a space, if its star has one."""
    return _geometry(board).spaces[space].colour


def draw_mini(state: PavilionState, seat: int, look: Look) -> Canvas:
    """A board in a few letters: a row for each star, the central one first; then the hand."""
    canvas = Canvas()
    board = state.boards[seat]
    for star, slots in enumerate(board.stars):
        canvas.put(0, star, f"★{star}", look.inks.muted)
        colour = _geometry(state.board).spaces[star * SLOTS].colour
        style = colours_of(colour)[2] if colour else look.inks.muted
        canvas.put(2, star, colour.upper() if colour else " ", style)
        for slot, letter in enumerate(slots):
            if letter is None:
                canvas.put(MINI_SLOTS + slot, star, "·", style)
            else:
                ink, ground, _ = colours_of(letter)
                canvas.put(MINI_SLOTS + slot, star, letter.upper(), f"bold {ink} on {ground}")
        if any(look.new_tiles(seat, SpaceKey(star * SLOTS + slot)) for slot in range(SLOTS)):
            canvas.put(MINI_SLOTS + SLOTS, star, RECENT, f"bold {look.inks.accent}")
    hand = "".join(f"{count}{letter.upper()}" for letter, count in board.tiles.items())
    canvas.put(0, STARS, hand or "·", look.inks.muted)
    return canvas
