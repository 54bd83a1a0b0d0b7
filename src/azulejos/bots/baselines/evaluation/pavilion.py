"""Baseline evaluations of Summer Pavilion: the value of a board, and the lead as of now."""

from __future__ import annotations

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion import rules
from azulejos.engine.pavilion.board import (
    FEATURE_REWARDS,
    FEATURE_SPACES,
    FULL_STAR,
    MAX_FEATURES,
    NUMBER_SPACES,
)
from azulejos.engine.pavilion.layout import COLOURS, MAX_KEPT, ROUNDS, SPACES, STARS
from azulejos.engine.state import OVER, State, States
from azulejos.engine.tiles import count_of, total

#: The unit of all values: hundredths of a point.
POINT = 100
#: Less than any score.
MIN_SCORE = -(1 << 28)

# Values of the greedy bot
#: A tile beside the board; several of one colour are worth more.
TILE = 60
PAIR = 12
WILD = 40
KEPT_TILE = 50
#: A bonus tile to be taken, and a part of one for a feature that is partly surrounded.
BONUS_TILE = 80
PART_OF_FEATURE = 10
#: Incomplete stars and numbers, by the square of their tiles.
STAR_GROWTH = 12
NUMBER_GROWTH = 8

# Values of the alpha-beta bot
#: A tile beside the board: less than it would score, because tiles have to be paid with.
HAND_TILE = 130


# The greedy bot


@compiled
def board_value(state: State, scratch: States, player: int) -> int:  # noqa: ARG001
    """The value of a player's board: points, tiles in hand, and incomplete structures."""
    value = int(state.scores[player]) * POINT
    if state.phase == OVER:
        return value
    value += int(state.bonus_due) * BONUS_TILE if state.to_play == player else 0
    return value + hand_value(state, player) + placed_value(state, player)


@compiled
def hand_value(state: State, player: int) -> int:
    """The value of the tiles beside the board; nothing after the last round."""
    if state.passed >> player & 1:
        return 0 if state.round_number == ROUNDS else total(state.hands[player]) * KEPT_TILE
    wild = rules.wild_colour(state)
    value = 0
    for colour in range(COLOURS):
        count = count_of(state.hands[player], colour)
        value += count * TILE + count * count * PAIR
        value += count * WILD if colour == wild else 0
    too_many = max(0, total(state.hands[player]) - 3 * MAX_KEPT)
    return value - too_many * POINT


@compiled
def placed_value(state: State, player: int) -> int:
    """The value of placed tiles towards bonus tiles, complete stars and sets of numbers."""
    value = 0
    for star in range(STARS):
        count = popcount(rules.slots_taken(state, player, star) & FULL_STAR)
        value += count * count * STAR_GROWTH
    occupied = int(state.occupied[player])
    for number in range(len(state.number_points)):
        count = popcount(occupied & NUMBER_SPACES[state.board, number])
        value += count * count * NUMBER_GROWTH
    for space in range(SPACES):
        if occupied >> space & 1:
            for index in range(MAX_FEATURES):
                around = int(FEATURE_SPACES[space, index])
                if occupied & around != around:
                    value += PART_OF_FEATURE * int(FEATURE_REWARDS[space, index])
    return value


# The alpha-beta bot


@compiled
def lead(state: State, scratch: States, player: int) -> int:  # noqa: ARG001
    """A player's lead over the best opponent, in hundredths of a point."""
    own, best = 0, MIN_SCORE
    for seat in range(state.players):
        points = current_points(state, seat)
        if seat == player:
            own = points
        else:
            best = max(best, points)
    return own - best


@compiled
def current_points(state: State, player: int) -> int:
    """A player's points with complete stars and numbers, and a value for tiles in hand."""
    score = int(state.scores[player])
    if state.phase == OVER:
        return score * POINT
    score += rules.star_bonus(state, player) + rules.number_bonus(state, player)
    tiles = total(state.hands[player])
    if state.to_play == player:
        tiles += int(state.bonus_due)
    return score * POINT + tiles * HAND_TILE
