"""Alpha-beta search for two players: deepening step by step, best moves first.

A deal ends every line: what lies behind it is for the network to judge. So a search that is deep
enough to reach the deal in every line is exact as far as the network is. Values are from the point
of view of whoever is to play.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_apart
from azulejos.engine.dispatch import apply, is_legal, legal_actions
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    new_states,
)
from azulejos.search.evaluation import (
    BEST,
    Desk,
    new_desk,
    worth_to_one_of_two,
)
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.features import hashed
from azulejos.search.nnue.network import Network
from azulejos.search.ordering import first_guess
from azulejos.search.transposition import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    NO_ACTION,
    Table,
    action_of,
    bound_of,
    depth_of,
    find,
    new_table,
    store,
    value_of,
)

MOST_DEPTH = 60
#: Of a move that a search did not come to: less than anything is worth.
NOT_REACHED = -BEST - 1
MOST_ACTIONS = 4096
#: Moves that are late in the order are searched less deep at first: from these places on, with at
#: least so much depth left, one step less each.
REDUCTIONS = ((2, 3), (6, 4), (16, 6))
#: Guesses: what cut off elsewhere counts up to here, and the best move of the table comes first.
HISTORY_LIMIT = 1 << 20
FIRST = 1 << 30

# Counters
NODES = 0  # positions judged or searched
NODE_LIMIT = 1
STOPPED = 2  # the search was cut short
OPEN_ENDS = 3  # lines that ended before the deal
DEPTH = 4  # the last depth that was finished
JUDGES_ALL = 5  # 1: all moves at the root get exact values
COUNTERS = 6

# What is known of a position while its moves are searched
DEPTH_LEFT = 0
ALPHA = 1
BETA = 2
LOW = 3  # what a move has to beat
BEST_VALUE = 4
BEST_ACTION = 5
INDEX = 6  # of the present move
COUNT = 7  # of moves
SIGN = 8  # -1 if the present move passes the turn
SCOUTS = 9  # 1: the present move is only compared with the best
LESS = 10  # the depth that it is searched less
FIELDS = 11

Frame: TypeAlias = npt.NDArray[np.int32]


class Memory(NamedTuple):
    """Everything one search works on."""

    states: States  # by ply
    actions: npt.NDArray[np.int16]  # by ply
    guesses: npt.NDArray[np.int32]  # of those actions
    frames: npt.NDArray[np.int32]  # by ply
    keys: npt.NDArray[np.int64]  # by ply
    open_before: npt.NDArray[np.int64]  # by ply: open ends before the position was searched
    history: npt.NDArray[np.int32]  # player, action: how well it cut off
    values: npt.NDArray[np.int32]  # of the actions at the root
    first_looks: npt.NDArray[np.int32]  # action: its value at the root without looking further
    counters: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int8]  # set from outside to end the search
    table: Table
    desk: Desk


def new_memory(layout: np.dtype[np.void], table_bits: int) -> Memory:
    """Room for searching one game, with a table of 2**table_bits places."""
    return Memory(
        new_states(layout, MOST_DEPTH + 2),
        np.zeros((MOST_DEPTH + 2, ACTION_ROOM), np.int16),
        np.zeros((MOST_DEPTH + 2, ACTION_ROOM), np.int32),
        np.zeros((MOST_DEPTH + 2, FIELDS), np.int32),
        np.zeros(MOST_DEPTH + 2, np.int64),
        np.zeros(MOST_DEPTH + 2, np.int64),
        np.zeros((2, MOST_ACTIONS), np.int32),
        np.zeros(ACTION_ROOM, np.int32),
        np.zeros(MOST_ACTIONS, np.int32),
        np.zeros(COUNTERS, np.int64),
        np.zeros(1, np.int8),
        new_table(table_bits),
        new_desk(),
    )


@compiled_apart
def think(
    memory: Memory, network: Network, first_depth: int, most_depth: int, most_nodes: int, wide: bool
) -> int:
    """Search the first position. Returns how many moves it has, which are then ordered by value.

    The best move is the first of `memory.actions[0]`, its value the first of `memory.values`; how
    deep it was searched stands in the counters. A wide search judges all moves as carefully as the
    best; else the values of the others are estimates.
    """
    counters = memory.counters
    counters[:] = 0
    counters[NODE_LIMIT] = most_nodes
    counters[JUDGES_ALL] = int(wide)
    memory.history[:] = 0
    memory.first_looks[:] = -BEST
    use_network(memory.desk.boards, network)
    count = legal_actions(memory.states[0], memory.actions[0])
    for index in range(count):
        memory.values[index] = first_guess(memory.states[0], int(memory.actions[0, index]))
    sort_root(memory, count)
    for depth in range(first_depth, most_depth + 1):
        counters[OPEN_ENDS] = 0
        search(memory, network, depth)
        sort_root(memory, count)
        if counters[STOPPED] != 0:
            break
        counters[DEPTH] = depth
        if counters[OPEN_ENDS] == 0:
            break
    if not wide:
        estimate_others(memory, count)
        sort_root(memory, count)
    return count


@compiled_apart
def estimate_others(memory: Memory, count: int) -> None:
    """Tell what moves that are not the best are worth.

    Search only proves that they are not better. They are told to lose against the best what they
    lose at first sight; more, if they were proved to be worse than that.
    """
    actions, values, looks = memory.actions[0], memory.values, memory.first_looks
    best, first_look = int(values[0]), int(looks[actions[0]])
    for index in range(1, count):
        estimate = best - max(1, first_look - int(looks[actions[index]]))
        if values[index] == NOT_REACHED or values[index] > estimate:
            values[index] = max(estimate, -BEST)


@compiled_apart
def expected_line(memory: Memory, line: npt.NDArray[np.int16]) -> int:
    """How play is expected to go on, as the table remembers it. Returns how many moves.

    The position at its end is left in the first place after the root.
    """
    memory.states[1] = memory.states[0]
    state = memory.states[1]
    length, action = 0, int(memory.actions[0, 0])
    while length < len(line) and action != NO_ACTION and is_legal(state, action):
        apply(state, action, None)
        line[length] = action
        length += 1
        if state.phase == DEAL or state.phase == OVER:
            break
        action = action_of(find(memory.table, hashed(state)) or NO_ACTION << 8)
    return length


@compiled_apart
def sort_root(memory: Memory, count: int) -> None:
    """Order the moves at the root by their values, the best first; equal ones stay in order."""
    actions, values = memory.actions[0], memory.values
    for index in range(1, count):
        action, value = actions[index], values[index]
        place = index
        while place > 0 and values[place - 1] < value:
            actions[place], values[place] = actions[place - 1], values[place - 1]
            place -= 1
        actions[place], values[place] = action, value


@compiled_apart
def search(memory: Memory, network: Network, depth: int) -> None:
    """Search the root to a depth, noting the values of its moves.

    If that is cut short, moves it did not come to are noted as such; in a wide search they keep the
    values of the depth before, and so do all if it did not even finish the first. (A loop with a
    stack of its own: compiled functions that call themselves crash when they come from Numba's
    cache.)
    """
    counters, frames = memory.counters, memory.frames
    enter(memory, 0, depth, -BEST, BEST)
    ply, value, returns = 0, 0, False
    while True:
        if counters[NODES] >= counters[NODE_LIMIT] or memory.stop[0] != 0:
            counters[STOPPED] = 1
            first_missing = int(frames[0, INDEX])
            if first_missing > 0 and (counters[JUDGES_ALL] == 0 or counters[DEPTH] == 0):
                memory.values[first_missing : int(frames[0, COUNT])] = NOT_REACHED
            return
        frame = frames[ply]
        if returns:
            returns = False
            value *= int(frame[SIGN])
            if frame[SCOUTS] != 0 and deserves_more(frame, value):
                frame[SCOUTS] = 0
                value, returns = visit_child(memory, ply)
                ply += int(not returns)
                continue
            digest(memory, ply, value)
        elif frame[INDEX] == frame[COUNT]:
            value = leave(memory, ply)
            if ply == 0:
                return
            ply -= 1
            returns = True
        elif leads_to_end(memory, ply):
            digest(memory, ply, worth_of_child(memory, network, ply))
        else:
            prepare_child(memory, ply)
            value, returns = visit_child(memory, ply)
            ply += int(not returns)


@compiled
def enter(memory: Memory, ply: int, depth: int, alpha: int, beta: int) -> tuple[int, bool]:
    """Begin with a position. If the table knows enough of it, its value, and True."""
    memory.counters[NODES] += 1
    key = hashed(memory.states[ply])
    known = find(memory.table, key)
    if ply != 0 and known != 0 and depth_of(known) >= depth:
        value, bound = value_of(known), bound_of(known)
        if (
            bound == EXACT
            or (bound == AT_LEAST and value >= beta)
            or (bound == AT_MOST and value <= alpha)
        ):
            memory.counters[OPEN_ENDS] += int(depth_of(known) != COMPLETE)
            return value, True
    frame = memory.frames[ply]
    memory.keys[ply] = key
    frame[DEPTH_LEFT], frame[ALPHA], frame[BETA] = depth, alpha, beta
    frame[LOW], frame[BEST_VALUE], frame[BEST_ACTION] = alpha, -BEST, NO_ACTION
    frame[INDEX] = 0
    memory.open_before[ply] = memory.counters[OPEN_ENDS]
    frame[COUNT] = listed(memory, ply, action_of(known) if known != 0 else NO_ACTION)
    return 0, False


@compiled
def leave(memory: Memory, ply: int) -> int:
    """All moves that matter were searched: keep what is known of the position."""
    frame = memory.frames[ply]
    best = int(frame[BEST_VALUE])
    bound = AT_LEAST if best >= frame[BETA] else (EXACT if best > frame[ALPHA] else AT_MOST)
    depth, action = int(frame[DEPTH_LEFT]), int(frame[BEST_ACTION])
    if memory.counters[OPEN_ENDS] == memory.open_before[ply]:
        depth = COMPLETE
    store(memory.table, int(memory.keys[ply]), action, depth, bound, best)
    return best


@compiled
def leads_to_end(memory: Memory, ply: int) -> bool:
    """Play the next move; whether its line ends there, at a deal or for want of depth."""
    frame = memory.frames[ply]
    action = next_best(memory, ply, int(frame[INDEX]), int(frame[COUNT]))
    memory.states[ply + 1] = memory.states[ply]
    child = memory.states[ply + 1]
    apply(child, action, None)
    is_end = child.phase == DEAL or child.phase == OVER
    memory.counters[OPEN_ENDS] += int(frame[DEPTH_LEFT] <= 1 and not is_end)
    return bool(is_end or frame[DEPTH_LEFT] <= 1)


@compiled
def worth_of_child(memory: Memory, network: Network, ply: int) -> int:
    """What the position after the present move is worth to whoever made it."""
    memory.counters[NODES] += 1
    player = int(memory.states[ply].to_play)
    return worth_to_one_of_two(memory.states[ply + 1], player, network, memory.desk)


@compiled
def prepare_child(memory: Memory, ply: int) -> None:
    """Decide how the position after the present move is searched.

    The first in full; the others by a scout, who only asks whether they are better than the best,
    and less deep if they come late. If all moves at the root are to be judged, they are in full.
    """
    frame = memory.frames[ply]
    same = memory.states[ply + 1].to_play == memory.states[ply].to_play
    frame[SIGN] = 1 if same else -1
    in_full = frame[INDEX] == 0 or (ply == 0 and memory.counters[JUDGES_ALL] != 0)
    frame[SCOUTS] = int(not in_full)
    frame[LESS] = 0 if in_full else reduction(int(frame[INDEX]), int(frame[DEPTH_LEFT]))


@compiled
def deserves_more(frame: Frame, value: int) -> bool:
    """Whether a scout's report asks for a full search."""
    return bool(value > frame[LOW] and (frame[LESS] != 0 or value < frame[BETA]))


