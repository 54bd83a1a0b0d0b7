"""A player's board of Azul: pattern lines, wall and floor line, in two sizes."""

from __future__ import annotations

from functools import cache

from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES
from azulejos.i18n.sentences import signed
from azulejos.render.svg.geometry import azul_wall_pattern
from azulejos.session.messages.azul import AzulBoard, AzulDraft, AzulState
from azulejos.tui.canvas import Canvas
from azulejos.tui.keys import LineKey, Spot, WallKey
from azulejos.tui.names import plain
from azulejos.tui.tiles import MARKER, RECENT, Look, colours_of, put_lit, put_space, put_tile

#: Columns before the lines: the points of a line, and its number.
BADGE = 4
NUMBER = 2
#: Columns between the lines and the wall.
GAP = 2


@cache
def _pattern() -> list[list[str]]:
    return azul_wall_pattern()


def draw_board(state: AzulState, seat: int, look: Look) -> Canvas:
    """A board with its lines, its wall, and what can be picked on it."""
    canvas = Canvas()
    board = state.boards[seat]
    for row in range(COLUMNS):
        y = row * look.down
        _line(canvas, y, board, row, look, look.new_tiles(seat, LineKey(row + 1)))
        canvas.put(_wall_at(look) - GAP + (look.scale == 1) - 1, y, "▸", look.inks.muted)
        _wall(canvas, y, state, seat, row, look)
    _floor(canvas, COLUMNS * look.down, board, look, look.new_tiles(seat, LineKey(0)))
    return canvas


def _wall_at(look: Look) -> int:
    return BADGE + NUMBER + COLUMNS * look.across + GAP


def _badge(canvas: Canvas, y: int, number: int, look: Look) -> Spot | None:
    """The points of a line, if it can be picked."""
    spot = look.spots.get(LineKey(number))
    lit = spot is not None or LineKey(number) in look.frames
    inks = look.inks
    at_cursor = look.cursor == LineKey(number)
    if spot is not None and spot.points is not None:
        style = f"bold {inks.on_accent} on {inks.accent}" if at_cursor else f"bold {inks.accent}"
        style += " underline" if spot.hinted else ""
        canvas.put(0, y, f"{signed(spot.points):>{BADGE - 1}}", style)
    canvas.put(BADGE - 1, y, "▶" if at_cursor else " ", f"bold {inks.accent}")
    canvas.put(BADGE, y, str(number), f"bold {inks.accent if lit else inks.muted}")
    return spot


def _draft_of(spot: Spot | None) -> AzulDraft | None:
    """The draft that a spot on a line or the floor line would play."""
    option = spot.option if spot is not None else None
    return option if isinstance(option, AzulDraft) else None


def _line(canvas: Canvas, y: int, board: AzulBoard, row: int, look: Look, new: int) -> None:
    """A pattern line, of which the last `new` tiles are recent."""
    line = board.lines[row]
    spot = _badge(canvas, y, row + 1, look)
    left = BADGE + NUMBER
    draft = _draft_of(spot)
    coming = draft.placed if draft is not None else 0
    for place in range(line.size):
        # Lines fill up from the right, beside the wall.
        x = left + (COLUMNS - 1 - place) * look.across
        if place < line.count and line.colour is not None:
            state = "recent" if place >= line.count - new else ""
            put_tile(canvas, x, y, line.colour, look, state)
        elif place < line.count + coming and draft is not None:
            put_lit(canvas, x, y, draft.colour, look, look.state_of(LineKey(row + 1)))
        else:
            put_space(canvas, x, y, None, "·", look)
    if spot is not None:
        canvas.spot(LineKey(row + 1), 0, y, left + COLUMNS * look.across, look.down)


