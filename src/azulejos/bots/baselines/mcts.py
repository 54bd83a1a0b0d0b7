"""A bot that plays thousands of random games and believes their results: plain UCT.

It knows nothing but the rules, which makes it the yardstick for bots that know more. Every player
maximises their own reward: the share of victory, and a little for each point of the lead. Moves are
chosen by UCB1 in the tree, and at random below it. A move comes into the tree when the random
player proposes it, and moves that did well may be tried again before: of a hundred ways to pass in
Summer Pavilion, few are worth a simulation.

Chance: draws are sampled anew in every simulation, from the bag, with the bot's own stream. The
tree ends with the round, because no two deals of the factories are alike: statistics below one
would never be used again. The supply of Summer Pavilion, filled up in the middle of a round,
changes only what bonus tiles there are to take; so the tree goes on below it by moves alone (open
loop), and each simulation walks the part of it that is legal with its own draws.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.bots.base import Bot, Choice, Judged, Limits
from azulejos.bots.time_control import Pace
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled, compiled_with_room
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
)

#: Simulations if nobody says otherwise.
DEFAULT_NODES = 5_000
#: How much to explore: the constant of UCB1, for rewards that lie mostly between 0 and 1.
EXPLORATION = 0.6
#: What a point of the lead is worth beside a victory, which is worth 1.
POINT = 0.03
#: Random games that last longer than this are judged as they stand; nearly none does.
MOST_ROUNDS = 40

#: A move in the tree. Sums are over all visits, from the point of view of whoever made the move.
NODE = np.dtype(
    [
        ("wins", np.float64),  # shares of victory
        ("lead", np.int64),  # points ahead of the best opponent
        ("visits", np.int32),
        ("first_child", np.int32),  # 0: none, the root is nobody's child
        ("next_sibling", np.int32),
        ("action", np.int32),
    ]
)
#: When so many moves are in the tree, it does not grow any more. A simulation adds one at the most.
TREE_ROOM = 1 << 21
ROOT = 0
#: More moves than any round has.
PATH_ROOM = 512

Tree = npt.NDArray[np.void]
Numbers = npt.NDArray[np.int32]


@compiled_with_room
def search(tree: Tree, used: Numbers, states: States, stream: Stream, simulations: int) -> None:
    """Run some simulations from the first position; there must be room for a second.

    `used[0]` tells how many nodes of the tree are used, the root included.
    """
    path, movers = np.empty(PATH_ROOM, np.int32), np.empty(PATH_ROOM, np.int32)
    for _ in range(simulations):
        states[1] = states[0]
        length = play_game(tree, used, states[1:], path, movers, stream)
        learn(tree, states[1], path[:length], movers)


@compiled
def play_game(
    tree: Tree, used: Numbers, states: States, path: Numbers, movers: Numbers, stream: Stream
) -> int:
    """Play to the end: by UCB1 in the tree, at random below it. Returns the length of the path.

    The tree ends where nobody has been before, and where the round ends.
    """
    state = states[0]
    this_round = int(state.round_number)
    node, length, behind_chance, in_tree = ROOT, 0, False, True
    while state.phase != OVER and state.round_number <= this_round + MOST_ROUNDS:
        if state.phase == DEAL:
            deal_tile(state, draw_from(state.bag, next_bits(stream)), None)
            behind_chance = True
            continue
        action = random_action(state, stream)
        if in_tree and state.round_number == this_round and length < PATH_ROOM:
            child = chosen_child(tree, node, state, behind_chance, action)
            if child == 0 and used[0] < len(tree):
                child = new_child(tree, used, node, action)
            if child != 0:
                path[length], movers[length] = child, state.to_play
                length += 1
                action = int(tree[child].action)
            in_tree = child != 0 and tree[child].visits > 0
            node = child
        apply(state, action, None)
    return length


@compiled
def chosen_child(tree: Tree, node: int, state: State, check: bool, proposed: int) -> int:
    """The child with the highest upper confidence bound; 0 if the proposed move has no child yet.

    With `check`, only children whose moves are legal now.
    """
    log_visits = math.log(max(1, tree[node].visits))
    best, best_bound, is_known = 0, 0.0, False
    child = int(tree[node].first_child)
    while child != 0:
        action, visits = int(tree[child].action), int(tree[child].visits)
        is_known |= action == proposed
        if not check or is_legal(state, action):
            reward = (tree[child].wins + POINT * tree[child].lead) / visits
            bound = reward + EXPLORATION * math.sqrt(log_visits / visits)
            if best == 0 or bound > best_bound:
                best, best_bound = child, bound
        child = int(tree[child].next_sibling)
    return best if is_known else 0


@compiled
def new_child(tree: Tree, used: Numbers, node: int, action: int) -> int:
    """Let the tree grow by a move that nobody has tried."""
    child = int(used[0])
    used[0] += 1
    tree[child].action = action
    tree[child].next_sibling = tree[node].first_child
    tree[node].first_child = child
    return child


@compiled_with_room
def learn(tree: Tree, state: State, path: Numbers, movers: Numbers) -> None:
    """Tell all nodes on the path how the game went for those who moved there."""
    wins, leads = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS, np.int64)
    victors = winners(state)
    for player in range(state.players):
        wins[player] = (victors >> player & 1) / popcount(victors)
        leads[player] = lead_of(state, player)
    tree[ROOT].visits += 1
    for place in range(len(path)):
        node = path[place]
        tree[node].visits += 1
        tree[node].wins += wins[movers[place]]
        tree[node].lead += leads[movers[place]]


@compiled
def lead_of(state: State, player: int) -> int:
    """How far a player is ahead of the best opponent."""
    best = -(1 << 15)
    for other in range(state.players):
        if other != player:
            best = max(best, int(state.scores[other]))
    return int(state.scores[player]) - best


class MonteCarloBot(Bot):
    """Tries its moves in random games, and plays the one it came to try most often.

    A node of its limits is one simulation. A limit of depth means nothing to it.
    """

    name = "mcts"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:
        moves = list(position.legal_moves)
        if len(moves) == 1:
            return Choice(moves[0], line=(moves[0],))
        tree = new_states(NODE, TREE_ROOM)
        used = np.ones(1, np.int32)
        states = new_states(position.rules.layout, 2)
        states[:1] = position.states
        pace = Pace(Limits(limits.seconds, limits.nodes), DEFAULT_NODES)
        done = 0
        while portion := pace.portion(done):
            search(tree, used, states, self.stream, portion)
            done += portion
        ranked = _children(tree, ROOT)
        judged = tuple(_judged(tree[child], position.rules.moves) for child in ranked)
        return Choice(
            judged[0].move,
            judged[0].value,
            _line(tree, position),
            judged[0].winning,
            judged,
            done,
        )


def _children(tree: Tree, node: int) -> list[int]:
    """The children of a node that were tried, the most visited first."""
    children = []
    child = int(tree[node]["first_child"])
    while child != 0:
        if tree[child]["visits"]:
            children.append(child)
        child = int(tree[child]["next_sibling"])
    return sorted(children, key=lambda child: -int(tree[child]["visits"]))


def _judged(node: Any, moves: Sequence[Any]) -> Judged:
    """What the simulations say of a move."""
    visits = int(node["visits"])
    lead, wins = float(node["lead"]), float(node["wins"])
    return Judged(moves[int(node["action"])], lead / visits, wins / visits)


def _line(tree: Tree, position: AnyPosition) -> tuple[Any, ...]:
    """The most visited moves, one after another, up to the next deal."""
    states, line = position.states, []
    ranked = _children(tree, ROOT)
    while ranked and states["phase"][0] not in (DEAL, OVER):
        action = int(tree[ranked[0]]["action"])
        line.append(position.rules.moves[action])
        unchecked.apply(states, action, None)
        ranked = _children(tree, ranked[0])
    return tuple(line)
