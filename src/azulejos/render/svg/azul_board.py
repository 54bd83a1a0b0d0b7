"""A player's board of Azul as SVG: pattern lines, wall and floor line."""

from __future__ import annotations

from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, FLOOR_SPACES, ROWS
from azulejos.engine.azul.moves import Draft, Tile
from azulejos.engine.azul.position import AzulPosition, PlayerBoard
from azulejos.i18n.sentences import MINUS
from azulejos.render.svg.brush import Brush, letters_of
from azulejos.render.svg.geometry import azul_wall_pattern
from azulejos.render.svg.shapes import path

CELL, STEP = 44.0, 48.0
ARROW = 30.0
FLOOR_TOP = ROWS * STEP + 16
WIDTH = (ROWS + COLUMNS) * STEP - 4 + ARROW
HEIGHT = FLOOR_TOP + CELL + 4
GHOST = 0.24
WALL_LEFT = ROWS * STEP - 4 + ARROW


def draw_board(brush: Brush, player: int, x: float, y: float) -> str:
    """A player's board, with its upper left corner at a point."""
    assert isinstance(brush.position, AzulPosition)
    board = brush.position.players[player]
    drawing = "".join(
        _line(brush, board, row, x, y + row * STEP)
        + _wall_row(brush, board, row, x, y + row * STEP)
        for row in range(ROWS)
    )
    drawing += _floor(brush, board, x, y + FLOOR_TOP)
    if brush.last is not None and brush.last.is_of(player):
        drawing += _mark(brush, x, y)
    return drawing


def _line(brush: Brush, board: PlayerBoard, row: int, x: float, y: float) -> str:
    line = board.lines[row]
    drawing = ""
    for place in range(line.size):
        # Lines fill from the right, towards the wall.
        left = x + (ROWS - 1 - place) * STEP
        drawing += brush.well(left, y, CELL, CELL)
        if line.colour is not None and place < line.count:
            drawing += brush.tile(line.colour.letter, left, y, CELL)
    middle, tip = y + CELL / 2, x + ROWS * STEP + ARROW - 17
    arrow = f"M{tip - 8:.1f} {middle - 7:.1f}l9 7l-9 7z"
    return drawing + path(arrow, fill=brush.theme.line)


def _wall_row(brush: Brush, board: PlayerBoard, row: int, x: float, y: float) -> str:
    printed = azul_wall_pattern()[row] if brush.position.board == "coloured" else None
    drawing = ""
    for column in range(COLUMNS):
        left, colour = x + WALL_LEFT + column * STEP, board.wall[row][column]
        if colour is not None:
            drawing += brush.tile(colour.letter, left, y, CELL)
            continue
        drawing += brush.well(left, y, CELL, CELL)
        if printed:
            drawing += brush.tile(printed[column], left, y, CELL, opacity=str(GHOST))
    return drawing


def _floor(brush: Brush, board: PlayerBoard, x: float, y: float) -> str:
    # After the end of the game the marker is drawn beside its holder's name.
    fallen = ["marker"] if board.has_marker and not brush.position.is_over else []
    fallen += letters_of(board.floor)
    drawing = ""
    for place in range(FLOOR_SPACES):
        left = x + place * STEP
        drawing += brush.well(left, y, CELL, CELL)
        if place < len(fallen):
            drawing += brush.tile(fallen[place], left, y, CELL)
            continue
        cost = int(FLOOR_PENALTY[place + 1] - FLOOR_PENALTY[place])
        drawing += brush.text(
            f"{MINUS}{cost}",
            left + CELL / 2,
            y + CELL / 2 + 6,
            17,
            "middle",
            fill=brush.theme.muted,
        )
    return drawing


def _mark(brush: Brush, x: float, y: float) -> str:
    move = brush.last.move if brush.last is not None else None
    if isinstance(move, Tile):
        left, top = x + WALL_LEFT + move.column * STEP, y + move.row * STEP
        return brush.mark(left - 3, top - 3, CELL + 6, CELL + 6)
    if isinstance(move, Draft) and move.destination:
        left = x + (ROWS - move.destination) * STEP
        width = move.destination * STEP - 4
        return brush.mark(left - 4, y + (move.destination - 1) * STEP - 4, width + 8, CELL + 8)
    return brush.mark(x - 4, y + FLOOR_TOP - 4, FLOOR_SPACES * STEP + 4, CELL + 8)
