"""MCTS bot: plain UCT with random rollouts, without any knowledge but the rules.

Every player maximises its own reward: the victory share, plus a little for each point of its lead.
Moves are selected by UCB1 in the tree, and at random in rollouts. A move is added to the tree when
the random policy proposes it, and known moves may be selected before: of a hundred ways to pass in
Summer Pavilion, few are worth a simulation.

Chance: draws are sampled in every simulation, from the bag, with the bot's own stream. The tree
ends with the round, because no two deals of the factories are alike and statistics below one would
never be reused. Refilling the supply of Summer Pavilion in mid-round changes only which bonus tiles
can be taken; so the tree continues below it by moves alone (open loop), and each simulation visits
the children that are legal with its own draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from azulejos.bots.base import Bot, Choice, Limits, ScoredMove
from azulejos.bots.time_control import TimeControl
from azulejos.engine import AnyMove, AnyPosition, unchecked
from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled, compiled_allocating
from azulejos.engine.dispatch import (
    apply,
    deal_tile,
    is_legal,
    random_action,
    winners,
)
from azulejos.engine.rng import Stream, draw_from, next_bits
from azulejos.engine.state import (
    DEAL,
    MAX_PLAYERS,
    OVER,
    State,
    States,
    new_states,
    set_state,
)

#: Simulations without limits.
DEFAULT_NODES = 5_000
#: The exploration constant of UCB1, for rewards mostly between 0 and 1.
EXPLORATION = 0.6
#: The reward for a point of the lead; a victory is 1.
POINT_REWARD = 0.03
#: Rollouts end after this many rounds; hardly any lasts so long.
MAX_ROUNDS = 40

#: A node: the move that leads to it. Sums over all visits, from the point of view of the mover.
NODE = np.dtype(
    [
        ("wins", np.float64),  # victory shares
        ("lead", np.int64),  # points ahead of the best opponent
        ("visits", np.int32),
        ("first_child", np.int32),  # 0: none, the root is no child
        ("next_sibling", np.int32),
        ("action", np.int32),
    ]
)
#: The capacity of the tree; a full tree stops growing. A simulation adds at most one node.
TREE_CAPACITY = 1 << 21
ROOT = 0
#: More moves than any round has.
MAX_PATH = 512

Tree = npt.NDArray[np.void]
Numbers = npt.NDArray[np.int32]


@compiled_allocating
def search(tree: Tree, used: Numbers, states: States, stream: Stream, simulations: int) -> None:
    """Run simulations from `states[0]`; `states[1]` is scratch space.

    `used[0]` is the number of nodes in the tree, the root included.
    """
    path, movers = np.empty(MAX_PATH, np.int32), np.empty(MAX_PATH, np.int32)
    for _ in range(simulations):
        set_state(states, 1, states[0])
        length = simulate(tree, used, states[1:], path, movers, stream)
        back_up(tree, states[1], path[:length], movers)


@compiled
def simulate(
    tree: Tree, used: Numbers, states: States, path: Numbers, movers: Numbers, stream: Stream
) -> int:
    """Play to the end: by UCB1 in the tree, at random below it. Returns the length of the path.

    The tree ends at unvisited nodes and at the end of the round.
    """
    state = states[0]
    this_round = int(state.round_number)
    node, length, after_chance, in_tree = ROOT, 0, False, True
    while state.phase != OVER and state.round_number <= this_round + MAX_ROUNDS:
        if state.phase == DEAL:
            deal_tile(state, draw_from(state.bag, next_bits(stream)), None)
            after_chance = True
            continue
        action = random_action(state, stream)
        if in_tree and state.round_number == this_round and length < MAX_PATH:
            child = select_child(tree, node, state, after_chance, action)
            if child == 0 and used[0] < len(tree):
                child = add_child(tree, used, node, action)
            if child != 0:
                path[length], movers[length] = child, state.to_play
                length += 1
                action = int(tree[child].action)
            in_tree = child != 0 and tree[child].visits > 0
            node = child
        apply(state, action, None)
    return length


@compiled
def select_child(tree: Tree, node: int, state: State, check: bool, proposed: int) -> int:
    """The child with the highest upper confidence bound; 0 if the proposed move has no child yet.

    With `check`, children with illegal moves are skipped.
    """
    log_visits = math.log(max(1, tree[node].visits))
    best, best_bound, is_known = 0, 0.0, False
    child = int(tree[node].first_child)
    while child != 0:
        action, visits = int(tree[child].action), int(tree[child].visits)
        is_known |= action == proposed
        if not check or is_legal(state, action):
            reward = (tree[child].wins + POINT_REWARD * tree[child].lead) / visits
            bound = reward + EXPLORATION * math.sqrt(log_visits / visits)
            if best == 0 or bound > best_bound:
                best, best_bound = child, bound
        child = int(tree[child].next_sibling)
    return best if is_known else 0


@compiled
def add_child(tree: Tree, used: Numbers, node: int, action: int) -> int:
    """Expand a node by one move."""
    child = int(used[0])
    used[0] += 1
    tree[child].action = action
    tree[child].next_sibling = tree[node].first_child
    tree[node].first_child = child
    return child


@compiled_allocating
def back_up(tree: Tree, state: State, path: Numbers, movers: Numbers) -> None:
    """Back up the result of a simulation to all nodes on its path."""
    wins, leads = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS, np.int64)
    victors = winners(state)
    for player in range(state.players):
        wins[player] = (victors >> player & 1) / popcount(victors)
        leads[player] = lead_of(state, player)
    tree[ROOT].visits += 1
    for step in range(len(path)):
        node = path[step]
        tree[node].visits += 1
        tree[node].wins += wins[movers[step]]
        tree[node].lead += leads[movers[step]]


@compiled
def lead_of(state: State, player: int) -> int:
    """A player's lead over the best opponent."""
    best = -(1 << 15)
    for other in range(state.players):
        if other != player:
            best = max(best, int(state.scores[other]))
    return int(state.scores[player]) - best


