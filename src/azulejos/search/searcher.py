"""Search front end: the method and network for each position, timed or with fixed nodes.

Bots, hints and analysis call `Searcher.search`; self-play and gating, which must be repeatable and
fast, call `Searcher.rank_moves`. A game's `SearchGame` says whether alpha-beta or PUCT is used.
Compiled code cannot read a clock: timed searches run in threads with a stop flag.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from azulejos.engine import AnyPosition
from azulejos.engine.rng import Stream, new_stream, next_bits
from azulejos.engine.state import States
from azulejos.search import alphabeta, mcts, transposition
from azulejos.search.evaluation import WIN
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.limits import UNLIMITED, Limits
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of

T = TypeVar("T")

#: Seconds reserved for reporting after a timed search, and their largest share of its time.
REPORT_SECONDS, REPORT_SHARE = 0.002, 0.2
#: Node limit for a position with a single legal move.
SINGLE_MOVE_NODES = 1_000


@dataclass(frozen=True, slots=True)
class MemorySize:
    """How much memory a searcher may use for each method."""

    table_bits: int = 20  # the transposition table has 2**table_bits slots
    tree_nodes: int = 200_000  # a full tree ends the search


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search, from the point of view of the player to move; best move first.

    Shares of victory run from 0 to 1; leads are in points, over the best opponent at the end. In
    alpha-beta only a `multi_pv` search has exact values for all moves: else those of all moves but
    the best are estimates.
    """

    actions: tuple[int, ...]
    victory_shares: tuple[float, ...]  # by action
    leads: tuple[float, ...]  # by action
    principal_variation: tuple[int, ...]
    nodes: int
    depth: int


class Method(Protocol):
    """A search algorithm for one game, with memory that it keeps between searches."""

    def search(
        self, states: States, network: Network, limits: Limits, multi_pv: bool
    ) -> SearchResult:
        """Search a position within limits."""

    def rank_moves(
        self, states: States, network: Network, stream: Stream, nodes: int
    ) -> tuple[list[int], int | None]:
        """The moves, best first, and the value of the best, if the first depth was completed."""


class AlphaBeta:
    """Alpha-beta; several threads share the transposition table (lazy SMP)."""

    def __init__(self, layout: np.dtype[np.void], memory: MemorySize, threads: int = 1) -> None:
        first = alphabeta.new_stack(layout, memory.table_bits)
        self.stacks = [first]
        for _ in range(threads - 1):
            other = alphabeta.new_stack(layout, 1)
            self.stacks.append(other._replace(table=first.table, stop=first.stop))

    def search(
        self, states: States, network: Network, limits: Limits, multi_pv: bool
    ) -> SearchResult:
        """Search a position within limits; `multi_pv` gives exact values to all moves."""
        depth = min(limits.depth or alphabeta.MAX_DEPTH, alphabeta.MAX_DEPTH)
        stack = self.stacks[0]
        transposition.new_search(stack.table)
        workers = []
        for number, own in enumerate(self.stacks):
            own.states[:1] = states
            start = 1 + number % 2  # every other helper starts one ply deeper
            workers.append(
                partial(
                    alphabeta.search,
                    *(own, network, start, depth, limits.max_nodes, multi_pv, number == 0),
                )
            )
        count = run(workers, stack.stop, limits.seconds)
        line = stack.line[: stack.counters[alphabeta.LINE_LENGTH]]
        return SearchResult(
            actions=tuple(stack.actions[0, :count].tolist()),
            victory_shares=tuple(map(victory_share, stack.values[:count].tolist())),
            leads=tuple((stack.leads[:count] / 10).tolist()),
            principal_variation=tuple(line.tolist()),
            nodes=sum(int(own.counters[alphabeta.NODES]) for own in self.stacks),
            depth=int(stack.counters[alphabeta.DEPTH]),
        )

    def rank_moves(
        self,
        states: States,
        network: Network,
        stream: Stream,  # noqa: ARG002
        nodes: int,
    ) -> tuple[list[int], int | None]:
        """The moves, best first, and the value of the best, if the first depth was completed."""
        stack = self.stacks[0]
        stack.states[:1] = states
        stack.stop[0] = 0
        transposition.new_search(stack.table)
        depth, nodes = (1, UNLIMITED) if nodes == 1 else (alphabeta.MAX_DEPTH, nodes)
        count = alphabeta.search(stack, network, 1, depth, nodes, False, False)
        completed = stack.counters[alphabeta.DEPTH] > 0
        return stack.actions[0, :count].tolist(), int(stack.values[0]) if completed else None


