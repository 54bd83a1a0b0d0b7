"""Thinking about a position, within limits: what bots, hints and analysis ask.

Two players of Azul are a matter for alpha-beta; everything else, with more players or with draws in
the middle of a round, for tree search. Compiled code has no clock: it works in threads of its own,
which are told to stop when the time is up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.position import AnyPosition
from azulejos.engine.rng import Stream, new_stream, next_bits
from azulejos.engine.state import States
from azulejos.search import alphabeta, mcts
from azulejos.search.evaluation import (
    WIN,
    Desk,
    lead_at_end,
    leads_after,
)
from azulejos.search.limits import Limits
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from azulejos.search.transposition import start_search

LINE_ROOM = 40
TABLE_BITS = 20
#: Seconds for what comes after a search, and the most of its time that they may take.
AFTERWARDS, LARGEST_PART = 0.002, 0.2
#: Enough for a position with a single move.
GLANCE = 1_000
#: A tree never grows beyond this; whoever gives it more time gets what it found so far.
MOST_TREE_NODES = 200_000


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of thinking, from the point of view of the player to move; the best move first.

    Winning chances run from 0 to 1. Leads are in points, over the best opponent at the end. Of two
    players of Azul, only a wide search judges all moves with care: else those of the moves that are
    not the best are estimates.
    """

    actions: tuple[int, ...]
    winning: tuple[float, ...]  # of those
    leads: tuple[float, ...]  # of those
    line: tuple[int, ...]
    nodes: int
    depth: int


class Method(Protocol):
    """A way to search one game; it keeps its memory from one search to the next."""

    def think(self, states: States, network: Network, limits: Limits, wide: bool) -> Thought:
        """Search a position; a wide search judges all moves as carefully as the best."""


class AlphaBeta:
    """Alpha-beta search, in one thread or in several that share what they find."""

    def __init__(self, layout: np.dtype[np.void], threads: int = 1) -> None:
        first = alphabeta.new_memory(layout, TABLE_BITS)
        self.memories = [first]
        for _ in range(threads - 1):
            other = alphabeta.new_memory(layout, 1)
            self.memories.append(other._replace(table=first.table, stop=first.stop))
        self.line = np.zeros(LINE_ROOM, np.int16)

    def think(self, states: States, network: Network, limits: Limits, wide: bool) -> Thought:
        """Search a position; a wide search judges all moves as carefully as the best."""
        depth = min(limits.depth or alphabeta.MOST_DEPTH, alphabeta.MOST_DEPTH)
        memory = self.memories[0]
        start_search(memory.table)
        workers = []
        for number, own in enumerate(self.memories):
            own.states[:1] = states
            start = 1 + number % 2  # every other helper starts deeper, to be ahead of the first
            workers.append(
                partial(alphabeta.think, own, network, start, depth, limits.most_nodes, wide)
            )
        count = run(workers, memory.stop, limits.seconds)
        actions = memory.actions[0, :count]
        line = self.line[: alphabeta.expected_line(memory, self.line)]
        return Thought(
            actions=tuple(actions.tolist()),
            winning=tuple(map(chances_of, memory.values[:count].tolist())),
            leads=leads(states, actions, line, network, memory.desk),
            line=tuple(line.tolist()),
            nodes=sum(int(own.counters[alphabeta.NODES]) for own in self.memories),
            depth=int(memory.counters[alphabeta.DEPTH]),
        )


