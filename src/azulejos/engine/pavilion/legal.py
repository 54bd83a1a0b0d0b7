"""Move generation of Summer Pavilion, compiled: moves listed, tested and chosen at random."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import lowest_bit, nth_bit, popcount
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.pavilion.board import (
    ALL_COLOURS,
    COLOURS_OF_STAR,
    FULL_STAR,
    MAX_OWN,
    MAX_WILD,
    MIN_WILD,
    NUMBERS,
    PATTERN_OF_STAR,
    PURSES,
    WAYS,
    WAYS_IN_STAR,
)
from azulejos.engine.pavilion.layout import (
    ACTIONS,
    BONUS,
    BONUS_ACTIONS,
    BONUS_PILES,
    BONUS_SIZES,
    CENTRAL_STAR,
    COLOURS,
    DRAFT,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
    KEPT_PILES,
    PASS_ACTIONS,
    PLACE,
    ROUNDS,
    SLOTS,
    SPACES,
    STARS,
    WILDS,
)
from azulejos.engine.pavilion.rules import slots_taken, wild_colour
from azulejos.engine.rng import Stream, next_bits, scaled
from azulejos.engine.state import COLOURED, State
from azulejos.engine.tiles import colours_in, contains, count_of


@compiled
def allowed_colours(state: State, player: int, star: int) -> int:
    """The colours, as bits, that may be placed in a star that is not complete.

    On the grey side the second tile decides: the colour of both, or six different colours. The
    central star of the coloured side takes six different colours too.
    """
    colours = int(state.star_colours[player, star])
    if state.board == COLOURED:
        if star == CENTRAL_STAR:
            return ALL_COLOURS & ~colours
        return int(COLOURS_OF_STAR[star])
    if popcount(slots_taken(state, player, star)) < 2:
        return ALL_COLOURS
    return colours if popcount(colours) == 1 else ALL_COLOURS & ~colours


@compiled
def purse(state: State, player: int, colour: int) -> int:
    """The index of what a player can pay with for a tile of a colour."""
    own = min(MAX_OWN, count_of(state.hands[player], colour))
    wild = wild_colour(state)
    if colour == wild:
        return PURSES + own
    return own * WILDS + min(MAX_WILD, count_of(state.hands[player], wild))


@compiled_noinline
def is_legal(state: State, action: int) -> bool:
    """Whether an action may be played now."""
    if state.phase == DRAFT and FIRST_DRAFT <= action < ACTIONS:
        return bool(state.offer >> (action - FIRST_DRAFT) & 1)
    if state.phase == PLACE and FIRST_PLACEMENT <= action < FIRST_DRAFT:
        number = action - FIRST_PLACEMENT
        space, colour = number // (COLOURS * WILDS), number // WILDS % COLOURS
        return can_place(state, space, colour, number % WILDS)
    if state.phase == BONUS and FIRST_BONUS <= action < FIRST_PLACEMENT:
        return can_take_bonus(state, action - FIRST_BONUS)
    return bool(state.phase == PLACE and 0 <= action < FIRST_BONUS and can_keep(state, action))


@compiled
def can_place(state: State, space: int, colour: int, wilds: int) -> bool:
    """Whether the player may place a tile of a colour on a space, paying `wilds` wild tiles."""
    player = int(state.to_play)
    if state.occupied[player] >> space & 1:
        return False
    if not allowed_colours(state, player, space // SLOTS) >> colour & 1:
        return False
    means, cost = purse(state, player, colour), int(NUMBERS[state.board, space])
    fewest = int(MIN_WILD[means, cost])
    return fewest <= wilds < fewest + int(WAYS[means, cost])


@compiled
def can_take_bonus(state: State, index: int) -> bool:
    """Whether a set of bonus tiles is as large as it must be, and there."""
    return bool(BONUS_SIZES[index] == state.bonus_due) and contains(
        state.supply, BONUS_PILES[index]
    )


@compiled
def can_keep(state: State, index: int) -> bool:
    """Whether a set of tiles can be kept: the player has them, and another round follows."""
    if state.round_number == ROUNDS:
        return index == 0
    return contains(state.hands[state.to_play], KEPT_PILES[index])


@compiled_noinline
def legal_actions(state: State, actions: npt.NDArray[np.int16]) -> int:
    """Write the legal actions into an array, in rising order. Returns how many there are."""
    count = 0
    if state.phase == DRAFT:
        offers = int(state.offer)
        while offers != 0:
            actions[count] = FIRST_DRAFT + lowest_bit(offers)
            offers &= offers - 1
            count += 1
    elif state.phase == BONUS:
        for index in range(BONUS_ACTIONS):
            if can_take_bonus(state, index):
                actions[count] = FIRST_BONUS + index
                count += 1
    elif state.phase == PLACE:
        for index in range(PASS_ACTIONS):
            if can_keep(state, index):
                actions[count] = index
                count += 1
        count = legal_placements(state, actions, count)
    return count


@compiled
def legal_placements(state: State, actions: npt.NDArray[np.int16], count: int) -> int:
    """Write the legal placements behind the actions that are there. Returns how many there are."""
    player = int(state.to_play)
    in_hand = colours_in(state.hands[player])
    free = ~int(state.occupied[player]) & ((1 << SPACES) - 1)
    while free != 0:
        space = lowest_bit(free)
        free &= free - 1
        cost = int(NUMBERS[state.board, space])
        colours = in_hand & allowed_colours(state, player, space // SLOTS)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            means = purse(state, player, colour)
            first = FIRST_PLACEMENT + (space * COLOURS + colour) * WILDS
            first += int(MIN_WILD[means, cost])
            for way in range(WAYS[means, cost]):
                actions[count] = first + way
                count += 1
    return count


@compiled
def random_action(state: State, stream: Stream) -> int:
    """A legal action at random. A player must be to play.

    Drafts, sets of bonus tiles, placements and passing are equally likely among each other; what to
    keep when passing is then chosen, all possible sets being equally likely.
    """
    if state.phase == DRAFT:
        offers = int(state.offer)
        return FIRST_DRAFT + nth_bit(offers, scaled(next_bits(stream), popcount(offers)))
    if state.phase == BONUS:
        while True:
            index = scaled(next_bits(stream), BONUS_ACTIONS)
            if can_take_bonus(state, index):
                return FIRST_BONUS + index
    chosen = scaled(next_bits(stream), 1 + count_placements(state))
    if chosen != 0:
        return nth_placement(state, chosen - 1)
    if state.round_number == ROUNDS:
        return 0
    while True:
        index = scaled(next_bits(stream), PASS_ACTIONS)
        if can_keep(state, index):
            return index


@compiled
def count_placements(state: State) -> int:
    """How many placements are legal."""
    player = int(state.to_play)
    in_hand = colours_in(state.hands[player])
    count = 0
    for star in range(STARS):
        colours = in_hand & allowed_colours(state, player, star)
        while colours != 0:
            count += ways_in_star(state, player, star, lowest_bit(colours))
            colours &= colours - 1
    return count


@compiled
def ways_in_star(state: State, player: int, star: int, colour: int) -> int:
    """In how many ways a player can place a tile of a colour somewhere in a star."""
    free = ~slots_taken(state, player, star) & FULL_STAR
    pattern = PATTERN_OF_STAR[state.board, star]
    return int(WAYS_IN_STAR[pattern, purse(state, player, colour), free])


@compiled
def nth_placement(state: State, n: int) -> int:
    """The n-th legal placement, in the order of stars, then colours, then slots."""
    player = int(state.to_play)
    in_hand = colours_in(state.hands[player])
    for star in range(STARS):
        colours = in_hand & allowed_colours(state, player, star)
        while colours != 0:
            colour = lowest_bit(colours)
            colours &= colours - 1
            ways = ways_in_star(state, player, star, colour)
            if n < ways:
                return nth_placement_in_star(state, player, star, colour, n)
            n -= ways
    return 0


@compiled
def nth_placement_in_star(state: State, player: int, star: int, colour: int, n: int) -> int:
    """The n-th way to place a tile of a colour in a star."""
    means = purse(state, player, colour)
    free = ~slots_taken(state, player, star) & FULL_STAR
    while True:
        space = star * SLOTS + lowest_bit(free)
        free &= free - 1
        cost = int(NUMBERS[state.board, space])
        if n < WAYS[means, cost]:
            wilds = int(MIN_WILD[means, cost]) + n
            return FIRST_PLACEMENT + (space * COLOURS + colour) * WILDS + wilds
        n -= int(WAYS[means, cost])
