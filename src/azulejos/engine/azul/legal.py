"""Move generation of Azul, compiled: legal moves listed, tested and chosen at random."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul.layout import ACTIONS, COLUMNS, DESTINATIONS, DRAFT, TILE, TILE_ACTIONS
from azulejos.engine.azul.rules import COLOUR_OF_OFFER, free_columns
from azulejos.engine.bits import lowest_bit, nth_bit, popcount
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.rng import Stream, next_bits, scaled
from azulejos.engine.state import State


@compiled_noinline
def is_legal(state: State, action: int) -> bool:
    """Whether an action may be played now."""
    if state.phase == TILE and 0 <= action < TILE_ACTIONS:
        row, column = action // COLUMNS, action % COLUMNS
        return row == row_to_tile(state) and bool(columns_to_choose(state) >> column & 1)
    if state.phase == DRAFT and TILE_ACTIONS <= action < ACTIONS:
        offer, destination = divmod(action - TILE_ACTIONS, DESTINATIONS)
        return bool(state.offer >> offer & open_destinations(state, offer) >> destination & 1)
    return False


@compiled
def row_to_tile(state: State) -> int:
    """The row whose tile the player has to place now: the topmost full line."""
    return lowest_bit(state.full_lines[state.to_play])


@compiled
def columns_to_choose(state: State) -> int:
    """The columns, as bits, that the player may choose for that row."""
    return free_columns(state, int(state.to_play), row_to_tile(state))


@compiled
def open_destinations(state: State, offer: int) -> int:
    """The destinations, as bits, where the player may put the tiles of an offer."""
    pairs = int(state.open_lines[state.to_play])
    return pairs >> (int(COLOUR_OF_OFFER[offer]) * DESTINATIONS) & ((1 << DESTINATIONS) - 1)


@compiled_noinline
def legal_actions(state: State, actions: npt.NDArray[np.int16]) -> int:
    """Write the legal actions into an array, in rising order. Returns how many there are."""
    count = 0
    if state.phase == TILE:
        columns = columns_to_choose(state)
        while columns != 0:
            actions[count] = row_to_tile(state) * COLUMNS + lowest_bit(columns)
            columns &= columns - 1
            count += 1
    elif state.phase == DRAFT:
        offers = int(state.offer)
        while offers != 0:
            offer = lowest_bit(offers)
            offers &= offers - 1
            destinations = open_destinations(state, offer)
            while destinations != 0:
                actions[count] = TILE_ACTIONS + offer * DESTINATIONS + lowest_bit(destinations)
                destinations &= destinations - 1
                count += 1
    return count


@compiled
def random_action(state: State, stream: Stream) -> int:
    """A legal action, all equally likely (to one in a thousand). A player must be to play.

    A draft is found by proposing an offer and a destination until that pair is open, which is
    faster than listing all drafts. Two proposals at a time, because a failed one costs the
    processor a wrong guess.
    """
    if state.phase == TILE:
        columns = columns_to_choose(state)
        choice = nth_bit(columns, scaled(next_bits(stream), popcount(columns)))
        return row_to_tile(state) * COLUMNS + choice
    offers = int(state.offer)
    count = popcount(offers)
    while True:
        bits = next_bits(stream)
        offer = nth_bit(offers, ((bits & 0x3FFFF) * count) >> 18)
        other_offer = nth_bit(offers, ((bits >> 18 & 0x3FFFF) * count) >> 18)
        destination = ((bits >> 36 & 0x1FFF) * DESTINATIONS) >> 13
        other_destination = ((bits >> 49 & 0x1FFF) * DESTINATIONS) >> 13
        is_open = open_destinations(state, offer) >> destination & 1
        if is_open | open_destinations(state, other_offer) >> other_destination & 1:
            if not is_open:
                offer, destination = other_offer, other_destination
            return TILE_ACTIONS + offer * DESTINATIONS + destination