def _wall(canvas: Canvas, y: int, state: AzulState, seat: int, row: int, look: Look) -> None:
    for column, letter in enumerate(state.boards[seat].wall[row]):
        x, key = _wall_at(look) + column * look.across, WallKey(row, column)
        spot = look.spots.get(key)
        if letter is not None:
            put_tile(canvas, x, y, letter, look, "recent" if look.new_tiles(seat, key) else "")
        elif spot is not None and spot.points is not None:
            put_lit(canvas, x, y, signed(spot.points), look, look.state_of(key))
            canvas.spot(key, x, y, look.across, look.down)
        else:
            wanted = _pattern()[row][column] if state.board == "coloured" else None
            put_space(canvas, x, y, wanted, wanted or "·", look, is_framed=key in look.frames)


def _floor(canvas: Canvas, y: int, board: AzulBoard, look: Look, new: int) -> None:
    """The floor line, of which the last `new` tiles are recent."""
    spot = _badge(canvas, y, 0, look)
    tiles = _floor_tiles(board)
    draft = _draft_of(spot)
    coming = draft.dropped if draft is not None else 0
    left = BADGE + NUMBER
    for space in range(FLOOR_SPACES):
        x = left + space * look.across
        cost = int(FLOOR_PENALTY[space] - FLOOR_PENALTY[space + 1])
        if space < len(tiles):
            state = "recent" if space >= len(tiles) - new else ""
            put_tile(canvas, x, y, tiles[space], look, state)
        elif space < len(tiles) + coming and draft is not None:
            put_lit(canvas, x, y, draft.colour, look, look.state_of(LineKey(0)))
        else:
            put_space(canvas, x, y, None, plain(cost), look)
    end = left + FLOOR_SPACES * look.across
    if board.penalty:
        canvas.put(end + 1, y, f"= {plain(board.penalty)}", look.inks.ink)
    if spot is not None:
        canvas.spot(LineKey(0), 0, y, end, look.down)


def _floor_tiles(board: AzulBoard) -> list[str]:
    """The pieces on the floor line; the marker is first."""
    tiles: list[str] = []
    count = ""
    for sign in board.floor:
        if sign.isdigit():
            count += sign
        elif sign.isalpha():
            tiles += [sign] * int(count or 1)
            count = ""
    return [MARKER, *tiles] if board.marker else tiles


def draw_mini(state: AzulState, seat: int, look: Look) -> Canvas:
    """A board in a few letters: lines and wall side by side, and the cost of the floor line."""
    canvas = Canvas()
    board = state.boards[seat]
    for row, line in enumerate(board.lines):
        for place in range(line.size):
            filled = place < line.count
            _letter(canvas, COLUMNS - 1 - place, row, line.colour if filled else None, look)
        new = look.new_tiles(seat, LineKey(row + 1))
        for column, letter in enumerate(board.wall[row]):
            _letter(canvas, COLUMNS + 1 + column, row, letter, look)
            new += look.new_tiles(seat, WallKey(row, column))
        _recent_mark(canvas, COLUMNS, row, new, look)
    pieces = _floor_tiles(board)
    x = canvas.put(0, COLUMNS, "▾", look.inks.muted)
    for letter in pieces:
        _letter(canvas, x, COLUMNS, letter, look)
        x += 1
    _recent_mark(canvas, x, COLUMNS, look.new_tiles(seat, LineKey(0)), look)
    if pieces:
        canvas.put(x + 1, COLUMNS, plain(board.penalty), look.inks.ink)
    return canvas


def _recent_mark(canvas: Canvas, x: int, y: int, new: int, look: Look) -> None:
    """Mark a row in which tiles are recent."""
    if new:
        canvas.put(x, y, RECENT, f"bold {look.inks.accent}")


def _letter(canvas: Canvas, x: int, y: int, letter: str | None, look: Look) -> None:
    if letter is None:
        canvas.put(x, y, "·", look.inks.muted)
    else:
        ink, ground, _ = colours_of(letter)
        canvas.put(x, y, letter.upper(), f"bold {ink} on {ground}")
