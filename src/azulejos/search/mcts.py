"""Monte Carlo tree search for any number of players, where every player seeks their own good.

Instead of playing games out, the network judges: when a position is reached for the first time, its
moves are tried and judged, which tells where to look first. Small deals inside a round are
drawn at random, each draw a branch of its own; a large deal ends the line, as the game's end does.

The network knows the long run well, but hardly who will be left with tiles that nobody can use.
Where first guesses are good enough, a round is also played out by them, and what the network says
of its end counts as much as what it said at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_apart, compiled_with_room
from azulejos.engine.dispatch import apply, deal_tile, legal_actions
from azulejos.engine.playout import ACTION_ROOM
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
)
from azulejos.search.evaluation import (
    BEST,
    WIN,
    Desk,
    new_desk,
    worth,
    worth_to_one_of_two,
)
from azulejos.search.nnue.accumulator import use_network
from azulejos.search.nnue.features import is_small_deal
from azulejos.search.nnue.network import Network
from azulejos.search.ordering import first_guess, is_guessable

#: At most so many moves of a position are looked into: the best ones at first sight.
MOST_EDGES = 40
#: Away from the root, at most so many are tried at all: those that look best before any judgement.
MOST_TRIED = 16
#: How much a move's first impression counts, in visits.
IMPRESSION = 1
#: How far search strays from what looks best: the weight of curiosity, in worth.
CURIOSITY = 0.5 * WIN
#: How sharply first impressions guide it: differences in worth that change the odds e-fold.
SOFTNESS = WIN // 12
#: So many different draws are tried for a small deal.
MOST_DRAWS = 6
#: First guesses are blurred by so many hundredths of a point: no round has to end like another.
BLUR = 100
MOST_PATH = 256

# Kinds of nodes
DECISION = 0
FIXED = 1  # the line ends here
CHANCE = 2

NO_NODE = -1

# Counters
NODES = 0  # used in the pool
EDGES = 1
POSITIONS = 2  # judged
DEEPEST = 3  # the longest line
COUNTERS = 4

_steps = np.arange(0, 16 * 64 + 1) / 64
#: By difference in worth, in parts of SOFTNESS / 64: the odds, in parts of a million.
ODDS = np.round(1e6 * np.exp(-_steps)).astype(np.int64)


class Tree(NamedTuple):
    """Nodes and edges in two pools."""

    states: States  # by node
    kinds: npt.NDArray[np.int8]
    first_edges: npt.NDArray[np.int32]
    edge_counts: npt.NDArray[np.int16]
    node_visits: npt.NDArray[np.int32]
    values: npt.NDArray[np.int32]  # node, player: what it seemed worth at first
    actions: npt.NDArray[np.int16]  # by edge; of a draw, nothing
    odds: npt.NDArray[np.float32]
    guesses: npt.NDArray[np.int32]  # what a move seemed worth to its player
    visits: npt.NDArray[np.int32]
    totals: npt.NDArray[np.int64]  # of what came of the visits, to the player of the move
    children: npt.NDArray[np.int32]
    counters: npt.NDArray[np.int64]
    stop: npt.NDArray[np.int8]  # set from outside to end the search
    path: npt.NDArray[np.int32]  # the edges of one simulation
    path_players: npt.NDArray[np.int8]
    room: States  # a position, one after it, and one to play out
    listed: npt.NDArray[np.int16]
    listed_later: npt.NDArray[np.int16]  # while playing out
    impressions: npt.NDArray[np.int32]
    desk: Desk


def new_tree(layout: np.dtype[np.void], nodes: int) -> Tree:
    """Room for a tree; memory is only taken up as the tree grows."""
    edges = nodes * 24 + ACTION_ROOM
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
        np.zeros(MOST_PATH, np.int32),
        np.zeros(MOST_PATH, np.int8),
        new_states(layout, 3),
        np.zeros(ACTION_ROOM, np.int16),
        np.zeros(ACTION_ROOM, np.int16),
        np.zeros(ACTION_ROOM, np.int32),
        new_desk(),
    )


@compiled_apart
def think(tree: Tree, root: States, network: Network, stream: Stream, most_positions: int) -> None:
    """Plant a tree at a position where somebody is to play, and let it grow.

    It ends when so many positions were judged, when it is told to stop, or when there is no room.
    """
    tree.counters[:] = 0
    use_network(tree.desk.boards, network)
    tree.room[0] = root[0]
    grow_node(tree, network, stream)
    while tree.counters[POSITIONS] < most_positions and tree.stop[0] == 0 and has_room(tree):
        simulate(tree, network, stream)


def merge_roots(tree: Tree, other: Tree) -> None:
    """Add what another tree found of the same root's moves: they have the same order in both."""
    edges = slice(int(tree.edge_counts[0]))
    tree.visits[edges] += other.visits[edges]
    tree.totals[edges] += other.totals[edges]


@compiled_apart
def edges_by_merit(tree: Tree, order: npt.NDArray[np.int32]) -> int:
    """The root's edges, the most visited first, then the most valuable. Returns how many."""
    count = int(tree.edge_counts[0])
    for index in range(count):
        edge = int(tree.first_edges[0]) + index
        place = index
        while place > 0 and is_better(tree, edge, int(order[place - 1])):
            order[place] = order[place - 1]
            place -= 1
        order[place] = edge
    return count


