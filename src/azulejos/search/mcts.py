"""PUCT tree search for any number of players, each maximising their own value.

A new node's moves are all evaluated by the network: their values become its priors (softmax) and
the initial values of its edges. Deals within a round are chance nodes with sampled outcomes; a deal
that starts a round ends the line, as the end of the game does.

The network underestimates who will be left with tiles that fit nowhere. Where ordering scores allow
it, a node's value is the mean of the network's and that of a rollout to the end of the round.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.dispatch import apply, deal_tile, legal_actions
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import (
    Stream,
    draw_from,
    next_bits,
    scaled,
)
from azulejos.engine.state import (
    DEAL,
    MAX_PLAYERS,
    OVER,
    State,
    States,
    new_states,
    set_state,
)
from azulejos.search.dispatch import allows_rollout, is_small_deal, ordering_score
from azulejos.search.evaluation import (
    INFINITY,
    MAX_LINE,
    WIN,
    EvalBuffers,
    evaluate,
    evaluate_zero_sum,
    new_buffers,
    write_leads,
)
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.network import Network

#: Edges of a node at most: the moves with the best static values.
MAX_EDGES = 40
#: Moves of a node other than the root that are evaluated at most: the best by ordering score.
MAX_CANDIDATES = 16
#: Visits that an edge's static value counts for.
PRIOR_VISITS = 1
#: Exploration constant of PUCT, as a value.
C_PUCT = 0.5 * WIN
#: Temperature of the softmax that turns static values into priors.
PRIOR_TEMPERATURE = WIN // 12
#: Sampled outcomes of a chance node.
MAX_DRAWS = 6
#: Uniform noise on the ordering scores of rollouts, in hundredths of a point.
ROLLOUT_NOISE = 100
MAX_PATH = 256

# Kinds of nodes
DECISION = 0
LEAF = 1  # the line ends here
CHANCE = 2

NO_NODE = -1

# Counters
NODES = 0  # used in the pool
EDGES = 1
EVALUATIONS = 2
MAX_PLY = 3  # the longest line
LINE_LENGTH = 4  # of the principal variation
COUNTERS = 5

_steps = np.arange(0, 16 * 64 + 1) / 64
#: By difference to the best value, in steps of PRIOR_TEMPERATURE / 64: exp(-x), in millionths.
PRIOR_WEIGHTS = np.round(1e6 * np.exp(-_steps)).astype(np.int64)


class Tree(NamedTuple):
    """Nodes and edges, in two pools, and the search's scratch memory."""

    states: States  # by node
    kinds: npt.NDArray[np.int8]
    first_edges: npt.NDArray[np.int32]
    edge_counts: npt.NDArray[np.int16]
    node_visits: npt.NDArray[np.int32]
    values: npt.NDArray[np.int32]  # node, player: value when the node was expanded
    actions: npt.NDArray[np.int16]  # by edge; 0 for outcomes of a chance node
    priors: npt.NDArray[np.float32]
    static_values: npt.NDArray[np.int32]  # of the move, to the player who makes it
    visits: npt.NDArray[np.int32]
    value_sums: npt.NDArray[np.int64]  # over visits, to the player who makes the move
    children: npt.NDArray[np.int32]
    counters: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int8]  # set by another thread to interrupt the search
    path: npt.NDArray[np.int32]  # edges of the current simulation
    path_players: npt.NDArray[np.int8]
    scratch: States  # a position, its child, and a rollout
    moves: npt.NDArray[np.int16]
    rollout_moves: npt.NDArray[np.int16]
    move_values: npt.NDArray[np.int32]
    root_edges: npt.NDArray[np.int32]  # best first, as the following
    root_actions: npt.NDArray[np.int16]
    root_values: npt.NDArray[np.float64]
    leads: npt.NDArray[np.int32]  # of the root's moves, in tenths of points
    line: npt.NDArray[np.int16]  # the principal variation
    buffers: EvalBuffers