@compiled
def visit_child(memory: Memory, ply: int) -> tuple[int, bool]:
    """Begin with the position after the present move."""
    frame = memory.frames[ply]
    low, high = int(frame[LOW]), int(frame[BETA])
    depth = int(frame[DEPTH_LEFT]) - 1
    if frame[SCOUTS] != 0:
        high = low + 1
        depth -= int(frame[LESS])
    if frame[SIGN] < 0:
        low, high = -high, -low
    return enter(memory, ply + 1, depth, low, high)


@compiled
def digest(memory: Memory, ply: int, value: int) -> None:
    """Take note of what the present move is worth, and go on to the next."""
    frame = memory.frames[ply]
    index, best = int(frame[INDEX]), int(frame[BEST_VALUE])
    action = int(memory.actions[ply, index])
    judges_all = ply == 0 and memory.counters[JUDGES_ALL] != 0
    if ply == 0:
        if frame[DEPTH_LEFT] == 1:
            memory.first_looks[action] = value
        # Moves that are not better have upper bounds only: they must not pass a better one.
        is_bound = value <= best and not judges_all
        memory.values[index] = min(value, best - 1) if is_bound else value
    frame[INDEX] = index + 1
    if value > best:
        frame[BEST_VALUE], frame[BEST_ACTION] = value, action
        frame[LOW] = frame[LOW] if judges_all else max(int(frame[LOW]), value)
        if frame[LOW] >= frame[BETA]:
            praise(memory, int(memory.states[ply].to_play), action, int(frame[DEPTH_LEFT]))
            frame[INDEX] = frame[COUNT]


