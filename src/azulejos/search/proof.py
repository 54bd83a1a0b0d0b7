"""Proofs: what a player can be sure of, from real results alone.

A paranoid alpha-beta: one player maximises the result, all others together minimise it. Every line
ends with the game, or at a draw, whose outcome counts as the worst there is; the network is never
asked. So the value is a lower bound that holds whatever the others do and whatever is drawn. With
two players and no draw in any line it is the exact value of the game.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.dispatch import apply, legal_actions
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.state import DEAL, OVER, States, new_states, set_state
from azulejos.search.dispatch import ordering_score, position_hash
from azulejos.search.evaluation import INFINITY, result_value
from azulejos.search.transposition import (
    COMPLETE,
    EXACT,
    LOWER_BOUND,
    NO_ACTION,
    UPPER_BOUND,
    TranspositionTable,
    action_of,
    bound_of,
    new_table,
    probe,
    store,
    value_of,
)

#: Moves of the longest line that is followed; longer ones count as unknown.
MAX_PLIES = 80
#: Value of a line whose result is unknown: the worst.
UNKNOWN = -INFINITY

# Counters
NODES = 0
NODE_LIMIT = 1
STOPPED = 2  # the search was interrupted: its value means nothing
UNKNOWN_ENDS = 3  # lines that ended at a draw
COUNTERS = 4


class ProofStack(NamedTuple):
    """All memory of one search for a proof."""

    states: States  # by ply
    actions: npt.NDArray[np.int16]  # ply, index
    scores: npt.NDArray[np.int32]  # ply, index: ordering scores of those actions
    counters: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int8]  # set by another thread to interrupt the search
    table: TranspositionTable


def new_stack(layout: np.dtype[np.void], table_bits: int) -> ProofStack:
    """A stack for one game, with a transposition table of 2**table_bits slots."""
    return ProofStack(
        new_states(layout, MAX_PLIES + 1),
        np.zeros((MAX_PLIES + 1, MAX_LEGAL_ACTIONS), np.int16),
        np.zeros((MAX_PLIES + 1, MAX_LEGAL_ACTIONS), np.int32),
        np.zeros(COUNTERS, np.int64),
        np.zeros(1, np.int8),
        new_table(table_bits),
    )


@compiled_noinline
def guaranteed_value(stack: ProofStack, player: int, max_nodes: int) -> int:
    """The result that a player can force from `stack.states[0]`; UNKNOWN if there is none.

    The table must be new to this player and position. See the counters for interruptions.
    """
    stack.counters[:] = 0
    stack.counters[NODE_LIMIT] = max_nodes
    return forced(stack, 0, player, -INFINITY, INFINITY)


@compiled_noinline
def forced(stack: ProofStack, ply: int, player: int, alpha: int, beta: int) -> int:
    """Alpha-beta from a ply on, fail-soft, from the player's point of view."""
    value, is_end = end_value(stack, ply, player)
    if is_end:
        return value
    state = stack.states[ply]
    key = position_hash(state)
    entry = probe(stack.table, key)
    if entry != 0 and is_sufficient(entry, alpha, beta):
        return value_of(entry)
    count = generate_moves(stack, ply, action_of(entry) if entry != 0 else NO_ACTION)
    sign = 1 if state.to_play == player else -1
    best, best_action, low, high = -INFINITY - 1, NO_ACTION, alpha, beta
    for index in range(count):
        action = pick_move(stack, ply, index, count)
        set_state(stack.states, ply + 1, state)
        apply(stack.states[ply + 1], action, None)
        value = forced(stack, ply + 1, player, low, high)
        if sign * value > best:
            best, best_action = sign * value, action
        low, high = (max(low, value), high) if sign > 0 else (low, min(high, value))
        if low >= high or stack.counters[STOPPED] != 0:
            break
    remember(stack, key, best_action, sign * best, alpha, beta)
    return sign * best


@compiled_noinline
def end_value(stack: ProofStack, ply: int, player: int) -> tuple[int, bool]:
    """The value of a position where no line goes on, or (0, False)."""
    counters, state = stack.counters, stack.states[ply]
    counters[NODES] += 1
    if state.phase == OVER:
        return result_value(state, player), True
    if state.phase == DEAL or ply == MAX_PLIES:
        counters[UNKNOWN_ENDS] += 1
        return UNKNOWN, True
    if counters[NODES] >= counters[NODE_LIMIT] or stack.stop[0] != 0:
        counters[STOPPED] = 1
        return UNKNOWN, True
    return 0, False


@compiled_noinline
def is_sufficient(entry: int, alpha: int, beta: int) -> bool:
    """Whether an entry of the table decides a node."""
    value, bound = value_of(entry), bound_of(entry)
    if bound == LOWER_BOUND:
        return value >= beta
    return bound == EXACT or value <= alpha


@compiled_noinline
def remember(stack: ProofStack, key: int, action: int, value: int, alpha: int, beta: int) -> None:
    """Store a node that was searched to its end."""
    if stack.counters[STOPPED] != 0:
        return
    bound = EXACT
    if value >= beta:
        bound = LOWER_BOUND
    elif value <= alpha:
        bound = UPPER_BOUND
    store(stack.table, key, action, COMPLETE, bound, value)


@compiled
def generate_moves(stack: ProofStack, ply: int, table_action: int) -> int:
    """Generate the moves of a node with ordering scores."""
    actions, scores, state = stack.actions[ply], stack.scores[ply], stack.states[ply]
    count = legal_actions(state, actions)
    for index in range(count):
        action = int(actions[index])
        scores[index] = INFINITY if action == table_action else ordering_score(state, action)
    return count


@compiled
def pick_move(stack: ProofStack, ply: int, index: int, count: int) -> int:
    """Swap the move with the best ordering score to `index` (lazy selection sort)."""
    actions, scores = stack.actions[ply], stack.scores[ply]
    best = index
    for other in range(index + 1, count):
        if scores[other] > scores[best]:
            best = other
    actions[index], actions[best] = actions[best], actions[index]
    scores[index], scores[best] = scores[best], scores[index]
    return int(actions[index])