class MctsBot(Bot):
    """Plays the most visited move. A limit of nodes counts simulations; depth is ignored."""

    name = "mcts"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        moves = list(position.legal_moves)
        if len(moves) == 1:
            return Choice(moves[0], principal_variation=(moves[0],))
        tree = new_states(NODE, TREE_CAPACITY)
        used = np.ones(1, np.int32)
        states = new_states(position.rules.layout, 2)
        states[:1] = position.states
        time_control = TimeControl(Limits(limits.seconds, limits.nodes), DEFAULT_NODES)
        done = 0
        while batch := time_control.next_batch(done):
            search(tree, used, states, self.stream, batch)
            done += batch
        ranked = _children(tree, ROOT)
        scored = tuple(_scored(tree[child], position.rules.moves) for child in ranked)
        return Choice(
            scored[0].move,
            scored[0].value,
            _principal_variation(tree, position),
            scored[0].victory_share,
            scored,
            done,
        )


def _children(tree: Tree, node: int) -> list[int]:
    """The visited children of a node, most visited first."""
    children = []
    child = int(tree[node]["first_child"])
    while child != 0:
        if tree[child]["visits"]:
            children.append(child)
        child = int(tree[child]["next_sibling"])
    return sorted(children, key=lambda child: -int(tree[child]["visits"]))


def _scored(node: np.void, moves: Sequence[AnyMove]) -> ScoredMove:
    """The mean results of a node."""
    visits = int(node["visits"])
    lead, wins = float(node["lead"]), float(node["wins"])
    return ScoredMove(moves[int(node["action"])], lead / visits, wins / visits)


def _principal_variation(tree: Tree, position: AnyPosition) -> tuple[AnyMove, ...]:
    """The most visited line, up to the next deal."""
    line: list[AnyMove] = []
    states = position.states
    ranked = _children(tree, ROOT)
    while ranked and states["phase"][0] not in (DEAL, OVER):
        action = int(tree[ranked[0]]["action"])
        line.append(position.rules.moves[action])
        unchecked.apply(states, action, None)
        ranked = _children(tree, ranked[0])
    return tuple(line)
