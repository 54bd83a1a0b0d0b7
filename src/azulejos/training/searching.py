"""Search without a clock, for many quick games: as `azulejos.search.searcher`, but in this thread.

What is found depends on nothing but the position, the network, the nodes and the stream, so that
games can be repeated.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.rng import Stream
from azulejos.engine.state import States
from azulejos.search import alphabeta, mcts
from azulejos.search.limits import ENDLESS
from azulejos.search.nnue.network import Network
from azulejos.search.transposition import start_search
from azulejos.training.config import Plan
from azulejos.training.shards import UNKNOWN

TABLE_BITS = 16


class Searcher(Protocol):
    """Somebody who finds moves."""

    def search(self, states: States, network: Network, stream: Stream) -> tuple[list[int], int]:
        """Moves, the best first, and what the best is worth: UNKNOWN if that is a mere guess."""


class AlphaBeta:
    """Alpha-beta search with a small table. A single node stands for a look at every move."""

    def __init__(self, layout: np.dtype[np.void], nodes: int) -> None:
        self.memory = alphabeta.new_memory(layout, TABLE_BITS)
        self.nodes = nodes

    def search(self, states: States, network: Network, stream: Stream) -> tuple[list[int], int]:  # noqa: ARG002
        """Moves, the best first, and what the best is worth: UNKNOWN if that is a mere guess."""
        memory = self.memory
        memory.states[:1] = states
        start_search(memory.table)
        depth, nodes = (1, ENDLESS) if self.nodes == 1 else (alphabeta.MOST_DEPTH, self.nodes)
        count = alphabeta.think(memory, network, 1, depth, nodes, False)
        finished = memory.counters[alphabeta.DEPTH] > 0
        return memory.actions[0, :count].tolist(), int(memory.values[0]) if finished else UNKNOWN


class TreeSearch:
    """Tree search with just as much room as it needs."""

    def __init__(self, layout: np.dtype[np.void], nodes: int) -> None:
        self.tree = mcts.new_tree(layout, nodes + 2)  # every node judges a position at least
        self.actions = np.zeros(ACTION_ROOM, np.int16)
        self.nodes = nodes

    def search(self, states: States, network: Network, stream: Stream) -> tuple[list[int], int]:
        """Moves, the best first, and what the best is worth."""
        count, value = mcts.best_moves(self.tree, states, network, stream, self.nodes, self.actions)
        return self.actions[:count].tolist(), value


def searcher(plan: Plan) -> Searcher:
    """Whoever searches a game best."""
    is_duel = plan.layout == AZUL_STATE and plan.players == 2
    return (AlphaBeta if is_duel else TreeSearch)(plan.layout, plan.nodes)
