"""What a position of Azul is worth in points of its round, as if it ended now."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    DRAFT,
    FLOOR_PENALTY,
    ROW_BONUS,
    TILE,
)
from azulejos.engine.azul.projection import tile_as_well_as_possible
from azulejos.engine.compiled import compiled
from azulejos.engine.state import OVER, State, States

#: Points are counted in hundredths.
POINT = 100
#: Less than anyone can have.
LEAST = -(1 << 28)


@compiled
def evaluate(state: State, room: States, player: int) -> int:
    """The lead of a player over the best opponent, in hundredths of a point."""
    room[0] = state
    own, best = 0, LEAST
    for seat in range(state.players):
        points = points_of(state, room[0], seat)
        if seat == player:
            own = points
        else:
            best = max(best, points)
    return own - best


@compiled
def points_of(state: State, board: State, player: int) -> int:
    """What a player has when the full lines are tiled and the floor is paid; `board` is a copy.

    Complete rows, columns and colours count as if this were the last round.
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
    """Whether the floor line still has to be paid for in this round.

    While walls are tiled, those before the player whose turn it is have paid; the marker, which
    counts on the floor, stays with its holder until the next round starts.
    """
    if state.phase != TILE:
        return bool(state.phase == DRAFT)
    seats, first = int(state.players), int(state.start_player)
    return (player - first) % seats >= (int(state.to_play) - first) % seats
