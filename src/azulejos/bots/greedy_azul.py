"""What a board of Azul is worth to the greedy bot."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, NO_COLOUR, ROWS
from azulejos.engine.bits import lowest_bit
from azulejos.engine.compiled import compiled
from azulejos.engine.table import COLOURED, State, States

#: Worth is counted in hundredths of a point.
POINT = 100
#: What a line that is nearly full is worth, of the points it would bring when full.
PROMISE = 40
#: Starting the next round is worth a little.
MARKER = 50


@compiled
def worth(state: State, room: States, player: int) -> int:
    """What a player's board is worth: points scored, points in sight, and promises."""
    room[0] = state
    board = room[0]
    tile_as_well_as_possible(board, player)
    cost = FLOOR_PENALTY[rules.floor_used(board, player)]
    total = (int(board.scores[player]) - cost) * POINT
    if state.marker == player:
        total += MARKER
    for row in range(ROWS):
        if board.line_colours[player, row] != NO_COLOUR:
            count = int(board.line_counts[player, row])
            total += promise(board, player, row) * PROMISE * count // (row + 1)
    return int(total)


@compiled
def tile_as_well_as_possible(board: State, player: int) -> None:
    """Move the full lines to the wall; on the grey wall, each to the column that scores most."""
    while board.full_lines[player] != 0:
        row = lowest_bit(board.full_lines[player])
        column = best_column(board, player, row)
        if column < 0:
            rules.drop_line(board, player, row, None)
        else:
            rules.place_on_wall(board, player, row, column, None)


@compiled
def best_column(board: State, player: int, row: int) -> int:
    """The column where a line's tile would score most; -1 if it fits nowhere."""
    colour = int(board.line_colours[player, row])
    if board.board == COLOURED:
        return rules.column_of(row, colour)
    columns = rules.free_columns(board, player, row)
    best, best_points = -1, 0
    while columns != 0:
        column = lowest_bit(columns)
        columns &= columns - 1
        points = points_at(board, player, row, column)
        if points > best_points:
            best, best_points = column, points
    return best


@compiled
def points_at(board: State, player: int, row: int, column: int) -> int:
    """What a tile would score on a free space of the wall."""
    filled = int(board.filled[player]) | 1 << (row * COLUMNS + column)
    return rules.points_of(filled, row, column)


@compiled
def promise(board: State, player: int, row: int) -> int:
    """What a line would score if it were full now."""
    column = best_column(board, player, row)
    return 0 if column < 0 else points_at(board, player, row, column)
