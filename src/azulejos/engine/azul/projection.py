"""Projected scores of Azul: what tiling, the floor line and the bonuses will bring."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    COLUMNS,
    FLOOR_PENALTY,
    ROW_BONUS,
    ROWS,
)
from azulejos.engine.bits import lowest_bit, popcount
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.state import COLOURED, State, States, set_state


@compiled
def in_sight(states: States, player: int) -> tuple[int, int]:
    """The points that full lines will bring, on the grey wall at best, and the floor's penalty.

    The array needs room for a second position, which is written over.
    """
    return in_sight_of(states, 0, player)


@compiled
def in_sight_of(states: States, index: int, player: int) -> tuple[int, int]:
    """The same for the position at an index; the one after it is written over."""
    set_state(states, index + 1, states[index])
    board = states[index + 1]
    tile_as_well_as_possible(board, player)
    points = int(board.scores[player]) - int(states[index].scores[player])
    return points, int(FLOOR_PENALTY[rules.floor_used(board, player)])


@compiled
def penalties(states: States, written: npt.NDArray[np.int8]) -> None:
    """What each player's floor line costs at the end of the round; room as for `in_sight`."""
    for player in range(states[0].players):
        written[player] = in_sight(states, player)[1]


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
    space = best_space_of_line(board, player, row, int(board.filled[player]))[0]
    return lowest_bit(space) - row * COLUMNS if space != 0 else -1


@compiled
def points_at(board: State, player: int, row: int, column: int) -> int:
    """The points of a tile on a free space of the wall."""
    filled = int(board.filled[player]) | 1 << (row * COLUMNS + column)
    return rules.points_of(filled, row, column)


# Without changing the position, for search. A column that one full line closes to another of its
# colour, on the grey wall, is not taken into account.


@compiled_noinline
def projected_score(state: State, player: int) -> int:
    """The score after tiling and the floor line, with the bonuses so far."""
    filled, points = tiled(state, player)
    cost = int(FLOOR_PENALTY[rules.floor_used(state, player)])
    score = max(0, int(state.scores[player]) + points - cost)
    return score + bonuses(state, player, filled)


@compiled_noinline
def tiled(state: State, player: int) -> tuple[int, int]:
    """The wall when full lines are tiled, from the top, and the points for it."""
    filled, points = int(state.filled[player]), 0
    rows = int(state.full_lines[player])
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        space, gain = best_space_of_line(state, player, row, filled)
        filled |= space
        points += gain
    return filled, points


@compiled_noinline
def bonuses(state: State, player: int, filled: int) -> int:
    """The end-of-game bonuses when full lines are tiled."""
    points = ROW_BONUS * rules.complete_rows(filled)
    points += COLUMN_BONUS * rules.complete_columns(filled)
    full = rows_by_colour(state, player, int(state.full_lines[player]))
    for colour in range(COLOURS):
        held = rows_of(int(state.walls[player, colour])) | full >> (colour * ROWS)
        points += COLOUR_BONUS * int(held & rules.TOP_ROW == rules.TOP_ROW)
    return points


@compiled
def best_space_of_line(state: State, player: int, row: int, filled: int) -> tuple[int, int]:
    """Where a line's tile scores most on a wall, as a bit, and the points; (0, 0) if nowhere."""
    return best_space(state, player, row, int(state.line_colours[player, row]), filled)


@compiled
def best_space(state: State, player: int, row: int, colour: int, filled: int) -> tuple[int, int]:
    """Where a tile of a colour scores most in a row of a wall, as a bit, and the points."""
    if state.board != COLOURED:
        return best_grey_space(state, player, row, colour, filled)
    column = rules.column_of(row, colour)
    space = 1 << (row * COLUMNS + column)
    if filled & space != 0:
        return 0, 0
    return space, rules.points_of(filled | space, row, column)


@compiled_noinline
def best_grey_space(
    state: State, player: int, row: int, colour: int, filled: int
) -> tuple[int, int]:
    """The same on the grey wall, where there is a choice of columns."""
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
def rows_of(wall: int) -> int:
    """The rows, as bits, in which a colour lies on a wall."""
    return gathered(wall | wall >> 1 | wall >> 2 | wall >> 3 | wall >> 4)


@compiled_noinline
def rows_by_colour(state: State, player: int, rows: int) -> int:
    """Some rows, as bits, by the colour of their lines: five bits for each colour."""
    sorted_rows = 0
    while rows != 0:
        row = lowest_bit(rows)
        rows &= rows - 1
        sorted_rows |= 1 << (int(state.line_colours[player, row]) * ROWS + row)
    return sorted_rows


@compiled
def gathered(column: int) -> int:
    """The bits of the leftmost column side by side."""
    return (((column & rules.LEFT_COLUMN) * rules.GATHER) >> 20) & rules.TOP_ROW
