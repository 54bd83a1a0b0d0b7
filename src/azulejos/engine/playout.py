"""Random games and whole trees, in compiled code: for benchmarks, statistics, search and perft."""

from __future__ import annotations

import numpy as np

from azulejos.engine.compiled import compiled, compiled_allocating
from azulejos.engine.dispatch import (
    apply,
    deal_tile,
    legal_actions,
    random_action,
)
from azulejos.engine.rng import (
    Stream,
    bits_at,
    draw_from,
    next_bits,
)
from azulejos.engine.state import DEAL, OVER, States, set_state

#: More actions than any position of any game has.
MAX_LEGAL_ACTIONS = 1024


@compiled
def play_out(states: States, stream: Stream) -> int:
    """Play the first position to its end with random moves. Returns how many it took."""
    state = states[0]
    moves = 0
    while state.phase != OVER:
        if state.phase == DEAL:
            deal_tile(state, draw_from(state.bag, next_bits(stream)), None)
        else:
            apply(state, random_action(state, stream), None)
            moves += 1
    return moves


@compiled
def play_many(start: States, scratch: States, stream: Stream, games: int) -> int:
    """Play many random games from one position. Returns how many moves they took together."""
    moves = 0
    for _ in range(games):
        set_state(scratch, 0, start[0])
        moves += play_out(scratch, stream)
    return moves


@compiled_allocating
def perft(states: States, depth: int, seed: int, drawn: int) -> int:
    """Count the leaves of the tree of decisions to a depth.

    Tiles are dealt by the stream that starts at `seed`, without counting as depth; `drawn` tiles
    have been drawn before. The game's end is one leaf, whatever depth is left. `states` needs
    room for depth + 1 positions, the first being the root.
    """
    if depth == 0 or states[0].phase == OVER:
        return 1
    while states[0].phase == DEAL:
        deal_tile(states[0], draw_from(states[0].bag, bits_at(seed, drawn)), None)
        drawn += 1
    if states[0].phase == OVER:
        return 1
    actions = np.empty(MAX_LEGAL_ACTIONS, np.int16)
    count = legal_actions(states[0], actions)
    if depth == 1:
        return count
    leaves = 0
    for index in range(count):
        set_state(states, 1, states[0])
        apply(states[1], int(actions[index]), None)
        leaves += perft(states[1:], depth - 1, seed, drawn)
    return leaves
