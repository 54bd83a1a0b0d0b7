"""Baseline evaluations of Azul: the value of a board, and the lead if the round ended now."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    DRAFT,
    FLOOR_PENALTY,
    NO_COLOUR,
    ROW_BONUS,
    ROWS,
    TILE,
)
from azulejos.engine.azul.projection import best_column, points_at, tile_as_well_as_possible
from azulejos.engine.compiled import compiled
from azulejos.engine.state import OVER, State, States, set_state

#: The unit of all values: hundredths of a point.
POINT = 100
#: The value of an incomplete line, in percent of the points it would score.
LINE_VALUE = 40
#: The value of starting the next round.
MARKER_VALUE = 50
#: Less than any score.
MIN_SCORE = -(1 << 28)


# The greedy bot


@compiled
def board_value(state: State, scratch: States, player: int) -> int:
    """The value of a player's board: points, points of full lines, and parts of the others'."""
    set_state(scratch, 0, state)
    board = scratch[0]
    tile_as_well_as_possible(board, player)
    cost = FLOOR_PENALTY[rules.floor_used(board, player)]
    total = (int(board.scores[player]) - cost) * POINT
    if state.marker == player:
        total += MARKER_VALUE
    for row in range(ROWS):
        if board.line_colours[player, row] != NO_COLOUR:
            count = int(board.line_counts[player, row])
            total += line_points(board, player, row) * LINE_VALUE * count // (row + 1)
    return int(total)


@compiled
def line_points(board: State, player: int, row: int) -> int:
    """The points a line would score if it were full now."""
    column = best_column(board, player, row)
    return 0 if column < 0 else points_at(board, player, row, column)


# The alpha-beta bot


@compiled
def lead(state: State, scratch: States, player: int) -> int:
    """A player's lead over the best opponent, in hundredths of a point."""
    set_state(scratch, 0, state)
    own, best = 0, MIN_SCORE
    for seat in range(state.players):
        points = round_points(state, scratch[0], seat)
        if seat == player:
            own = points
        else:
            best = max(best, points)
    return own - best


@compiled
def round_points(state: State, board: State, player: int) -> int:
    """A player's points after tiling the full lines and paying the floor; `board` is a copy.

    Complete rows, columns and colours score as in the last round.
    """
    if state.phase == OVER:
        return int(state.scores[player]) * POINT
    tile_as_well_as_possible(board, player)
    score = int(board.scores[player])
    if has_to_pay(state, player):
        score = max(0, score - int(FLOOR_PENALTY[rules.floor_used(board, player)]))
    score += ROW_BONUS * rules.complete_rows(board.filled[player])
    score += COLUMN_BONUS * rules.complete_columns(board.filled[player])
    score += COLOUR_BONUS * rules.complete_colours(board, player)
    return score * POINT


@compiled
def has_to_pay(state: State, player: int) -> bool:
    """Whether a player's floor line has not been paid yet in this round.

    In the tiling phase, players before the one to move have paid. The marker, which counts on the
    floor, stays with its holder until the next round starts.
    """
    if state.phase != TILE:
        return bool(state.phase == DRAFT)
    seats, first = int(state.players), int(state.start_player)
    return (player - first) % seats >= (int(state.to_play) - first) % seats
