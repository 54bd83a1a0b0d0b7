"""PUCT: each player maximises their own value; deals within a round are sampled."""

from __future__ import annotations

import random
from itertools import count

import numpy as np
import pytest

from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.pavilion.layout import BONUS, SUPPLY
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import new_stream
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    copy_of,
)
from azulejos.game import Game
from azulejos.search import mcts
from azulejos.search.evaluation import (
    WIN,
    EvalBuffers,
    evaluate,
    new_buffers,
)
from azulejos.search.mcts import Tree
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from tests.search.positions import late_positions

#: Averages only come near to what is exact.
NEARLY = WIN // 50


def grown(states: States, network: Network, positions: int = 20_000) -> Tree:
    """A tree of a position, by itself."""
    own = mcts.new_tree(states.dtype, 40_000)
    mcts.search(own, states, network, new_stream(1), positions, False)
    return own


def best_of(own: Tree) -> int:
    """The best move of a tree."""
    return int(own.root_actions[0])


def values_by_brute_force(
    states: States, network: Network, buffers: EvalBuffers
) -> dict[int, list[int]]:
    """The values of every move to all players, each maximising their own until the deal."""
    actions = np.zeros(MAX_LEGAL_ACTIONS, np.int16)
    players = int(states["players"][0])
    values = {}
    for action in actions[: unchecked.legal_actions(states, actions)].tolist():
        child = copy_of(states)
        unchecked.apply(child, action, None)
        if child["phase"][0] in (DEAL, OVER):
            found = [int(evaluate(child[0], seat, network, buffers)) for seat in range(players)]
        else:
            replies = values_by_brute_force(child, network, buffers).values()
            found = max(replies, key=lambda reply: reply[int(child["to_play"][0])])
        values[action] = found
    return values


@pytest.mark.parametrize("players", [3, 4])
def test_near_the_end_of_a_round_each_player_maximises_their_own_value(players: int) -> None:
    buffers = new_buffers()
    for position in late_positions("azul", "coloured", 40, 4, players):
        network, player = network_of(position), int(position.states["to_play"][0])
        values = values_by_brute_force(position.states, network, buffers)
        found = values[best_of(grown(position.states, network))][player]
        assert found >= max(value[player] for value in values.values()) - NEARLY


@pytest.mark.parametrize("players", [3, 4])
def test_rollouts_come_nearer_to_the_exact_value_than_the_network_alone(players: int) -> None:
    off_alone, off_played_out = 0, 0
    for position in late_positions("azul", "coloured", 40, 4, players):
        states, network = position.states, network_of(position)
        own = grown(states, network, positions=1)
        at_once = max(own.static_values[: own.edge_counts[0]].tolist())
        own.scratch[0] = states[0]
        node = mcts.expand(own, network, new_stream(1))  # as if it were not the root
        player = int(states["to_play"][0])
        values = values_by_brute_force(states, network, own.buffers)
        exact = max(value[player] for value in values.values())
        off_alone += abs(at_once - exact)
        off_played_out += abs(int(own.values[node, player]) - exact)
    assert off_played_out < 0.9 * off_alone


def before_a_refill(players: int) -> AnyPosition:
    """A position of a random game in which a tile of the supply has to be taken."""
    for seed in count():
        chance, match = random.Random(seed), Game("summer-pavilion", players=players, seed=seed)
        while match.round <= 3:  # later there may be little left to draw from
            if match.position.states["phase"][0] == BONUS:
                return match.position
            match.play(chance.choice(list(match.position.legal_moves)))
    raise AssertionError


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_refill_of_the_supply_is_drawn_by_chance(players: int) -> None:
    position = before_a_refill(players)
    own = grown(position.states, network_of(position))
    chances = np.flatnonzero(own.kinds[: int(own.counters[mcts.NODES])] == mcts.CHANCE)
    assert len(chances)
    most_seen = max(chances, key=lambda node: own.node_visits[node])
    first, branches = int(own.first_edges[most_seen]), int(own.edge_counts[most_seen])
    draws = own.visits[first : first + branches]
    assert draws.sum() == own.node_visits[most_seen]
    assert branches == mcts.MAX_DRAWS
    assert draws.min() > own.node_visits[most_seen] / branches / 2  # as likely as one another
    drawn = own.states[own.children[first : first + branches]]
    assert len(set(drawn["supply"].tolist())) > 1
    before = own.states[most_seen]
    for after in drawn:
        assert after["phase"] != DEAL or after["filling"] != SUPPLY
        assert after["supply"] + after["bag"] == before["supply"] + before["bag"]
