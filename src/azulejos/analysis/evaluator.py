"""Evaluator: the value of a position to all players, by a search with a fixed number of nodes.

Each evaluation starts with a cleared table or an empty tree and the same random stream, so that it
depends on the position and the nodes alone. Another thread can stop an evaluation.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Self

import msgspec
import numpy as np

from azulejos.analysis.errors import Cancelled
from azulejos.analysis.proof import Prover
from azulejos.analysis.values import LUCK_NODES, Value
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import Stream
from azulejos.engine.state import (
    BOARDS,
    DEAL,
    OVER,
    States,
    copy_of,
)
from azulejos.search import alphabeta, mcts, outcomes, transposition
from azulejos.search.evaluation import MAX_LEAD, POINT_VALUE, WIN, new_buffers
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_for

#: Start of the random stream of every tree search.
STREAM_START = 0x1234_5678_9ABC_DEF1
#: Seconds between looks at whether an analysis has ended.
WATCH_SECONDS = 0.05
#: Evaluations that are remembered. The position after a move is that before the next one: a review
#: meets every position twice.
REMEMBERED = 64
#: Sizes of the transposition table, as powers of two.
MIN_TABLE_BITS, MAX_TABLE_BITS = 12, 22


@dataclass(frozen=True, slots=True)
class Ranked:
    """A root move with estimates of its value to the player who makes it."""

    action: int
    share: float
    lead: float


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, before two searches are compared.

    `depth_shares` are the shares of the player to move by completed depth, from depth 1 on; only
    alpha-beta has them. A `complete` search cannot become deeper.
    """

    value: Value
    line: tuple[int, ...]
    ranked: tuple[Ranked, ...] = ()
    player: int = 0
    depth_shares: tuple[float, ...] = ()
    complete: bool = True

    def at_depth(self, depth: int) -> Value:
        """The value at a completed depth, or the last one if there are fewer."""
        if not self.depth_shares or depth >= len(self.depth_shares):
            return self.value
        share = self.depth_shares[depth - 1]
        shares = (share, 1 - share) if self.player == 0 else (1 - share, share)
        return msgspec.structs.replace(self.value, shares=shares, depth=depth)


def equal_values(found: Sequence[Found]) -> list[Value]:
    """The values of some searches at the greatest depth that all completed.

    A search that reached the end of all its lines counts as deeper than any other.
    """
    depths = [one.value.depth for one in found if not one.complete]
    return [one.at_depth(max(1, min(depths))) if depths else one.value for one in found]


def uses_alphabeta(position: AnyPosition) -> bool:
    """Whether positions of this configuration are searched by alpha-beta."""
    return len(position.scores) in SEARCH_GAMES[position.rules.layout].alphabeta_players