def new_tree(layout: np.dtype[np.void], nodes: int) -> Tree:
    """An empty tree with pools for `nodes`; untouched pages take no memory."""
    edges = nodes * 24 + MAX_LEGAL_ACTIONS
    return Tree(
        new_states(layout, nodes),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int32),
        np.zeros((nodes, MAX_PLAYERS), np.int32),
        np.zeros(edges, np.int16),
        np.zeros(edges, np.float32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int32),
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int32),
        np.zeros(COUNTERS, np.int64),
        np.zeros(1, np.int8),
        np.zeros(MAX_PATH, np.int32),
        np.zeros(MAX_PATH, np.int8),
        new_states(layout, 3),
        np.zeros(MAX_LEGAL_ACTIONS, np.int16),
        np.zeros(MAX_LEGAL_ACTIONS, np.int16),
        np.zeros(MAX_LEGAL_ACTIONS, np.int32),
        np.zeros(MAX_EDGES, np.int32),
        np.zeros(MAX_EDGES, np.int16),
        np.zeros(MAX_EDGES, np.float64),
        np.zeros(MAX_EDGES, np.int32),
        np.zeros(MAX_LINE, np.int16),
        new_buffers(),
    )


@compiled_noinline
def search(
    tree: Tree,
    root: States,
    network: Network,
    stream: Stream,
    max_evaluations: int,
    report: bool,
) -> int:
    """Build a tree and rank the moves of its root; with `report` also the line and the leads.

    Without evaluations the tree stays as it is. Returns the number of root moves. One function, so
    that evaluation is compiled once.
    """
    if max_evaluations > 0:
        grow(tree, root, network, stream, max_evaluations)
    count = rank_root_edges(tree)
    if report:
        length = write_principal_variation(tree)
        tree.counters[LINE_LENGTH] = length
        actions, line = tree.root_actions[:count], tree.line[:length]
        write_leads(root[0], actions, line, tree.scratch, network, tree.buffers, tree.leads)
    return count


@compiled_noinline
def grow(tree: Tree, root: States, network: Network, stream: Stream, max_evaluations: int) -> None:
    """Build a tree from a position where a player is to move.

    Ends after `max_evaluations`, when `tree.stop` is set, or when the pools are full.
    """
    tree.counters[:] = 0
    use_network(tree.buffers.cache, network)
    set_state(tree.scratch, 0, root[0])
    expand(tree, network, stream)
    while tree.counters[EVALUATIONS] < max_evaluations and tree.stop[0] == 0 and has_space(tree):
        simulate(tree, network, stream)


def merge_roots(tree: Tree, other: Tree) -> None:
    """Add the root statistics of another tree of the same position (root parallelism)."""
    edges = slice(int(tree.edge_counts[0]))
    tree.visits[edges] += other.visits[edges]
    tree.value_sums[edges] += other.value_sums[edges]


@compiled_noinline
def rank_root_edges(tree: Tree) -> int:
    """Sort the root's edges, most visited first, then by value. Returns their number."""
    count = int(tree.edge_counts[0])
    for index in range(count):
        edge = int(tree.first_edges[0]) + index
        place = index
        while place > 0 and is_better(tree, edge, int(tree.root_edges[place - 1])):
            tree.root_edges[place] = tree.root_edges[place - 1]
            place -= 1
        tree.root_edges[place] = edge
    for index in range(count):
        edge = int(tree.root_edges[index])
        tree.root_actions[index] = tree.actions[edge]
        tree.root_values[index] = edge_value(tree, edge)
    return count


@compiled
def is_better(tree: Tree, edge: int, other: int) -> bool:
    """Whether an edge ranks before another: more visits, or as many and a higher value."""
    if tree.visits[edge] != tree.visits[other]:
        return bool(tree.visits[edge] > tree.visits[other])
    return edge_value(tree, edge) > edge_value(tree, other)


@compiled
def edge_value(tree: Tree, edge: int) -> float:
    """Mean value (Q) of an edge to its player; the static value counts as PRIOR_VISITS."""
    visits = tree.visits[edge] + PRIOR_VISITS
    prior_sum = PRIOR_VISITS * np.int64(tree.static_values[edge])
    return float((tree.value_sums[edge] + prior_sum) / visits)


@compiled_noinline
def write_principal_variation(tree: Tree) -> int:
    """Write the best moves from the root up to the first chance node. Returns their number."""
    length, node = 0, 0
    while length < MAX_LINE and node != NO_NODE and tree.kinds[node] == DECISION:
        best = int(tree.first_edges[node])
        for edge in range(best + 1, int(tree.first_edges[node] + tree.edge_counts[node])):
            if is_better(tree, edge, best):
                best = edge
        tree.line[length] = tree.actions[best]
        node = int(tree.children[best])
        length += 1
    return length


