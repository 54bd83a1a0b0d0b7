"""Move ordering in Summer Pavilion: points, bonus tiles, and their cost."""

from __future__ import annotations

from azulejos.engine.bits import lowest_bit
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.pavilion import rules
from azulejos.engine.pavilion.board import (
    FEATURE_REWARDS,
    FEATURE_SPACES,
    FULL_STAR,
    GROUP,
    MAX_FEATURES,
    NUMBER_SPACES,
    NUMBERS,
)
from azulejos.engine.pavilion.layout import (
    BONUS_PILES,
    COLOURS,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
    KEPT_PILES,
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    SLOTS,
    STAR_POINTS,
    WILDS,
)
from azulejos.engine.state import CENTRE, NOBODY, State
from azulejos.engine.tiles import colours_in, count_of, pile_of, total

# In hundredths of a point
POINT = 100
BONUS_TILE = 110
PAID_TILE = -12
PAID_WILD = -30
PASSING = -200
KEPT_WILD = 40
TAKEN_TILE = 70
TAKEN_WILD = 60
SAME_IN_HAND = 15
GOING_FIRST = 150


@compiled_noinline
def ordering_score(state: State, action: int) -> int:
    """Heuristic score of a move, in hundredths of a point."""
    if action >= FIRST_DRAFT:
        return draft_score(state, action - FIRST_DRAFT)
    if action >= FIRST_PLACEMENT:
        return placement_score(state, action - FIRST_PLACEMENT)
    if action >= FIRST_BONUS:
        return hand_value(state, int(BONUS_PILES[action - FIRST_BONUS]))
    kept = int(KEPT_PILES[action])
    lost = total(int(state.hands[state.to_play])) - total(kept)
    next_wilds = count_of(kept, rules.wild_colour(state) + 1)
    return PASSING - lost * POINT + next_wilds * KEPT_WILD


@compiled
def allows_rollout(state: State) -> bool:  # noqa: ARG001
    """Never: the value of tiles only shows when they are placed."""
    return False


@compiled_noinline
def hand_value(state: State, tiles: int) -> int:
    """Rough value of more tiles in hand: higher for colours that are held already."""
    hand, value = int(state.hands[state.to_play]), 0
    colours = colours_in(tiles)
    while colours != 0:
        colour = lowest_bit(colours)
        colours &= colours - 1
        each = TAKEN_TILE + SAME_IN_HAND * count_of(hand, colour)
        each += TAKEN_WILD if colour == rules.wild_colour(state) else 0
        value += each * count_of(tiles, colour)
    return value


@compiled_noinline
def draft_score(state: State, number: int) -> int:
    """Value of the drafted tiles, less the cost of the marker."""
    source, colour = number // COLOURS, number % COLOURS
    wild = rules.wild_colour(state)
    pile = int(state.sources[source])
    tiles = pile_of(wild, min(1, count_of(pile, wild)))
    if colour != wild:
        tiles += pile_of(colour, count_of(pile, colour))
    score = hand_value(state, tiles)
    if source == CENTRE and state.marker == NOBODY:
        score += GOING_FIRST - POINT * total(tiles)
    return score


@compiled_noinline
def placement_score(state: State, number: int) -> int:
    """Points now and at the end, bonus tiles, and the cost."""
    player = int(state.to_play)
    space, colour = number // (COLOURS * WILDS), number // WILDS % COLOURS
    star, slot = space // SLOTS, space % SLOTS
    slots = rules.slots_taken(state, player, star) | 1 << slot
    occupied = int(state.occupied[player]) | 1 << space
    points, reward = int(GROUP[slots, slot]), 0
    if slots == FULL_STAR:
        others = int(state.star_colours[player, star]) & ~(1 << colour)
        points += MANY_COLOURS_POINTS if others != 0 else int(STAR_POINTS[colour])
    cost = int(NUMBERS[state.board, space])
    if cost <= len(NUMBER_POINTS) and contains_all(
        occupied, int(NUMBER_SPACES[state.board, cost - 1])
    ):
        points += int(state.number_points[cost - 1])
    for index in range(MAX_FEATURES):
        if contains_all(occupied, int(FEATURE_SPACES[space, index])):
            reward += int(FEATURE_REWARDS[space, index])
    paid = cost * PAID_TILE + number % WILDS * PAID_WILD
    return points * POINT + reward * BONUS_TILE + paid


@compiled
def contains_all(occupied: int, spaces: int) -> bool:
    """Whether all of some spaces are occupied."""
    return occupied & spaces == spaces
