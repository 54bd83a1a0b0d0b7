"""What a board of Azul has in sight before the round ends: for previews, warnings and bots."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import COLUMNS, FLOOR_PENALTY, ROWS
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.compiled import compiled
from azulejos.engine.state import COLOURED, State, States


@compiled
def in_sight(states: States, player: int) -> tuple[int, int]:
    """The points that full lines will bring, on the grey wall at best, and the floor's penalty.

    The array needs room for a second position, which is written over.
    """
    states[1] = states[0]
    board = states[1]
    tile_as_well_as_possible(board, player)
    points = int(board.scores[player]) - int(states[0].scores[player])
    return points, int(FLOOR_PENALTY[rules.floor_used(board, player)])


@compiled
def is_last_round(states: States) -> bool:
    """Whether a row of some wall is complete, or will be when its line is tiled."""
    state = states[0]
    for player in range(state.players):
        for row in range(ROWS):
            tiles = popcount(int(state.filled[player]) >> (row * COLUMNS) & rules.TOP_ROW)
            will_come = state.full_lines[player] >> row & 1 and has_column(state, player, row)
            if tiles + int(will_come) == COLUMNS:
                return True
    return False


@compiled
def has_column(board: State, player: int, row: int) -> bool:
    """Whether the tile of a full line finds a space on the wall."""
    return board.board == COLOURED or rules.free_columns(board, player, row) != 0


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