class TreeSearch:
    """Monte Carlo tree search, guided by the network; every thread grows a tree of its own."""

    def __init__(self, layout: np.dtype[np.void], stream: Stream, threads: int = 1) -> None:
        first = mcts.new_tree(layout, MOST_TREE_NODES)
        self.trees, self.streams = [first], [stream]
        for _ in range(threads - 1):
            self.trees.append(mcts.new_tree(layout, MOST_TREE_NODES)._replace(stop=first.stop))
            self.streams.append(new_stream(int(next_bits(stream))))
        self.order = np.zeros(ACTION_ROOM, np.int32)
        self.line = np.zeros(LINE_ROOM, np.int16)

    def think(self, states: States, network: Network, limits: Limits, wide: bool) -> Thought:  # noqa: ARG002
        """Search a position; all moves are judged as carefully as they seem to deserve.

        A tree has no depth: if that is the only limit, it is as if there were none.
        """
        grown = self.trees[0]
        nodes = replace(limits, depth=None).most_nodes
        workers = [
            partial(mcts.think, own, states, network, stream, nodes)
            for own, stream in zip(self.trees, self.streams, strict=True)
        ]
        run(workers, grown.stop, limits.seconds)
        for other in self.trees[1:]:
            mcts.merge_roots(grown, other)
        edges = self.order[: mcts.edges_by_merit(grown, self.order)]
        values = [mcts.value_of(grown, int(edge)) for edge in edges]
        actions = grown.actions[edges]
        line = self.line[: mcts.expected_line(grown, self.line)]
        return Thought(
            actions=tuple(actions.tolist()),
            winning=tuple(map(chances_of, values)),
            leads=leads(states, actions, line, network, grown.desk),
            line=tuple(line.tolist()),
            nodes=sum(int(own.counters[mcts.POSITIONS]) for own in self.trees),
            depth=int(grown.counters[mcts.DEEPEST]),
        )


def chances_of(worth: float) -> float:
    """Winning chances from what a position is worth."""
    return min(1.0, max(0.0, (1 + worth / WIN) / 2))


def leads(
    states: States,
    actions: npt.NDArray[np.int16],
    line: npt.NDArray[np.int16],
    network: Network,
    desk: Desk,
) -> tuple[float, ...]:
    """The leads that moves are expected to bring, in points.

    For the first move, that is the lead at the end of the line; the others lose against it what
    they lose at first sight.
    """
    found = np.zeros(len(actions), np.int32)
    leads_after(states, actions, network, desk, found)
    found += lead_at_end(states, line, network, desk) - found[0]
    return tuple((found / 10).tolist())


def run(workers: Sequence[Callable[[], Any]], stop: Any, seconds: float | None) -> Any:
    """Let workers do their job in threads, and stop them when the time is up.

    Returns the first one's answer: the others only help it. Ctrl-C ends them too.
    """
    stop[0] = 0
    answers: dict[int, Any] = {}
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            answers[number] = workers[number]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,), daemon=True) for n in range(len(workers))]
    try:
        for thread in threads:
            thread.start()
        threads[0].join(seconds)
    finally:
        stop[0] = 1
        for thread in threads:
            thread.join()
    if errors:
        raise errors[0]
    return answers[0]


class Thinker:
    """Thinks about positions of all games, with the best method and network for each."""

    def __init__(self, stream: Stream, threads: int = 1) -> None:
        self.stream, self.threads = stream, threads
        self.methods: dict[tuple[np.dtype[np.void], bool], Method] = {}

    def think(self, position: AnyPosition, limits: Limits, *, wide: bool = False) -> Thought:
        """What there is to be found within the limits."""
        states, network = position.states, network_of(position)
        method = self._method(states, network)
        if limits.seconds is not None:
            spared = min(AFTERWARDS, LARGEST_PART * limits.seconds)
            limits = replace(limits, seconds=limits.seconds - spared)
        if len(position.legal_moves) == 1:  # there is nothing to decide, only something to say
            limits = replace(limits, nodes=min(limits.most_nodes, GLANCE))
        return method.think(states, network, limits, wide)

    def _method(self, states: States, network: Network) -> Method:
        """The method for a position, compiled and ready, so that its time is all for thinking."""
        is_duel = states.dtype == AZUL_STATE and int(states["players"][0]) == 2
        kind = states.dtype, is_duel
        if kind not in self.methods:
            method: Method
            if is_duel:
                method = AlphaBeta(states.dtype, self.threads)
            else:
                method = TreeSearch(states.dtype, self.stream, self.threads)
            method.think(states, network, Limits(nodes=1), wide=False)
            self.methods[kind] = method
        return self.methods[kind]
