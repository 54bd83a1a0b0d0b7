"""Alpha-beta search within a round, on a stack that can be left and entered again.

One player maximises, all others minimise: with two players that is the game itself, with more it is
the paranoid view of it. Lines end at the next deal, at the end of the game, or at the depth. What a
position is worth is told by `evaluate`, chosen by the game.

The stack lives in arrays, not in recursion, so that a search can stop after any number of nodes,
let Python look at the clock, and go on where it was.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.bots.baselines import round_points_azul, round_points_pavilion
from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.compiled import compiled
from azulejos.engine.dispatch import apply, chosen_by_record, legal_actions
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.rng import (
    Stream,
    mixed,
    next_bits,
    scaled,
)
from azulejos.engine.state import (
    DEAL,
    OVER,
    State,
    States,
    new_states,
)

#: Deeper than any search comes in the time that anyone would wait.
MOST_DEPTH = 60
#: More than any position is worth.
INFINITE = 1 << 30
NO_ACTION = -1

#: A position on the current line: what is known of it, and which of its moves are done.
FRAME = np.dtype(
    [
        ("key", np.int64),
        ("alpha", np.int32),
        ("beta", np.int32),
        ("first_alpha", np.int32),  # the window at the beginning
        ("first_beta", np.int32),
        ("best", np.int32),
        ("best_action", np.int32),
        ("action", np.int32),  # the move that is looked at now
        ("hint", np.int32),  # the move to look at first, if any is known
        ("count", np.int32),  # of moves
        ("judged", np.int32),  # so many have been judged at a glance, to look at the best first
        ("done", np.int32),  # so many have been looked at
        ("depth", np.int32),  # moves to look ahead from here
        ("sign", np.int32),  # 1: maximises, -1: minimises
    ]
)

#: What was found out about a position: for the same position, come to by other moves.
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

# What a search remembers from one portion to the next: places in an array.
PLY, NODES, PLAYER, IS_CUT = range(4)

EVALUATIONS = {AZUL_STATE: round_points_azul, PAVILION_STATE: round_points_pavilion}


class Desk(NamedTuple):
    """All arrays of one search. It starts at `states[0]`."""

    states: States  # by ply, and two more: a child, and room to judge it
    words: npt.NDArray[np.uint16]  # the same memory, for keys
    frames: npt.NDArray[np.void]  # by ply
    actions: npt.NDArray[np.int16]  # by ply
    promises: npt.NDArray[np.int32]  # by ply: what the actions are worth at a glance
    table: npt.NDArray[np.void]
    memory: npt.NDArray[np.int64]


def new_desk(states: States) -> Desk:
    """A desk to search a position on, for the player whose turn it is."""
    line = new_states(states.dtype, MOST_DEPTH + 3)
    line[:1] = states
    return Desk(
        states=line,
        words=np.ndarray((len(line), line.itemsize // 2), np.uint16, buffer=line),
        frames=new_states(FRAME, MOST_DEPTH + 1),
        actions=np.zeros((MOST_DEPTH + 1, ACTION_ROOM), np.int16),
        promises=np.zeros((MOST_DEPTH + 1, ACTION_ROOM), np.int32),
        table=new_states(ENTRY, 1 << TABLE_BITS),
        memory=np.array([-1, 0, states["to_play"][0], 0], np.int64),
    )


@chosen_by_record(EVALUATIONS)
def evaluate(state: State, room: States, player: int) -> int:  # type: ignore[empty-body]
    """The lead of a player over the best opponent, in hundredths of a point."""


# The search


@compiled
def search(desk: Desk, depth: int, hint: int, stream: Stream, nodes: int) -> None:
    """Start a search to a depth if none is under way, and go on until so many nodes are done.

    It is over when `memory[PLY]` is -1. The answer, also of a part of a search, stands in
    `frames[0]`. `memory[IS_CUT]` tells whether the depth has ended any line before the deal.
    """
    memory = desk.memory
    if memory[PLY] < 0:
        memory[PLY], memory[IS_CUT] = 0, 0
        open_frame(desk, 0, depth, -INFINITE, INFINITE)
        desk.frames[0].hint = hint
        shuffle(desk.actions[0], int(desk.frames[0].count), stream)
    while memory[PLY] >= 0 and memory[NODES] < nodes:
        ply = int(memory[PLY])
        frame = desk.frames[ply]
        if frame.done == frame.count or frame.alpha >= frame.beta:
            keep(desk.table, frame)
            memory[PLY] -= 1
            if ply > 0:
                hear(desk.frames[ply - 1], int(frame.best))
        else:
            look_at_next(desk, ply)


@compiled
def shuffle(actions: npt.NDArray[np.int16], count: int, stream: Stream) -> None:
    """Bring actions into random order, so that chance decides between equals."""
    for place in range(count):
        other = place + scaled(next_bits(stream), count - place)
        actions[place], actions[other] = actions[other], actions[place]


@compiled
def open_frame(desk: Desk, ply: int, depth: int, alpha: int, beta: int) -> bool:
    """Prepare to look into the position at a ply. False if the table knows its value already."""
    frame, state = desk.frames[ply], desk.states[ply]
    frame.key = key_of(desk.words[ply])
    frame.alpha, frame.beta = alpha, beta
    frame.first_alpha, frame.first_beta = alpha, beta
    frame.depth = depth
    frame.best_action, frame.hint = NO_ACTION, NO_ACTION
    if is_known(desk.table, frame):
        return False
    frame.sign = 1 if state.to_play == desk.memory[PLAYER] else -1
    frame.best = -INFINITE * frame.sign
    frame.count = legal_actions(state, desk.actions[ply])
    frame.done = 0
    # One move ahead, a glance is as good as a look.
    frame.judged = frame.count if depth == 1 else 0
    return True


@compiled
def look_at_next(desk: Desk, ply: int) -> None:
    """Play the next move of a frame: first all of them to be judged, then the best first."""
    frame, memory = desk.frames[ply], desk.memory
    judging = frame.judged < frame.count
    place = int(frame.judged) if judging else most_promising(desk, ply)
    action = int(desk.actions[ply, place])
    desk.states[ply + 1] = desk.states[ply]
    child = desk.states[ply + 1]
    apply(child, action, None)
    memory[NODES] += 1
    ends = child.phase == DEAL or child.phase == OVER
    if judging or ends or frame.depth == 1:
        value = evaluate(child, desk.states[ply + 2 :], int(memory[PLAYER]))
        if judging:
            promise = INFINITE if action == frame.hint else value * int(frame.sign)
            desk.promises[ply, place] = promise
            frame.judged += 1
            return
        memory[IS_CUT] |= int(not ends)
        frame.action = action
        frame.done += 1
        hear(frame, value)
        return
    frame.action = action
    frame.done += 1
    if open_frame(desk, ply + 1, int(frame.depth) - 1, int(frame.alpha), int(frame.beta)):
        memory[PLY] += 1
    else:
        hear(frame, int(desk.frames[ply + 1].best))


@compiled
def most_promising(desk: Desk, ply: int) -> int:
    """Bring the most promising of the moves left to the front of them. Returns its place."""
    frame, actions, promises = desk.frames[ply], desk.actions[ply], desk.promises[ply]
    front = int(frame.done)
    if frame.depth > 1:
        best = front
        for place in range(front + 1, frame.count):
            if promises[place] > promises[best]:
                best = place
        actions[front], actions[best] = actions[best], actions[front]
        promises[front], promises[best] = promises[best], promises[front]
    return front


@compiled
def hear(frame: State, value: int) -> None:
    """Take in what the move that was looked at is worth."""
    if frame.best_action == NO_ACTION or value * frame.sign > frame.best * frame.sign:
        frame.best, frame.best_action = value, frame.action
    if frame.sign > 0:
        frame.alpha = max(frame.alpha, frame.best)
    else:
        frame.beta = min(frame.beta, frame.best)


# The table


@compiled
def key_of(words: npt.NDArray[np.uint16]) -> int:
    """A number that hardly any two positions share."""
    key = 0
    for place in range(len(words)):
        key = mixed(key, words[place])
    return key


@compiled
def place_of(key: int) -> int:
    """The place of a position in the table."""
    return key >> (KEY_BITS - TABLE_BITS)


@compiled
def is_known(table: npt.NDArray[np.void], frame: State) -> bool:
    """Whether the table knows what a frame needs to know: then that is its best.

    Only entries of the same depth count, so that an answer is that of a full search. Others are
    good for a hint.
    """
    entry = table[place_of(int(frame.key))]
    if entry.bound == NOTHING or entry.key != frame.key:
        return False
    frame.hint = entry.action
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
def keep(table: npt.NDArray[np.void], frame: State) -> None:
    """Remember what a finished frame has found."""
    entry = table[place_of(int(frame.key))]
    entry.key = frame.key
    entry.value = frame.best
    entry.action = frame.best_action
    entry.depth = frame.depth
    entry.bound = EXACT
    if frame.best <= frame.first_alpha:
        entry.bound = AT_MOST
    elif frame.best >= frame.first_beta:
        entry.bound = AT_LEAST
