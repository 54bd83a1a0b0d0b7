"""Projected walls of Azul: where the tiles of lines will go, and their points.

Where the grey wall leaves a choice, a tile is expected in the column where it scores most.
"""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import COLUMNS, ROWS
from azulejos.engine.bits import lowest_bit
from azulejos.engine.compiled import compiled, compiled_apart
from azulejos.engine.state import COLOURED, State


@compiled
def gathered(column: int) -> int:
    """The bits of the leftmost column side by side."""
    return (((column & rules.LEFT_COLUMN) * rules.GATHER) >> 20) & rules.TOP_ROW


@compiled_apart
def tiled(state: State, player: int) -> tuple[int, int]:
    """The wall when full lines are tiled, from the top, and what that scores."""
    filled, points = int(state.filled[player]), 0
    rows = int(state.full_lines[player])
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        space, gain = best_space_of_line(state, player, row, filled)
        filled |= space
        points += gain
    return filled, points


@compiled
def best_space_of_line(state: State, player: int, row: int, filled: int) -> tuple[int, int]:
    """Where the tile of a line scores most on a wall, and how much; nowhere for nothing."""
    return best_space(state, player, row, int(state.line_colours[player, row]), filled)


@compiled
def best_space(state: State, player: int, row: int, colour: int, filled: int) -> tuple[int, int]:
    """Where a tile of a colour scores most in a row of a wall, and how much."""
    if state.board != COLOURED:
        return best_grey_space(state, player, row, colour, filled)
    column = rules.column_of(row, colour)
    space = 1 << (row * COLUMNS + column)
    if filled & space != 0:
        return 0, 0
    return space, rules.points_of(filled | space, row, column)


@compiled_apart
def best_grey_space(
    state: State, player: int, row: int, colour: int, filled: int
) -> tuple[int, int]:
    """The same where there is a choice."""
    of_colour = int(state.walls[player, colour])
    columns = rules.columns_without(filled, of_colour, row)
    best, most = 0, 0
    while columns != 0:
        column = lowest_bit(columns)
        columns &= columns - 1
        space = 1 << (row * COLUMNS + column)
        points = rules.points_of(filled | space, row, column)
        if points > most:
            best, most = space, points
    return best, most


@compiled
def spaces_of(state: State, player: int, rows: int, filled: int) -> int:
    """Spaces of a wall that are meant by the lines of some rows."""
    spaces = 0
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        spaces |= best_space_of_line(state, player, row, filled)[0]
    return spaces


@compiled
def rows_of(wall: int) -> int:
    """The rows, as bits, in which a colour lies on a wall."""
    return gathered(wall | wall >> 1 | wall >> 2 | wall >> 3 | wall >> 4)


@compiled_apart
def rows_by_colour(state: State, player: int, rows: int) -> int:
    """Some rows, as bits, sorted by the colour of their lines: five bits for each."""
    sorted_rows = 0
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        sorted_rows |= 1 << (int(state.line_colours[player, row]) * ROWS + row)
    return sorted_rows


@compiled
def rows_begun(state: State, player: int) -> int:
    """The rows, as bits, whose line is begun, but not full."""
    rows = 0
    for row in range(ROWS):
        rows |= int(0 < state.line_counts[player, row] <= row) << row
    return rows
