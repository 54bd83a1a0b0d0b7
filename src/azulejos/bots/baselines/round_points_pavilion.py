"""What a position of Summer Pavilion is worth in points, as if the game ended now."""

from __future__ import annotations

from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion import rules
from azulejos.engine.state import OVER, State, States
from azulejos.engine.tiles import total

#: Points are counted in hundredths.
POINT = 100
#: What a tile beside the board is worth: less than it would score, for it must be paid with.
TILE = 130
#: Less than anyone can have.
LEAST = -(1 << 28)


@compiled
def evaluate(state: State, room: States, player: int) -> int:  # noqa: ARG001
    """The lead of a player over the best opponent, in hundredths of a point."""
    own, best = 0, LEAST
    for seat in range(state.players):
        points = points_of(state, seat)
        if seat == player:
            own = points
        else:
            best = max(best, points)
    return own - best


@compiled
def points_of(state: State, player: int) -> int:
    """What a player has, complete stars and numbers included, and some for tiles to play with."""
    score = int(state.scores[player])
    if state.phase == OVER:
        return score * POINT
    score += rules.star_bonus(state, player) + rules.number_bonus(state, player)
    tiles = total(state.hands[player])
    if state.to_play == player:
        tiles += int(state.bonus_due)
    return score * POINT + tiles * TILE
