"""What a board of Azul is worth to the greedy bot."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import FLOOR_PENALTY, NO_COLOUR, ROWS
from azulejos.engine.azul.projection import best_column, points_at, tile_as_well_as_possible
from azulejos.engine.compiled import compiled
from azulejos.engine.state import State, States

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
def promise(board: State, player: int, row: int) -> int:
    """What a line would score if it were full now."""
    column = best_column(board, player, row)
    return 0 if column < 0 else points_at(board, player, row, column)