@compiled
def is_better(tree: Tree, edge: int, other: int) -> bool:
    """Whether an edge deserves to be played before another."""
    if tree.visits[edge] != tree.visits[other]:
        return bool(tree.visits[edge] > tree.visits[other])
    return value_of(tree, edge) > value_of(tree, other)


@compiled
def value_of(tree: Tree, edge: int) -> float:
    """What a move is worth to its player: the mean of its visits and the first impression."""
    seen = tree.visits[edge] + IMPRESSION
    return float((tree.totals[edge] + IMPRESSION * np.int64(tree.guesses[edge])) / seen)


@compiled_with_room
def best_moves(
    tree: Tree,
    root: States,
    network: Network,
    stream: Stream,
    most_positions: int,
    actions: npt.NDArray[np.int16],
) -> tuple[int, int]:
    """Think, and write the moves, the best first: all in one call, for whoever makes many.

    Returns how many moves there are, and what the best is worth.
    """
    think(tree, root, network, stream, most_positions)
    order = np.zeros(ACTION_ROOM, np.int32)
    count = edges_by_merit(tree, order)
    for index in range(count):
        actions[index] = tree.actions[order[index]]
    return count, int(np.round(value_of(tree, int(order[0]))))


@compiled_apart
def expected_line(tree: Tree, line: npt.NDArray[np.int16]) -> int:
    """How play is expected to go on: the best moves, as far as no draw comes between.

    Returns how many.
    """
    length, node = 0, 0
    while length < len(line) and node != NO_NODE and tree.kinds[node] == DECISION:
        best = int(tree.first_edges[node])
        for edge in range(best + 1, int(tree.first_edges[node] + tree.edge_counts[node])):
            if is_better(tree, edge, best):
                best = edge
        line[length] = tree.actions[best]
        node = int(tree.children[best])
        length += 1
    return length


@compiled
def has_room(tree: Tree) -> bool:
    """Whether one more node fits."""
    return bool(
        tree.counters[NODES] + 1 < len(tree.kinds)
        and tree.counters[EDGES] + ACTION_ROOM < len(tree.actions)
    )


@compiled_apart
def simulate(tree: Tree, network: Network, stream: Stream) -> None:
    """Follow the most interesting line to something new or final, and note what it was worth."""
    node, length = 0, 0
    while True:
        if tree.kinds[node] == FIXED or length == MOST_PATH:
            break
        if tree.kinds[node] == CHANCE:
            edge = drawn_edge(tree, node, stream)
        else:
            edge = most_interesting(tree, node)
        tree.path[length] = edge
        decides = tree.kinds[node] == DECISION
        tree.path_players[length] = tree.states[node].to_play if decides else -1
        length += 1
        tree.node_visits[node] += 1
        child = int(tree.children[edge])
        if child == NO_NODE:
            tree.room[0] = tree.states[node]
            if decides:
                apply(tree.room[0], int(tree.actions[edge]), None)
            else:
                deal(tree.room[0], stream)
            child = grow_node(tree, network, stream)
            tree.children[edge] = child
            node = child
            break
        node = child
    tree.counters[POSITIONS] += 1  # even if nothing new was found: the search has to end
    tree.counters[DEEPEST] = max(length, int(tree.counters[DEEPEST]))
    for index in range(length):
        edge = int(tree.path[index])
        tree.visits[edge] += 1
        if tree.path_players[index] >= 0:
            tree.totals[edge] += tree.values[node, tree.path_players[index]]


@compiled_apart
def deal(state: State, stream: Stream) -> None:
    """Draw what a small deal needs."""
    while state.phase == DEAL and is_small_deal(state):
        deal_tile(state, draw_from(state.bag, next_bits(stream)), None)


@compiled_apart
def drawn_edge(tree: Tree, node: int, stream: Stream) -> int:
    """One of the draws of a small deal: a new one at first, later one of those."""
    first, count = int(tree.first_edges[node]), int(tree.edge_counts[node])
    visits = int(tree.node_visits[node])
    if visits < count:
        return first + visits
    return first + scaled(next_bits(stream), count)


@compiled_apart
def most_interesting(tree: Tree, node: int) -> int:
    """The edge that promises most: what came of it, what it seemed, and how seldom it was seen."""
    first = int(tree.first_edges[node])
    curiosity = CURIOSITY * np.sqrt(np.float64(tree.node_visits[node] + 1))
    best, best_score = first, -1e18
    for edge in range(first, first + int(tree.edge_counts[node])):
        seen = tree.visits[edge] + IMPRESSION
        score = value_of(tree, edge) + curiosity * tree.odds[edge] / seen
        if score > best_score:
            best, best_score = edge, score
    return best


