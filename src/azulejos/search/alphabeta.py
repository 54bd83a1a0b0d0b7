"""Principal variation search with late move reductions, iterative deepening.

Alpha-beta for two players. Every line ends at a deal, whose outcome the network estimates; a search
in which no line was cut off for lack of depth (`DEPTH_CUTS` is 0) is exact up to that estimate.
Values are from the point of view of the side to move (negamax, but for players who move twice).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.dispatch import apply, is_legal, legal_actions
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    new_states,
    set_state,
)
from azulejos.search.dispatch import ordering_score, position_hash
from azulejos.search.evaluation import (
    INFINITY,
    MAX_LINE,
    EvalBuffers,
    evaluate_zero_sum,
    new_buffers,
    write_leads,
)
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.network import Network
from azulejos.search.transposition import (
    COMPLETE,
    EXACT,
    LOWER_BOUND,
    NO_ACTION,
    UPPER_BOUND,
    TranspositionTable,
    action_of,
    bound_of,
    depth_of,
    new_table,
    probe,
    store,
    value_of,
)

MAX_DEPTH = 60
#: Value of a root move that an interrupted search did not reach: below all others.
NOT_SEARCHED = -INFINITY - 1
MAX_ACTIONS = 4096
#: Late move reductions, (move index, depth left): each that is reached reduces by one ply.
REDUCTIONS = ((2, 3), (6, 4), (16, 6))
#: Largest history score, and the ordering score of the transposition table's move.
HISTORY_LIMIT = 1 << 20
FIRST = 1 << 30

# Counters
NODES = 0  # positions searched or evaluated
NODE_LIMIT = 1
STOPPED = 2  # the search was interrupted
DEPTH_CUTS = 3  # lines evaluated for lack of depth, before the deal
DEPTH = 4  # the last completed depth
MULTI_PV = 5  # 1: all root moves get exact values
LINE_LENGTH = 6  # of the principal variation
COUNTERS = 7

# Fields of a stack frame
DEPTH_LEFT = 0
ENTRY_ALPHA = 1  # alpha when the node was entered
BETA = 2
ALPHA = 3  # raised by the moves searched so far
BEST_VALUE = 4
BEST_ACTION = 5
INDEX = 6  # of the current move
COUNT = 7  # of moves
SIGN = 8  # -1 if the current move passes the turn
NULL_WINDOW = 9  # 1: the current move is searched with a null window
REDUCTION = 10  # plies by which the current move is reduced
FIELDS = 11

Frame: TypeAlias = npt.NDArray[np.int32]


class SearchStack(NamedTuple):
    """All memory of one searching thread."""

    states: States  # by ply
    actions: npt.NDArray[np.int16]  # ply, index
    scores: npt.NDArray[np.int32]  # ply, index: ordering scores of those actions
    frames: npt.NDArray[np.int32]  # ply, field
    keys: npt.NDArray[np.int64]  # by ply
    cuts_before: npt.NDArray[np.int64]  # by ply: DEPTH_CUTS when the node was entered
    history: npt.NDArray[np.int32]  # player, action: history heuristic
    values: npt.NDArray[np.int32]  # of the root moves
    depth_values: npt.NDArray[np.int32]  # by completed depth: the value of the best root move
    static_values: npt.NDArray[np.int32]  # action: value of a root move at depth 1
    leads: npt.NDArray[np.int32]  # of the root moves, in tenths of points
    line: npt.NDArray[np.int16]  # the principal variation
    counters: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int8]  # set by another thread to interrupt the search
    table: TranspositionTable
    buffers: EvalBuffers


def new_stack(layout: np.dtype[np.void], table_bits: int) -> SearchStack:
    """A stack for one game, with a transposition table of 2**table_bits slots."""
    return SearchStack(
        new_states(layout, MAX_DEPTH + 2),
        np.zeros((MAX_DEPTH + 2, MAX_LEGAL_ACTIONS), np.int16),
        np.zeros((MAX_DEPTH + 2, MAX_LEGAL_ACTIONS), np.int32),
        np.zeros((MAX_DEPTH + 2, FIELDS), np.int32),
        np.zeros(MAX_DEPTH + 2, np.int64),
        np.zeros(MAX_DEPTH + 2, np.int64),
        np.zeros((2, MAX_ACTIONS), np.int32),
        np.zeros(MAX_LEGAL_ACTIONS, np.int32),
        np.zeros(MAX_DEPTH + 1, np.int32),
        np.zeros(MAX_ACTIONS, np.int32),
        np.zeros(MAX_LEGAL_ACTIONS, np.int32),
        np.zeros(MAX_LINE, np.int16),
        np.zeros(COUNTERS, np.int64),
        np.zeros(1, np.int8),
        new_table(table_bits),
        new_buffers(),
    )


@compiled_noinline
def search(
    stack: SearchStack,
    network: Network,
    first_depth: int,
    max_depth: int,
    max_nodes: int,
    multi_pv: bool,
    report: bool,
) -> int:
    """`iterative_deepening`; with `report` also the principal variation and the leads.

    One function, so that evaluation is compiled once.
    """
    count = iterative_deepening(stack, network, first_depth, max_depth, max_nodes, multi_pv)
    if report:
        length = write_principal_variation(stack)
        stack.counters[LINE_LENGTH] = length
        actions, line = stack.actions[0, :count], stack.line[:length]
        scratch = stack.states[1:2]
        write_leads(stack.states[0], actions, line, scratch, network, stack.buffers, stack.leads)
    return count


@compiled_noinline
def iterative_deepening(
    stack: SearchStack,
    network: Network,
    first_depth: int,
    max_depth: int,
    max_nodes: int,
    multi_pv: bool,
) -> int:
    """Search `stack.states[0]` depth by depth. Returns the number of root moves.

    `stack.actions[0]` and `stack.values` then hold the root moves, best first, and the counters the
    completed depth. With `multi_pv` all values are exact; else only that of the best move is, and
    the others are estimates.
    """
    counters = stack.counters
    counters[:] = 0
    counters[NODE_LIMIT] = max_nodes
    counters[MULTI_PV] = int(multi_pv)
    stack.history[:] = 0
    stack.static_values[:] = -INFINITY
    use_network(stack.buffers.cache, network)
    count = legal_actions(stack.states[0], stack.actions[0])
    for index in range(count):
        stack.values[index] = ordering_score(stack.states[0], int(stack.actions[0, index]))
    sort_root_moves(stack, count)
    for depth in range(first_depth, max_depth + 1):
        counters[DEPTH_CUTS] = 0
        search_to_depth(stack, network, depth)
        sort_root_moves(stack, count)
        if counters[STOPPED] != 0:
            break
        counters[DEPTH] = depth
        stack.depth_values[depth] = stack.values[0]
        if counters[DEPTH_CUTS] == 0:
            break
    if not multi_pv:
        estimate_other_moves(stack, count)
        sort_root_moves(stack, count)
    return count


@compiled_noinline
def estimate_other_moves(stack: SearchStack, count: int) -> None:
    """Estimate the values of all root moves but the best, for which search has bounds only.

    A move's estimate is below the best value by as much as it was at depth 1; its upper bound, if
    that is lower.
    """
    actions, values, static = stack.actions[0], stack.values, stack.static_values
    best, best_static = int(values[0]), int(static[actions[0]])
    for index in range(1, count):
        estimate = best - max(1, best_static - int(static[actions[index]]))
        if values[index] == NOT_SEARCHED or values[index] > estimate:
            values[index] = max(estimate, -INFINITY)


@compiled_noinline
def write_principal_variation(stack: SearchStack) -> int:
    """Write the principal variation, from the transposition table. Returns its length."""
    set_state(stack.states, 1, stack.states[0])
    state = stack.states[1]
    length, action = 0, int(stack.actions[0, 0])
    while length < MAX_LINE and action != NO_ACTION and is_legal(state, action):
        apply(state, action, None)
        stack.line[length] = action
        length += 1
        if state.phase == DEAL or state.phase == OVER:
            break
        action = action_of(probe(stack.table, position_hash(state)) or NO_ACTION << 8)
    return length


@compiled_noinline
def sort_root_moves(stack: SearchStack, count: int) -> None:
    """Sort the root moves by value, best first; the sort is stable."""
    actions, values = stack.actions[0], stack.values
    for index in range(1, count):
        action, value = actions[index], values[index]
        place = index
        while place > 0 and values[place - 1] < value:
            actions[place], values[place] = actions[place - 1], values[place - 1]
            place -= 1
        actions[place], values[place] = action, value


@compiled_noinline
def search_to_depth(stack: SearchStack, network: Network, depth: int) -> None:
    """Search the root to a depth and write the values of its moves.

    If interrupted, the moves it did not reach become NOT_SEARCHED; with MULTI_PV they keep the
    values of the last completed depth, and so do all moves if not even the first was finished. (A
    loop with an explicit stack, so that the search can stop after any node.)
    """
    counters, frames = stack.counters, stack.frames
    enter_node(stack, 0, depth, -INFINITY, INFINITY)
    ply, value, returns = 0, 0, False
    while True:
        if counters[NODES] >= counters[NODE_LIMIT] or stack.stop[0] != 0:
            counters[STOPPED] = 1
            first_missing = int(frames[0, INDEX])
            if first_missing > 0 and (counters[MULTI_PV] == 0 or counters[DEPTH] == 0):
                stack.values[first_missing : int(frames[0, COUNT])] = NOT_SEARCHED
            return
        frame = frames[ply]
        if returns:
            returns = False
            value *= int(frame[SIGN])
            if frame[NULL_WINDOW] != 0 and needs_full_search(frame, value):
                frame[NULL_WINDOW] = 0
                value, returns = enter_child(stack, ply)
                ply += int(not returns)
                continue
            back_up(stack, ply, value)
        elif frame[INDEX] == frame[COUNT]:
            value = leave_node(stack, ply)
            if ply == 0:
                return
            ply -= 1
            returns = True
        elif play_next_move(stack, ply):
            back_up(stack, ply, leaf_value(stack, network, ply))
        else:
            choose_window(stack, ply)
            value, returns = enter_child(stack, ply)
            ply += int(not returns)


@compiled
def enter_node(stack: SearchStack, ply: int, depth: int, alpha: int, beta: int) -> tuple[int, bool]:
    """Start a node; (value, True) if the transposition table has a sufficient entry."""
    stack.counters[NODES] += 1
    key = position_hash(stack.states[ply])
    entry = probe(stack.table, key)
    if ply != 0 and entry != 0 and depth_of(entry) >= depth:
        value, bound = value_of(entry), bound_of(entry)
        if (
            bound == EXACT
            or (bound == LOWER_BOUND and value >= beta)
            or (bound == UPPER_BOUND and value <= alpha)
        ):
            stack.counters[DEPTH_CUTS] += int(depth_of(entry) != COMPLETE)
            return value, True
    frame = stack.frames[ply]
    stack.keys[ply] = key
    frame[DEPTH_LEFT], frame[ENTRY_ALPHA], frame[BETA] = depth, alpha, beta
    frame[ALPHA], frame[BEST_VALUE], frame[BEST_ACTION] = alpha, -INFINITY, NO_ACTION
    frame[INDEX] = 0
    stack.cuts_before[ply] = stack.counters[DEPTH_CUTS]
    frame[COUNT] = generate_moves(stack, ply, action_of(entry) if entry != 0 else NO_ACTION)
    return 0, False


@compiled
def leave_node(stack: SearchStack, ply: int) -> int:
    """Store a finished node in the transposition table. Returns its value."""
    frame = stack.frames[ply]
    best = int(frame[BEST_VALUE])
    bound = UPPER_BOUND
    if best >= frame[BETA]:
        bound = LOWER_BOUND
    elif best > frame[ENTRY_ALPHA]:
        bound = EXACT
    depth, action = int(frame[DEPTH_LEFT]), int(frame[BEST_ACTION])
    if stack.counters[DEPTH_CUTS] == stack.cuts_before[ply]:
        depth = COMPLETE
    store(stack.table, int(stack.keys[ply]), action, depth, bound, best)
    return best


@compiled
def play_next_move(stack: SearchStack, ply: int) -> bool:
    """Play the next move; whether it leads to a leaf: a deal, the end, or no depth left."""
    frame = stack.frames[ply]
    action = pick_move(stack, ply, int(frame[INDEX]), int(frame[COUNT]))
    set_state(stack.states, ply + 1, stack.states[ply])
    child = stack.states[ply + 1]
    apply(child, action, None)
    is_end = child.phase == DEAL or child.phase == OVER
    stack.counters[DEPTH_CUTS] += int(frame[DEPTH_LEFT] <= 1 and not is_end)
    return bool(is_end or frame[DEPTH_LEFT] <= 1)


@compiled
def leaf_value(stack: SearchStack, network: Network, ply: int) -> int:
    """Static evaluation after the current move, to the player who made it."""
    stack.counters[NODES] += 1
    player = int(stack.states[ply].to_play)
    return evaluate_zero_sum(stack.states[ply + 1], player, network, stack.buffers)


@compiled
def choose_window(stack: SearchStack, ply: int) -> None:
    """Choose window and depth for the current move.

    The first move gets the full window; the others a null window, late ones with reduced depth.
    With MULTI_PV all root moves get the full window.
    """
    frame = stack.frames[ply]
    same = stack.states[ply + 1].to_play == stack.states[ply].to_play
    frame[SIGN] = 1 if same else -1
    is_full = frame[INDEX] == 0 or (ply == 0 and stack.counters[MULTI_PV] != 0)
    frame[NULL_WINDOW] = int(not is_full)
    frame[REDUCTION] = (
        0 if is_full else late_move_reduction(int(frame[INDEX]), int(frame[DEPTH_LEFT]))
    )


@compiled
def needs_full_search(frame: Frame, value: int) -> bool:
    """Whether a null-window search failed high, so that a full search must follow."""
    return bool(value > frame[ALPHA] and (frame[REDUCTION] != 0 or value < frame[BETA]))


@compiled
def enter_child(stack: SearchStack, ply: int) -> tuple[int, bool]:
    """Start the node after the current move, with the window and depth chosen for it."""
    frame = stack.frames[ply]
    low, high = int(frame[ALPHA]), int(frame[BETA])
    depth = int(frame[DEPTH_LEFT]) - 1
    if frame[NULL_WINDOW] != 0:
        high = low + 1
        depth -= int(frame[REDUCTION])
    if frame[SIGN] < 0:
        low, high = -high, -low
    return enter_node(stack, ply + 1, depth, low, high)


@compiled
def back_up(stack: SearchStack, ply: int, value: int) -> None:
    """Back up the value of the current move and go on to the next; cut off at beta."""
    frame = stack.frames[ply]
    index, best = int(frame[INDEX]), int(frame[BEST_VALUE])
    action = int(stack.actions[ply, index])
    multi_pv = ply == 0 and stack.counters[MULTI_PV] != 0
    if ply == 0:
        if frame[DEPTH_LEFT] == 1:
            stack.static_values[action] = value
        # Upper bounds of moves that are not better must sort below the best move.
        is_bound = value <= best and not multi_pv
        stack.values[index] = min(value, best - 1) if is_bound else value
    frame[INDEX] = index + 1
    if value > best:
        frame[BEST_VALUE], frame[BEST_ACTION] = value, action
        frame[ALPHA] = frame[ALPHA] if multi_pv else max(int(frame[ALPHA]), value)
        if frame[ALPHA] >= frame[BETA]:
            update_history(stack, int(stack.states[ply].to_play), action, int(frame[DEPTH_LEFT]))
            frame[INDEX] = frame[COUNT]


@compiled
def late_move_reduction(index: int, depth: int) -> int:
    """The depth reduction of a move by its index in the order: the later, the more."""
    plies = 0
    for first_index, min_depth in REDUCTIONS:
        plies += int(index >= first_index and depth >= min_depth)
    return plies


@compiled
def generate_moves(stack: SearchStack, ply: int, table_action: int) -> int:
    """Generate the moves of a node with ordering scores. Root moves keep their sorted order."""
    actions, scores = stack.actions[ply], stack.scores[ply]
    state = stack.states[ply]
    if ply == 0:
        count = legal_actions(state, stack.actions[1])
        for index in range(count):
            scores[index] = -index
        return count
    player = int(state.to_play)
    count = legal_actions(state, actions)
    for index in range(count):
        action = int(actions[index])
        scores[index] = ordering_score(state, action) + int(stack.history[player, action])
        if action == table_action:
            scores[index] = FIRST
    return count


@compiled
def pick_move(stack: SearchStack, ply: int, index: int, count: int) -> int:
    """Swap the move with the best ordering score to `index` (lazy selection sort)."""
    actions, scores = stack.actions[ply], stack.scores[ply]
    best = index
    for other in range(index + 1, count):
        if scores[other] > scores[best]:
            best = other
    actions[index], actions[best] = actions[best], actions[index]
    scores[index], scores[best] = scores[best], scores[index]
    return int(actions[index])


@compiled_noinline
def update_history(stack: SearchStack, player: int, action: int, depth: int) -> None:
    """Raise the history score of a move that caused a cutoff."""
    stack.history[player, action] += depth * depth
    if stack.history[player, action] > HISTORY_LIMIT:
        for other in range(MAX_ACTIONS):
            stack.history[player, other] >>= 1