@compiled
def has_space(tree: Tree) -> bool:
    """Whether the pools have space for one more node."""
    return bool(
        tree.counters[NODES] + 1 < len(tree.kinds)
        and tree.counters[EDGES] + MAX_LEGAL_ACTIONS < len(tree.actions)
    )


@compiled_noinline
def simulate(tree: Tree, network: Network, stream: Stream) -> None:
    """One simulation: select down to a new node or a leaf, expand, back up."""
    node, length = 0, 0
    while True:
        if tree.kinds[node] == LEAF or length == MAX_PATH:
            break
        if tree.kinds[node] == CHANCE:
            edge = sample_outcome(tree, node, stream)
        else:
            edge = select(tree, node)
        tree.path[length] = edge
        decides = tree.kinds[node] == DECISION
        tree.path_players[length] = tree.states[node].to_play if decides else -1
        length += 1
        tree.node_visits[node] += 1
        child = int(tree.children[edge])
        if child == NO_NODE:
            set_state(tree.scratch, 0, tree.states[node])
            if decides:
                apply(tree.scratch[0], int(tree.actions[edge]), None)
            else:
                deal(tree.scratch[0], stream)
            child = expand(tree, network, stream)
            tree.children[edge] = child
            node = child
            break
        node = child
    tree.counters[EVALUATIONS] += 1  # even without a new node: the search has to end
    tree.counters[MAX_PLY] = max(length, int(tree.counters[MAX_PLY]))
    back_up(tree, node, length)


@compiled
def back_up(tree: Tree, node: int, length: int) -> None:
    """Add the values of a node to the edges of the path that leads to it."""
    for index in range(length):
        edge = int(tree.path[index])
        tree.visits[edge] += 1
        if tree.path_players[index] >= 0:
            tree.value_sums[edge] += tree.values[node, tree.path_players[index]]


@compiled_noinline
def deal(state: State, stream: Stream) -> None:
    """Draw the tiles of a deal within a round."""
    while state.phase == DEAL and is_small_deal(state):
        deal_tile(state, draw_from(state.bag, next_bits(stream)), None)


@compiled_noinline
def sample_outcome(tree: Tree, node: int, stream: Stream) -> int:
    """An edge of a chance node: each in turn at first, then uniformly at random."""
    first, count = int(tree.first_edges[node]), int(tree.edge_counts[node])
    visits = int(tree.node_visits[node])
    if visits < count:
        return first + visits
    return first + scaled(next_bits(stream), count)


@compiled_noinline
def select(tree: Tree, node: int) -> int:
    """The edge that maximises PUCT: Q + C_PUCT * prior * sqrt(parent visits) / visits."""
    first = int(tree.first_edges[node])
    exploration = C_PUCT * np.sqrt(np.float64(tree.node_visits[node] + 1))
    best, best_score = first, -1e18
    for edge in range(first, first + int(tree.edge_counts[node])):
        visits = tree.visits[edge] + PRIOR_VISITS
        score = edge_value(tree, edge) + exploration * tree.priors[edge] / visits
        if score > best_score:
            best, best_score = edge, score
    return best


@compiled_noinline
def expand(tree: Tree, network: Network, stream: Stream) -> int:
    """Add the position in `tree.scratch[0]` as an evaluated node. Returns the node."""
    state = tree.scratch[0]
    node = int(tree.counters[NODES])
    tree.counters[NODES] += 1
    set_state(tree.states, node, state)
    tree.node_visits[node] = 0
    tree.first_edges[node] = tree.counters[EDGES]
    tree.edge_counts[node] = 0
    if state.phase == OVER or state.phase == DEAL:
        evaluate_node(tree, node, state, network)
        tree.kinds[node] = LEAF
        if state.phase == DEAL and is_small_deal(state):
            tree.kinds[node] = CHANCE
            for _ in range(MAX_DRAWS):
                add_edge(tree, node, 0, 0)
    else:
        tree.kinds[node] = DECISION
        expand_decision(tree, node, network)
        if node != 0 and allows_rollout(tree.scratch[1]):  # the root's own value is not used
            rollout(tree, node, network, stream)
    return node


@compiled_noinline
def evaluate_node(tree: Tree, node: int, state: State, network: Network) -> None:
    """Write the value of a position to every player."""
    tree.counters[EVALUATIONS] += 1
    if state.players == 2:
        value = evaluate_zero_sum(state, 0, network, tree.buffers)
        tree.values[node, 0], tree.values[node, 1] = value, -value
    else:
        for player in range(int(state.players)):
            tree.values[node, player] = evaluate(state, player, network, tree.buffers)