@compiled_apart
def grow_node(tree: Tree, network: Network, stream: Stream) -> int:
    """Add the position in `tree.room` as a node, judged for every player. Returns its number."""
    state = tree.room[0]
    node = int(tree.counters[NODES])
    tree.counters[NODES] += 1
    tree.states[node] = state
    tree.node_visits[node] = 0
    tree.first_edges[node] = tree.counters[EDGES]
    tree.edge_counts[node] = 0
    if state.phase == OVER or state.phase == DEAL:
        judge(tree, node, state, network)
        tree.kinds[node] = FIXED
        if state.phase == DEAL and is_small_deal(state):
            tree.kinds[node] = CHANCE
            for _ in range(MOST_DRAWS):
                add_edge(tree, node, 0, 0)
    else:
        tree.kinds[node] = DECISION
        try_moves(tree, node, network)
        if node != 0 and is_guessable(tree.room[1]):  # what the root is worth, nobody asks
            play_out(tree, node, network, stream)
    return node


@compiled_apart
def judge(tree: Tree, node: int, state: State, network: Network) -> None:
    """Note what a position is worth to every player."""
    tree.counters[POSITIONS] += 1
    if state.players == 2:
        value = worth_to_one_of_two(state, 0, network, tree.desk)
        tree.values[node, 0], tree.values[node, 1] = value, -value
    else:
        for player in range(int(state.players)):
            tree.values[node, player] = worth(state, player, network, tree.desk)


@compiled_apart
def add_edge(tree: Tree, node: int, action: int, guess: int) -> int:
    """Add an edge to the newest node."""
    edge = int(tree.counters[EDGES])
    tree.counters[EDGES] += 1
    tree.edge_counts[node] += 1
    tree.actions[edge] = action
    tree.guesses[edge] = guess
    tree.visits[edge] = 0
    tree.totals[edge] = 0
    tree.odds[edge] = 0
    tree.children[edge] = NO_NODE
    return edge


@compiled_apart
def try_moves(tree: Tree, node: int, network: Network) -> None:
    """Try the moves of a new node, keep the most promising, and judge the node by the best."""
    state, child = tree.room[0], tree.room[1]
    player = int(state.to_play)
    count = legal_actions(state, tree.listed)
    if node != 0 and count > MOST_TRIED:
        count = keep_likely(tree, state, count)
    best, best_index = -BEST, 0
    for index in range(count):
        tree.room[1] = state
        apply(child, int(tree.listed[index]), None)
        if state.players == 2:
            value = worth_to_one_of_two(child, player, network, tree.desk)
        else:
            value = worth(child, player, network, tree.desk)
        tree.impressions[index] = value
        if value > best:
            best, best_index = value, index
    tree.counters[POSITIONS] += count
    tree.room[1] = state
    apply(child, int(tree.listed[best_index]), None)
    judge(tree, node, child, network)
    keep_best(tree, node, count, best)


@compiled_apart
def play_out(tree: Tree, node: int, network: Network, stream: Stream) -> None:
    """Play on by first guesses from the best of the moves tried, and judge the node by that too."""
    tree.room[2] = tree.room[1]
    state = tree.room[2]
    while is_guessable(state):
        apply(state, guessed_move(tree, state, stream), None)
    tree.counters[POSITIONS] += 1
    for player in range(int(state.players)):
        value = worth(state, player, network, tree.desk)
        tree.values[node, player] = (tree.values[node, player] + value) // 2


@compiled_apart
def guessed_move(tree: Tree, state: State, stream: Stream) -> int:
    """The move that looks best before any judgement, or nearly."""
    best, best_guess = 0, -BEST
    for index in range(legal_actions(state, tree.listed_later)):
        action = int(tree.listed_later[index])
        guess = first_guess(state, action) + scaled(next_bits(stream), BLUR)
        if guess > best_guess:
            best, best_guess = action, guess
    return best


@compiled_apart
def keep_likely(tree: Tree, state: State, count: int) -> int:
    """Bring the moves to the front that look best before any judgement. Returns how many."""
    for index in range(count):
        tree.impressions[index] = first_guess(state, int(tree.listed[index]))
    for place in range(MOST_TRIED):
        bring_best(tree, place, count)
    return MOST_TRIED


@compiled
def bring_best(tree: Tree, place: int, count: int) -> None:
    """Exchange the move at a place for the best by impression from there on."""
    best = place
    for index in range(place + 1, count):
        if tree.impressions[index] > tree.impressions[best]:
            best = index
    action, impression = tree.listed[best], tree.impressions[best]
    tree.listed[best], tree.impressions[best] = tree.listed[place], tree.impressions[place]
    tree.listed[place], tree.impressions[place] = action, impression


@compiled_apart
def keep_best(tree: Tree, node: int, count: int, best: int) -> None:
    """Make edges of the most promising moves, with the odds that each is the right one."""
    kept = min(count, MOST_EDGES)
    total = 0.0
    first = int(tree.counters[EDGES])
    for place in range(kept):
        bring_best(tree, place, count)
        value = int(tree.impressions[place])
        edge = add_edge(tree, node, int(tree.listed[place]), value)
        step = min(len(ODDS) - 1, (best - value) * 64 // SOFTNESS)
        tree.odds[edge] = ODDS[step] + 1000
        total += tree.odds[edge]
    for edge in range(first, first + kept):
        tree.odds[edge] /= total
