"""What a board of Summer Pavilion is worth to the greedy bot."""

from __future__ import annotations

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion import rules
from azulejos.engine.pavilion.board import (
    FEATURE_REWARDS,
    FEATURE_SPACES,
    FULL_STAR,
    MOST_FEATURES,
    NUMBER_SPACES,
)
from azulejos.engine.pavilion.layout import COLOURS, MOST_KEPT, ROUNDS, SPACES, STARS
from azulejos.engine.state import OVER, State, States
from azulejos.engine.tiles import count_of, total

#: Worth is counted in hundredths of a point.
POINT = 100
#: A tile beside the board is worth about what it helps to place; several of a colour more.
TILE = 60
PAIR = 12
WILD = 40
KEPT_TILE = 50
#: A bonus tile still to be taken, and a part of one for a feature that is partly surrounded.
BONUS_TILE = 80
PART_OF_FEATURE = 10
#: A star that grows towards completion, by the square of its tiles.
STAR_GROWTH = 12
NUMBER_GROWTH = 8


@compiled
def worth(state: State, room: States, player: int) -> int:  # noqa: ARG001
    """What a board is worth: points scored, tiles to play with, and what is begun."""
    total_worth = int(state.scores[player]) * POINT
    if state.phase == OVER:
        return total_worth
    total_worth += int(state.bonus_due) * BONUS_TILE if state.to_play == player else 0
    return total_worth + tiles_worth(state, player) + board_worth(state, player)


@compiled
def tiles_worth(state: State, player: int) -> int:
    """What the tiles beside the board are worth; after the last round, nothing."""
    if state.passed >> player & 1:
        return 0 if state.round_number == ROUNDS else total(state.hands[player]) * KEPT_TILE
    wild = rules.wild_colour(state)
    worth = 0
    for colour in range(COLOURS):
        count = count_of(state.hands[player], colour)
        worth += count * TILE + count * count * PAIR
        worth += count * WILD if colour == wild else 0
    too_many = max(0, total(state.hands[player]) - 3 * MOST_KEPT)
    return worth - too_many * POINT


@compiled
def board_worth(state: State, player: int) -> int:
    """What the placed tiles promise: bonus tiles, complete stars and sets of numbers."""
    worth = 0
    for star in range(STARS):
        count = popcount(rules.slots_taken(state, player, star) & FULL_STAR)
        worth += count * count * STAR_GROWTH
    occupied = int(state.occupied[player])
    for number in range(len(state.number_points)):
        count = popcount(occupied & NUMBER_SPACES[state.board, number])
        worth += count * count * NUMBER_GROWTH
    for space in range(SPACES):
        if occupied >> space & 1:
            for index in range(MOST_FEATURES):
                around = int(FEATURE_SPACES[space, index])
                if occupied & around != around:
                    worth += PART_OF_FEATURE * int(FEATURE_REWARDS[space, index])
    return worth
