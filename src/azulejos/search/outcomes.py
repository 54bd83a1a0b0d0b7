"""Outcomes: the expected share of victory and final lead of every player, for analysis.

Search values add a bonus for leads and belong to one player; these exclude the bonus, and the
shares of all players sum to 1. Leads are over the best opponent, in points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled_noinline
from azulejos.engine.dispatch import apply, winners
from azulejos.engine.state import OVER, State, States, set_state
from azulejos.search.dispatch import point_of_view
from azulejos.search.evaluation import (
    MAX_LEAD,
    POINT_VALUE,
    WIN,
    EvalBuffers,
    current_lead,
    expected_lead,
    network_estimate,
)
from azulejos.search.mcts import CHANCE, DECISION, NO_NODE, NODES, Tree, is_better
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.network import Network

#: By player.
Numbers = npt.NDArray[np.float64]


@compiled_noinline
def write_static_outcome(
    states: States, network: Network, buffers: EvalBuffers, shares: Numbers, leads: Numbers
) -> None:
    """Write the result of a finished game, else the network's estimate, for every player."""
    use_network(buffers.cache, network)
    state = states[0]
    for player in range(int(state.players)):
        shares[player] = static_share(state, player, network, buffers)
        leads[player] = expected_lead(state, player, network, buffers) / 10
    normalise(shares, int(state.players))


@compiled_noinline
def static_share(state: State, player: int, network: Network, buffers: EvalBuffers) -> float:
    """A player's share of victory: the result's, or the network's estimate before normalising."""
    if state.phase == OVER:
        won = winners(state)
        return (won >> player & 1) / popcount(won)
    view = point_of_view(state) if state.players == 2 else player
    value = network_estimate(state, view, network, buffers)[0]
    return (1 + (value if view == player else -value) / WIN) / 2


@compiled_noinline
def normalise(shares: Numbers, players: int) -> None:
    """Scale shares so that they sum to 1."""
    total = 0.0
    for player in range(players):
        shares[player] = min(1.0, max(0.0, shares[player]))
        total += shares[player]
    for player in range(players):
        shares[player] = shares[player] / total if total > 0 else 1 / players


@compiled_noinline
def write_tree_outcome(
    tree: Tree, network: Network, arrivals: npt.NDArray[np.int32], shares: Numbers, leads: Numbers
) -> bool:
    """Write the mean outcome over all simulations that began with the best root move.

    Where the root is a chance node, over all simulations. `arrivals` has room for all nodes and is
    zero. Returns false if there were no such simulations.
    """
    players, count = int(tree.states[0].players), int(tree.counters[NODES])
    mark_root_children(tree, arrivals)
    shares[:], leads[:] = 0.0, 0.0
    total = 0
    for node in range(1, count):
        weight = pass_on(tree, node, arrivals)
        if weight > 0:
            total += weight
            add_node(tree, node, weight, network, shares, leads)
    for player in range(players):
        shares[player] /= max(1, total)
        leads[player] /= max(1, total)
    normalise(shares, players)
    return total > 0


@compiled_noinline
def mark_root_children(tree: Tree, arrivals: npt.NDArray[np.int32]) -> None:
    """Write the visits of the children of the root that count."""
    first = int(tree.first_edges[0])
    last = first + int(tree.edge_counts[0])
    best = first
    for edge in range(first, last):
        if is_better(tree, edge, best):
            best = edge
    for edge in range(first, last):
        counts = edge == best or tree.kinds[0] == CHANCE
        if counts and tree.children[edge] != NO_NODE:
            arrivals[tree.children[edge]] = tree.visits[edge]


@compiled_noinline
def pass_on(tree: Tree, node: int, arrivals: npt.NDArray[np.int32]) -> int:
    """Pass a node's visits on to its children. Returns how many simulations ended in it."""
    weight = int(arrivals[node])
    if weight == 0:
        return 0
    first = int(tree.first_edges[node])
    for edge in range(first, first + int(tree.edge_counts[node])):
        if tree.children[edge] != NO_NODE:
            arrivals[tree.children[edge]] = tree.visits[edge]
            weight -= int(tree.visits[edge])
    return weight


@compiled_noinline
def add_node(
    tree: Tree, node: int, weight: int, network: Network, shares: Numbers, leads: Numbers
) -> None:
    """Add a node's outcome: its value in the tree, less the bonus for the expected lead."""
    set_state(tree.scratch, 1, tree.states[node])
    state = tree.scratch[1]
    if tree.kinds[node] == DECISION:  # valued after its best move, which is its first edge
        apply(state, int(tree.actions[tree.first_edges[node]]), None)
    for player in range(int(state.players)):
        if state.phase == OVER:
            lead = 10 * current_lead(state, player)
        else:
            lead = expected_lead(state, player, network, tree.buffers)
        bonus = POINT_VALUE * min(MAX_LEAD, max(-MAX_LEAD, lead / 10))
        shares[player] += weight * (1 + (tree.values[node, player] - bonus) / WIN) / 2
        leads[player] += weight * lead / 10