class Evaluator:
    """Searches positions of one game; the memory fits the largest number of nodes."""

    def __init__(self, position: AnyPosition, max_nodes: int) -> None:
        state = position.states[0]
        self.layout, self.players = position.rules.layout, int(state["players"])
        self.network: Network = network_for(
            position.rules.name, BOARDS[int(state["board"])], self.players
        )
        self.cancelled = False
        #: Cancels when it is set.
        self.event: threading.Event | None = None
        self.prover = Prover(self.layout)
        self._max_nodes = max_nodes
        self._buffers = new_buffers()
        self._is_alphabeta = uses_alphabeta(position)
        self._stacks: dict[int, alphabeta.SearchStack] = {}  # by the size of their tables
        self._tree: mcts.Tree | None = None
        sharpness = SEARCH_GAMES[self.layout].sharpness.get(self.players, 1.0)
        self._outcome = outcomes.new_outcome(sharpness)
        self._remembered: dict[tuple[bytes, int], Found] = {}

    def cancel(self) -> None:
        """Stop the current evaluation, from another thread; it raises `Cancelled`."""
        self.cancelled = True
        for memory in (*self._stacks.values(), self._tree, self.prover.stack):
            if memory is not None:
                memory.stop[0] = 1

    def check(self) -> None:
        """Raise `Cancelled` if so."""
        if self.cancelled or (self.event is not None and self.event.is_set()):
            raise Cancelled("analysis-cancelled")

    # Evaluations

    def evaluate(self, states: States, nodes: int) -> Found:
        """The value of any position, the best line, and the ranked moves of the player to move."""
        self.check()
        key = (states.tobytes(), nodes)
        found = self._remembered.get(key)
        if found is None:
            found = self._search(states, nodes)
            self.check()
            while len(self._remembered) >= REMEMBERED:
                del self._remembered[next(iter(self._remembered))]
            self._remembered[key] = found
        return found

    def _search(self, states: States, nodes: int) -> Found:
        phase = states["phase"][0]
        if phase == OVER or (phase == DEAL and not self.is_refill(states)):
            return Found(self.static_value(states), ())
        if self._is_alphabeta:
            return self._alphabeta(states, nodes)
        return self._puct(states, nodes)

    def static_value(self, states: States) -> Value:
        """The result of a finished game, else the network's estimate."""
        outcomes.write_static_outcome(states, self.network, self._buffers, self._outcome)
        is_over = bool(states["phase"][0] == OVER)
        return self._value(nodes=1, depth=0, proven=is_over)

    def after(self, states: States, action: int) -> States:
        """The position after a move."""
        child = copy_of(states)
        unchecked.apply(child, action, None)
        return child

    def is_refill(self, states: States) -> bool:
        """Whether the draw that is due is within a round, so that tree search looks beyond it."""
        if self._is_alphabeta:
            return False
        tree = self._own_tree(1)
        mcts.search(tree, states, self.network, _stream(), 1, False)
        return bool(tree.kinds[0] == mcts.CHANCE)

    def _value(self, nodes: int, depth: int, *, proven: bool = False) -> Value:
        return Value(
            shares=tuple(self._outcome.shares[: self.players].tolist()),
            leads=tuple(self._outcome.leads[: self.players].tolist()),
            nodes=nodes,
            depth=depth,
            proven=proven,
            lead_proven=proven,
        )

    def rank(self, states: States, nodes: int) -> tuple[Ranked, ...]:
        """The moves of the player to move, best first, each with a value of its own.

        Alpha-beta searches every move with a full window, so that none has a mere bound.
        """
        self.check()
        if self._is_alphabeta:
            found = self._alphabeta(states, nodes, multi_pv=True)
            self.check()
        else:
            found = self.evaluate(states, nodes)
        return found.ranked

    # Alpha-beta

    def _own_stack(self, nodes: int) -> alphabeta.SearchStack:
        """A stack for a search. That for draws has the same table at every effort.

        So equal draws have equal values in all reviews.
        """
        most = LUCK_NODES if nodes <= LUCK_NODES else self._max_nodes
        bits = min(MAX_TABLE_BITS, max(MIN_TABLE_BITS, most.bit_length() + 1))
        if bits not in self._stacks:
            self._stacks[bits] = alphabeta.new_stack(self.layout, bits)
        stack = self._stacks[bits]
        stack.stop[0] = int(self.cancelled)
        return stack

    def _alphabeta(self, states: States, nodes: int, *, multi_pv: bool = False) -> Found:
        stack, player = self._own_stack(nodes), int(states["to_play"][0])
        stack.states[:1] = states
        transposition.new_search(stack.table)
        count = alphabeta.search(stack, self.network, 1, alphabeta.MAX_DEPTH, nodes, multi_pv, True)
        counters = stack.counters
        depth = int(counters[alphabeta.DEPTH])
        leads = (stack.leads[:count] / 10).tolist()
        values = stack.values[:count].tolist()
        by_depth = stack.depth_values[1 : depth + 1].tolist() or values[:1]
        shares = tuple(share_of(value, leads[0]) for value in by_depth)
        value = _for_two(player, shares[-1], leads[0], int(counters[alphabeta.NODES]), depth)
        line = stack.line[: int(counters[alphabeta.LINE_LENGTH])].tolist()
        is_complete = not counters[alphabeta.STOPPED] and not counters[alphabeta.DEPTH_CUTS]
        moves = zip(stack.actions[0, :count].tolist(), values, leads, strict=True)
        ranked = tuple(Ranked(action, share_of(v, lead), lead) for action, v, lead in moves)
        return Found(value, tuple(line), ranked, player, shares, bool(is_complete))

    # Tree search

    def _own_tree(self, nodes: int) -> mcts.Tree:
        """A tree that no search of `nodes` evaluations fills: every node takes two at least."""
        capacity = nodes // 2 + MAX_LEGAL_ACTIONS
        if self._tree is None or len(self._tree.kinds) < capacity:
            self._tree = mcts.new_tree(self.layout, capacity)
        self._tree.stop[0] = int(self.cancelled)
        return self._tree

    def _puct(self, states: States, nodes: int) -> Found:
        tree = self._own_tree(nodes)
        is_decision = bool(states["phase"][0] != DEAL)
        count = mcts.search(tree, states, self.network, _stream(), nodes, is_decision)
        arrivals = np.zeros(int(tree.counters[mcts.NODES]), np.int32)
        if outcomes.write_tree_outcome(tree, self.network, arrivals, self._outcome):
            counters = tree.counters
            value = self._value(int(counters[mcts.EVALUATIONS]), int(counters[mcts.MAX_PLY]))
        else:  # so few nodes that no simulation began with the best move
            value = self.static_value(states)
        if not is_decision:
            return Found(value, ())
        leads = (tree.leads[:count] / 10).tolist()
        moves = zip(
            tree.root_actions[:count].tolist(),
            tree.root_values[:count].tolist(),
            leads,
            strict=True,
        )
        ranked = tuple(Ranked(action, share_of(v, lead), lead) for action, v, lead in moves)
        line = tree.line[: int(tree.counters[mcts.LINE_LENGTH])].tolist()
        return Found(value, tuple(line), ranked, int(states["to_play"][0]))