@compiled_noinline
def add_edge(tree: Tree, node: int, action: int, static_value: int) -> int:
    """Add an edge to the newest node."""
    edge = int(tree.counters[EDGES])
    tree.counters[EDGES] += 1
    tree.edge_counts[node] += 1
    tree.actions[edge] = action
    tree.static_values[edge] = static_value
    tree.visits[edge] = 0
    tree.value_sums[edge] = 0
    tree.priors[edge] = 0
    tree.children[edge] = NO_NODE
    return edge


@compiled_noinline
def expand_decision(tree: Tree, node: int, network: Network) -> None:
    """Evaluate the moves of a new node, add edges, and take the values after the best move."""
    state, child = tree.scratch[0], tree.scratch[1]
    player = int(state.to_play)
    count = legal_actions(state, tree.moves)
    if node != 0 and count > MAX_CANDIDATES:
        count = keep_candidates(tree, state, count)
    best, best_index = -INFINITY, 0
    for index in range(count):
        set_state(tree.scratch, 1, state)
        apply(child, int(tree.moves[index]), None)
        if state.players == 2:
            value = evaluate_zero_sum(child, player, network, tree.buffers)
        else:
            value = evaluate(child, player, network, tree.buffers)
        tree.move_values[index] = value
        if value > best:
            best, best_index = value, index
    tree.counters[EVALUATIONS] += count
    set_state(tree.scratch, 1, state)
    apply(child, int(tree.moves[best_index]), None)
    evaluate_node(tree, node, child, network)
    add_edges(tree, node, count, best)


@compiled_noinline
def rollout(tree: Tree, node: int, network: Network, stream: Stream) -> None:
    """Play on by ordering scores after the best move, and average the node's values with it."""
    set_state(tree.scratch, 2, tree.scratch[1])
    state = tree.scratch[2]
    while allows_rollout(state):
        apply(state, rollout_move(tree, state, stream), None)
    tree.counters[EVALUATIONS] += 1
    for player in range(int(state.players)):
        value = evaluate(state, player, network, tree.buffers)
        tree.values[node, player] = (tree.values[node, player] + value) // 2


@compiled_noinline
def rollout_move(tree: Tree, state: State, stream: Stream) -> int:
    """The move with the best ordering score, with noise."""
    best, best_score = 0, -INFINITY
    for index in range(legal_actions(state, tree.rollout_moves)):
        action = int(tree.rollout_moves[index])
        score = ordering_score(state, action) + scaled(next_bits(stream), ROLLOUT_NOISE)
        if score > best_score:
            best, best_score = action, score
    return best


@compiled_noinline
def keep_candidates(tree: Tree, state: State, count: int) -> int:
    """Move the moves with the best ordering scores to the front. Returns their number."""
    for index in range(count):
        tree.move_values[index] = ordering_score(state, int(tree.moves[index]))
    for place in range(MAX_CANDIDATES):
        swap_best(tree, place, count)
    return MAX_CANDIDATES


@compiled
def swap_best(tree: Tree, place: int, count: int) -> None:
    """Swap the move with the highest value from a place on to that place."""
    best = place
    for index in range(place + 1, count):
        if tree.move_values[index] > tree.move_values[best]:
            best = index
    action, value = tree.moves[best], tree.move_values[best]
    tree.moves[best], tree.move_values[best] = tree.moves[place], tree.move_values[place]
    tree.moves[place], tree.move_values[place] = action, value


@compiled_noinline
def add_edges(tree: Tree, node: int, count: int, best: int) -> None:
    """Add edges for the moves with the best values, with priors by softmax."""
    kept = min(count, MAX_EDGES)
    total = 0.0
    first = int(tree.counters[EDGES])
    for place in range(kept):
        swap_best(tree, place, count)
        value = int(tree.move_values[place])
        edge = add_edge(tree, node, int(tree.moves[place]), value)
        step = min(len(PRIOR_WEIGHTS) - 1, (best - value) * 64 // PRIOR_TEMPERATURE)
        tree.priors[edge] = PRIOR_WEIGHTS[step] + 1000
        total += tree.priors[edge]
    for edge in range(first, first + kept):
        tree.priors[edge] /= total