@compiled
def reduction(index: int, depth: int) -> int:
    """By how much a move is searched less deep at first: the later, the more."""
    less = 0
    for first_index, least_depth in REDUCTIONS:
        less += int(index >= first_index and depth >= least_depth)
    return less


@compiled
def listed(memory: Memory, ply: int, known_best: int) -> int:
    """List the moves with guesses of their worth. At the root they stay as they are sorted."""
    actions, guesses = memory.actions[ply], memory.guesses[ply]
    state = memory.states[ply]
    if ply == 0:
        count = legal_actions(state, memory.actions[1])
        for index in range(count):
            guesses[index] = -index
        return count
    player = int(state.to_play)
    count = legal_actions(state, actions)
    for index in range(count):
        action = int(actions[index])
        guesses[index] = first_guess(state, action) + int(memory.history[player, action])
        if action == known_best:
            guesses[index] = FIRST
    return count


@compiled
def next_best(memory: Memory, ply: int, index: int, count: int) -> int:
    """The most promising of the moves from an index on; it is put there."""
    actions, guesses = memory.actions[ply], memory.guesses[ply]
    best = index
    for other in range(index + 1, count):
        if guesses[other] > guesses[best]:
            best = other
    actions[index], actions[best] = actions[best], actions[index]
    guesses[index], guesses[best] = guesses[best], guesses[index]
    return int(actions[index])


@compiled_apart
def praise(memory: Memory, player: int, action: int, depth: int) -> None:
    """A move cut off: try it earlier elsewhere."""
    memory.history[player, action] += depth * depth
    if memory.history[player, action] > HISTORY_LIMIT:
        for other in range(MOST_ACTIONS):
            memory.history[player, other] >>= 1