def _stream() -> Stream:
    return np.array([STREAM_START], np.uint64)


def share_of(value: float, lead: float) -> float:
    """The share of victory in a search value, without the bonus for a lead in points."""
    bonus = POINT_VALUE * min(MAX_LEAD, max(-MAX_LEAD, lead))
    return min(1.0, max(0.0, (1 + (value - bonus) / WIN) / 2))


def _for_two(player: int, share: float, lead: float, nodes: int, depth: int) -> Value:
    """A value for both players of a zero-sum game."""
    shares, leads = (share, 1 - share), (lead, -lead)
    if player == 1:
        shares, leads = shares[::-1], leads[::-1]
    return Value(shares=shares, leads=leads, nodes=nodes, depth=depth)


class Watch:
    """Cancels an evaluator at a deadline, or when an event is set."""

    def __init__(self, evaluator: Evaluator, event: threading.Event | None) -> None:
        self.evaluator = evaluator
        evaluator.event = event
        self.closed = threading.Event()
        self.timer: threading.Timer | None = None
        if event is not None:
            threading.Thread(target=self._wait, args=(event,), daemon=True).start()

    def _wait(self, event: threading.Event) -> None:
        while not self.closed.is_set():
            if event.wait(WATCH_SECONDS):
                self.evaluator.cancel()
                return

    def set_deadline(self, deadline: float | None) -> None:
        """Cancel at a time of the monotonic clock."""
        if deadline is not None and self.timer is None:
            seconds = min(threading.TIMEOUT_MAX, max(0.0, deadline - monotonic()))
            self.timer = threading.Timer(seconds, self.evaluator.cancel)
            self.timer.daemon = True
            self.timer.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed.set()
        if self.timer is not None:
            self.timer.cancel()
