"""Outcomes: the expected share of victory and final lead of every player, for analysis.

Search values add a bonus for leads and belong to one player; these exclude the bonus, and the
shares of all players sum to 1. Leads are over the best opponent, in points.

The network's estimates are calibrated: their logits are multiplied by the `sharpness` of the
configuration (see `SearchGame`). With three and four players the network is asked for each of them
on its own, and is optimistic: at the start of a game for four its shares sum to 1.5. There all
logits are lowered by the same amount, so that the shares sum to 1. Scaled shares would be too even:
of players whose estimates are 0.9, 0.7 and twice 0.0 the first would have 56 percent.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled_noinline
from azulejos.engine.dispatch import apply, winners
from azulejos.engine.state import MAX_PLAYERS, OVER, State, States, set_state
from azulejos.search.dispatch import point_of_view
from azulejos.search.evaluation import (
    MAX_LEAD,
    POINT_VALUE,
    WIN,
    EvalBuffers,
    expected_lead,
    network_estimate,
)
from azulejos.search.mcts import CHANCE, DECISION, NO_NODE, NODES, Tree, is_better
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.network import Network

#: By player.
Numbers = npt.NDArray[np.float64]
#: An estimate of a share is never nearer to 0 or 1 than this.
MIN_ESTIMATE = 1e-4
#: Steps that find the common shift of logits.
BISECTIONS = 40


class Outcome(NamedTuple):
    """An outcome, memory for those that it is the mean of, and the sharpness of estimates."""

    shares: Numbers
    leads: Numbers
    term_shares: Numbers
    sharpness: float


def new_outcome(sharpness: float) -> Outcome:
    """An outcome with room for all players."""
    return Outcome(np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS), sharpness)


@compiled_noinline
def write_static_outcome(
    states: States, network: Network, buffers: EvalBuffers, outcome: Outcome
) -> None:
    """Write the result of a finished game, else the network's estimate, for every player."""
    use_network(buffers.cache, network)
    state = states[0]
    for player in range(int(state.players)):
        outcome.shares[player] = static_share(state, player, network, buffers)
        outcome.leads[player] = expected_lead(state, player, network, buffers) / 10
    if state.phase != OVER:
        calibrate(outcome.shares, int(state.players), outcome.sharpness)


@compiled_noinline
def static_share(state: State, player: int, network: Network, buffers: EvalBuffers) -> float:
    """A player's share of victory: the result's, or the network's estimate before calibration."""
    if state.phase == OVER:
        won = winners(state)
        return (won >> player & 1) / popcount(won)
    view = point_of_view(state) if state.players == 2 else player
    value = network_estimate(state, view, network, buffers)[0]
    return (1 + (value if view == player else -value) / WIN) / 2


@compiled_noinline
def calibrate(shares: Numbers, players: int, sharpness: float) -> None:
    """Turn estimates for single players into calibrated shares, which sum to 1."""
    low, high = np.inf, -np.inf
    for player in range(players):
        share = min(1 - MIN_ESTIMATE, max(MIN_ESTIMATE, shares[player]))
        shares[player] = sharpness * np.log(share / (1 - share))
        low, high = min(low, shares[player]), max(high, shares[player])
    shift = logit_shift(shares, players, low, high) if players > 2 else 0.0
    total = 0.0
    for player in range(players):
        shares[player] = 1 / (1 + np.exp(shift - shares[player]))
        total += shares[player]
    for player in range(players):
        shares[player] /= total


@compiled_noinline
def logit_shift(logits: Numbers, players: int, low: float, high: float) -> float:
    """What to subtract from logits between `low` and `high`, so that their shares sum to 1."""
    for _ in range(BISECTIONS):
        middle, total = (low + high) / 2, 0.0
        for player in range(players):
            total += 1 / (1 + (players - 1) * np.exp(middle - logits[player]))
        if total > 1:
            low = middle
        else:
            high = middle
    return float((low + high) / 2 + np.log(players - 1))


@compiled_noinline
def write_tree_outcome(
    tree: Tree, network: Network, arrivals: npt.NDArray[np.int32], outcome: Outcome
) -> bool:
    """Write the mean outcome over all simulations that began with the best root move.

    Where the root is a chance node, over all simulations. `arrivals` has room for all nodes and is
    zero. Returns false if there were no such simulations.
    """
    players, count = int(tree.states[0].players), int(tree.counters[NODES])
    mark_root_children(tree, arrivals)
    outcome.shares[:], outcome.leads[:] = 0.0, 0.0
    total = 0
    for node in range(1, count):
        weight = pass_on(tree, node, arrivals)
        if weight > 0:
            total += weight
            add_node(tree, node, weight, network, outcome)
    for player in range(players):
        outcome.shares[player] /= max(1, total)
        outcome.leads[player] /= max(1, total)
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
def add_node(tree: Tree, node: int, weight: int, network: Network, outcome: Outcome) -> None:
    """Add a node's outcome: its value in the tree, less the bonus for the expected lead."""
    set_state(tree.scratch, 1, tree.states[node])
    state, shares = tree.scratch[1], outcome.term_shares
    if tree.kinds[node] == DECISION:  # valued after its best move, which is its first edge
        apply(state, int(tree.actions[tree.first_edges[node]]), None)
    players = int(state.players)
    for player in range(players):
        lead = expected_lead(state, player, network, tree.buffers)
        bonus = POINT_VALUE * min(MAX_LEAD, max(-MAX_LEAD, lead / 10))
        shares[player] = (1 + (tree.values[node, player] - bonus) / WIN) / 2
        outcome.leads[player] += weight * lead / 10
    if state.phase != OVER:
        calibrate(shares, players, outcome.sharpness)
    for player in range(players):
        outcome.shares[player] += weight * shares[player]
