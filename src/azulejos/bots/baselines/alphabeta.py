"""Alpha-beta bot: iterative deepening within the round, on a hand-written evaluation.

One player maximises and all others minimise: exact with two players, paranoid search with more.
Lines end at the next deal, at the end of the game, or at the depth limit.

The search keeps an explicit stack in arrays instead of recursing, so that it can stop after any
number of nodes, return to Python to read the clock, and resume.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.bots.base import Bot, Choice, Limits
from azulejos.bots.baselines.evaluation import POINT, lead
from azulejos.bots.time_control import TimeControl
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.compiled import compiled
from azulejos.engine.dispatch import apply, legal_actions
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import Stream, mixed, next_bits, scaled
from azulejos.engine.state import DEAL, OVER, State, States, new_states, set_state

#: Nodes to search without limits.
DEFAULT_NODES = 100_000
MAX_DEPTH = 60
#: More than any value.
INFINITE = 1 << 30
NO_ACTION = -1

#: One ply of the search stack.
FRAME = np.dtype(
    [
        ("key", np.int64),
        ("alpha", np.int32),
        ("beta", np.int32),
        ("first_alpha", np.int32),  # the window on entry
        ("first_beta", np.int32),
        ("best", np.int32),
        ("best_action", np.int32),
        ("action", np.int32),  # the move being searched
        ("hash_move", np.int32),  # the move of the transposition table, searched first
        ("count", np.int32),  # legal moves
        ("evaluated", np.int32),  # moves that have a static value for move ordering
        ("done", np.int32),  # moves searched
        ("depth", np.int32),  # remaining depth
        ("sign", np.int32),  # 1: maximises, -1: minimises
    ]
)

#: Transposition table: one entry a slot, always replaced.
ENTRY = np.dtype(
    [
        ("key", np.int64),
        ("value", np.int32),
        ("action", np.int16),
        ("depth", np.int8),
        ("bound", np.int8),
    ]
)
NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)
TABLE_BITS = 17
KEY_BITS = 63

# Counters
PLY, NODES, PLAYER, IS_CUT = range(4)


class SearchStack(NamedTuple):
    """The arrays of one search; the root is `states[0]`."""

    states: States  # by ply, and two more: a child, and scratch to evaluate it
    words: npt.NDArray[np.uint16]  # the same memory, for hash keys
    frames: npt.NDArray[np.void]  # by ply
    actions: npt.NDArray[np.int16]  # by ply
    move_values: npt.NDArray[np.int32]  # by ply: static values for move ordering
    table: npt.NDArray[np.void]
    counters: npt.NDArray[np.int64]


def new_stack(states: States) -> SearchStack:
    """A stack to search a position for the player to move."""
    line = new_states(states.dtype, MAX_DEPTH + 3)
    line[:1] = states
    return SearchStack(
        states=line,
        words=np.ndarray((len(line), line.itemsize // 2), np.uint16, buffer=line),
        frames=new_states(FRAME, MAX_DEPTH + 1),
        actions=np.zeros((MAX_DEPTH + 1, MAX_LEGAL_ACTIONS), np.int16),
        move_values=np.zeros((MAX_DEPTH + 1, MAX_LEGAL_ACTIONS), np.int32),
        table=new_states(ENTRY, 1 << TABLE_BITS),
        counters=np.array([-1, 0, states["to_play"][0], 0], np.int64),
    )


# The search


@compiled
def search(stack: SearchStack, depth: int, hash_move: int, stream: Stream, nodes: int) -> None:
    """Start or resume a search to a depth, until `nodes` nodes are done in all.

    It is finished when `counters[PLY]` is -1. The result, also a partial one, is in `frames[0]`.
    `counters[IS_CUT]` is set if the depth limit ended any line before the deal.
    """
    counters = stack.counters
    if counters[PLY] < 0:
        counters[PLY], counters[IS_CUT] = 0, 0
        open_frame(stack, 0, depth, -INFINITE, INFINITE)
        stack.frames[0].hash_move = hash_move
        shuffle(stack.actions[0], int(stack.frames[0].count), stream)
    while counters[PLY] >= 0 and counters[NODES] < nodes:
        ply = int(counters[PLY])
        frame = stack.frames[ply]
        if frame.done == frame.count or frame.alpha >= frame.beta:
            store(stack.table, frame)
            counters[PLY] -= 1
            if ply > 0:
                back_up(stack.frames[ply - 1], int(frame.best))
        else:
            search_next_move(stack, ply)


@compiled
def shuffle(actions: npt.NDArray[np.int16], count: int, stream: Stream) -> None:
    """Shuffle actions, so that ties are broken at random."""
    for index in range(count):
        other = index + scaled(next_bits(stream), count - index)
        actions[index], actions[other] = actions[other], actions[index]


@compiled
def open_frame(stack: SearchStack, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Enter the position at a ply. False if the transposition table has its value."""
    frame, state = stack.frames[ply], stack.states[ply]
    frame.key = hash_of(stack.words[ply])
    frame.alpha, frame.beta = alpha, beta
    frame.first_alpha, frame.first_beta = alpha, beta
    frame.depth = depth
    frame.best_action, frame.hash_move = NO_ACTION, NO_ACTION
    if probe(stack.table, frame):
        return False
    frame.sign = 1 if state.to_play == stack.counters[PLAYER] else -1
    frame.best = -INFINITE * frame.sign
    frame.count = legal_actions(state, stack.actions[ply])
    frame.done = 0
    # At depth 1 the search itself is the static evaluation.
    frame.evaluated = frame.count if depth == 1 else 0
    return True