class Puct:
    """PUCT tree search; each thread grows its own tree, and their roots are merged."""

    def __init__(
        self, layout: np.dtype[np.void], memory: MemorySize, stream: Stream, threads: int = 1
    ) -> None:
        first = mcts.new_tree(layout, memory.tree_nodes)
        self.trees, self.streams = [first], [stream]
        for _ in range(threads - 1):
            self.trees.append(mcts.new_tree(layout, memory.tree_nodes)._replace(stop=first.stop))
            self.streams.append(new_stream(int(next_bits(stream))))

    def search(
        self,
        states: States,
        network: Network,
        limits: Limits,
        multi_pv: bool,  # noqa: ARG002
    ) -> SearchResult:
        """Search a position within limits; a depth limit means nothing to a tree."""
        tree = self.trees[0]
        nodes = replace(limits, depth=None).max_nodes
        is_alone = len(self.trees) == 1
        workers = [
            partial(mcts.search, own, states, network, stream, nodes, is_alone)
            for own, stream in zip(self.trees, self.streams, strict=True)
        ]
        count = run(workers, tree.stop, limits.seconds)
        if not is_alone:
            for other in self.trees[1:]:
                mcts.merge_roots(tree, other)
            count = mcts.search(tree, states, network, self.streams[0], 0, True)
        line = tree.line[: tree.counters[mcts.LINE_LENGTH]]
        return SearchResult(
            actions=tuple(tree.root_actions[:count].tolist()),
            victory_shares=tuple(map(victory_share, tree.root_values[:count].tolist())),
            leads=tuple((tree.leads[:count] / 10).tolist()),
            principal_variation=tuple(line.tolist()),
            nodes=sum(int(own.counters[mcts.EVALUATIONS]) for own in self.trees),
            depth=int(tree.counters[mcts.MAX_PLY]),
        )

    def rank_moves(
        self, states: States, network: Network, stream: Stream, nodes: int
    ) -> tuple[list[int], int | None]:
        """The moves, best first, and the value of the best."""
        tree = self.trees[0]
        tree.stop[0] = 0
        count = mcts.search(tree, states, network, stream, nodes, False)
        return tree.root_actions[:count].tolist(), round(float(tree.root_values[0]))


def victory_share(value: float) -> float:
    """The expected share of victory, from 0 to 1, of a value."""
    return min(1.0, max(0.0, (1 + value / WIN) / 2))


def run(workers: Sequence[Callable[[], T]], stop: npt.NDArray[np.int8], seconds: float | None) -> T:
    """Run workers in threads, and stop all when the first ends or the time is up.

    Returns the result of the first; the others only help it. Ctrl-C stops them too.
    """
    stop[0] = 0
    results: dict[int, T] = {}
    errors: list[BaseException] = []

    def work(number: int) -> None:
        try:
            results[number] = workers[number]()
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
    return results[0]


class Searcher:
    """Searches positions of all games, with the best method for each."""

    def __init__(self, stream: Stream, threads: int = 1, memory: MemorySize | None = None) -> None:
        self.stream, self.threads = stream, threads
        self.memory = memory or MemorySize()
        self.methods: dict[tuple[np.dtype[np.void], bool], Method] = {}

    def search(
        self, position: AnyPosition, limits: Limits, *, multi_pv: bool = False
    ) -> SearchResult:
        """Search a position within limits, with the packaged network."""
        states, network = position.states, network_of(position)
        method = self._warm_method(states, network)
        if limits.seconds is not None:
            reserved = min(REPORT_SECONDS, REPORT_SHARE * limits.seconds)
            limits = replace(limits, seconds=limits.seconds - reserved)
        if len(position.legal_moves) == 1:  # nothing to decide; only value and line are reported
            limits = replace(limits, nodes=min(limits.max_nodes, SINGLE_MOVE_NODES))
        return method.search(states, network, limits, multi_pv)

    def rank_moves(
        self, states: States, network: Network, stream: Stream, nodes: int
    ) -> tuple[list[int], int | None]:
        """Search with a fixed number of nodes, in this thread; `nodes` = 1 is a one-ply search.

        The moves, best first, and the value of the best (None if not even the first depth was
        completed). The result depends on the arguments alone.
        """
        return self._method(states).rank_moves(states, network, stream, nodes)

    def _method(self, states: States) -> Method:
        """The method for a position."""
        layout, players = states.dtype, int(states["players"][0])
        is_alphabeta = players in SEARCH_GAMES[layout].alphabeta_players
        if (layout, is_alphabeta) not in self.methods:
            self.methods[layout, is_alphabeta] = (
                AlphaBeta(layout, self.memory, self.threads)
                if is_alphabeta
                else Puct(layout, self.memory, self.stream, self.threads)
            )
        return self.methods[layout, is_alphabeta]

    def _warm_method(self, states: States, network: Network) -> Method:
        """The method for a position, compiled before its clock starts."""
        known = len(self.methods)
        method = self._method(states)
        if len(self.methods) > known:
            method.search(states, network, Limits(nodes=1), multi_pv=False)
        return method