@compiled
def search_next_move(stack: SearchStack, ply: int) -> None:
    """Play the next move of a frame: first all for move ordering, then the best first."""
    frame, counters = stack.frames[ply], stack.counters
    evaluating = frame.evaluated < frame.count
    index = int(frame.evaluated) if evaluating else pick_move(stack, ply)
    action = int(stack.actions[ply, index])
    set_state(stack.states, ply + 1, stack.states[ply])
    child = stack.states[ply + 1]
    apply(child, action, None)
    counters[NODES] += 1
    ends = child.phase == DEAL or child.phase == OVER
    if evaluating or ends or frame.depth == 1:
        value = lead(child, stack.states[ply + 2 :], int(counters[PLAYER]))
        if evaluating:
            move_value = INFINITE if action == frame.hash_move else value * int(frame.sign)
            stack.move_values[ply, index] = move_value
            frame.evaluated += 1
            return
        counters[IS_CUT] |= int(not ends)
        frame.action = action
        frame.done += 1
        back_up(frame, value)
        return
    frame.action = action
    frame.done += 1
    if open_frame(stack, ply + 1, int(frame.depth) - 1, int(frame.alpha), int(frame.beta)):
        counters[PLY] += 1
    else:
        back_up(frame, int(stack.frames[ply + 1].best))


@compiled
def pick_move(stack: SearchStack, ply: int) -> int:
    """Swap the remaining move with the highest static value to the front; returns its index."""
    frame, actions, move_values = stack.frames[ply], stack.actions[ply], stack.move_values[ply]
    front = int(frame.done)
    if frame.depth > 1:
        best = front
        for index in range(front + 1, frame.count):
            if move_values[index] > move_values[best]:
                best = index
        actions[front], actions[best] = actions[best], actions[front]
        move_values[front], move_values[best] = move_values[best], move_values[front]
    return front


@compiled
def back_up(frame: State, value: int) -> None:
    """Back up the value of the move just searched, and narrow the window."""
    if frame.best_action == NO_ACTION or value * frame.sign > frame.best * frame.sign:
        frame.best, frame.best_action = value, frame.action
    if frame.sign > 0:
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.beta = min(frame.beta, frame.best)


# Transposition table


@compiled
def hash_of(words: npt.NDArray[np.uint16]) -> int:
    """The hash key of a position."""
    key = 0
    for index in range(len(words)):
        key = mixed(key, words[index])
    return key


@compiled
def slot_of(key: int) -> int:
    """The slot of a hash key in the table."""
    return key >> (KEY_BITS - TABLE_BITS)


@compiled
def probe(table: npt.NDArray[np.void], frame: State) -> bool:
    """Whether the table has a value that settles a frame; it is then the frame's best.

    Only entries of equal depth count, so that results equal those of a full search. Others provide
    the hash move.
    """
    entry = table[slot_of(int(frame.key))]
    if entry.bound == NOTHING or entry.key != frame.key:
        return False
    frame.hash_move = entry.action
    frame.best = entry.value
    return bool(
        entry.depth == frame.depth
        and (
            entry.bound == EXACT
            or (entry.bound == AT_LEAST and entry.value >= frame.beta)
            or (entry.bound == AT_MOST and entry.value <= frame.alpha)
        )
    )


@compiled
def store(table: npt.NDArray[np.void], frame: State) -> None:
    """Store the result of a finished frame."""
    entry = table[slot_of(int(frame.key))]
    entry.key = frame.key
    entry.value = frame.best
    entry.action = frame.best_action
    entry.depth = frame.depth
    entry.bound = EXACT
    if frame.best <= frame.first_alpha:
        entry.bound = AT_MOST
    elif frame.best >= frame.first_beta:
        entry.bound = AT_LEAST


# The bot


class AlphaBetaBot(Bot):
    """Maximises its lead at the end of the round, as deep as its limits allow.

    An unfinished depth counts as well: its first move is the best of the depth before. A single
    legal move is played without searching deeper.
    """

    name = "alphabeta"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        moves = position.rules.moves
        stack = new_stack(position.states)
        counters, root = stack.counters, stack.frames[:1]
        time_control = TimeControl(limits, DEFAULT_NODES)
        action, value = NO_ACTION, 0
        max_depth = MAX_DEPTH if limits.depth is None else min(max(limits.depth, 1), MAX_DEPTH)
        for depth in range(1, max_depth + 1):
            finished = self._search(stack, depth, action, time_control)
            if root["best_action"][0] != NO_ACTION:
                action, value = int(root["best_action"][0]), int(root["best"][0])
            if not finished or not counters[IS_CUT] or root["count"][0] == 1:
                break
        line = tuple(moves[played] for played in principal_variation(stack, action))
        return Choice(moves[action], value / POINT, line, nodes=int(counters[NODES]))

    def _search(
        self, stack: SearchStack, depth: int, hash_move: int, time_control: TimeControl
    ) -> bool:
        """Search to a depth; False if a limit was reached before the end."""
        counters = stack.counters
        while batch := time_control.next_batch(int(counters[NODES])):
            search(stack, depth, hash_move, self.stream, int(counters[NODES]) + batch)
            if counters[PLY] < 0:
                return True
        return False


def principal_variation(stack: SearchStack, action: int) -> list[int]:
    """A move and the best replies, as far as they are in the transposition table."""
    line: list[int] = []
    states, words = stack.states[:1], stack.words[0]
    while action != NO_ACTION and unchecked.is_legal(states, action):
        line.append(action)
        unchecked.apply(states, action, None)
        if states["phase"][0] in (DEAL, OVER):
            break
        key = hash_of(words)
        entry = stack.table[slot_of(key)]
        found = entry["bound"] != NOTHING and entry["key"] == key
        action = int(entry["action"]) if found else NO_ACTION
    return line
