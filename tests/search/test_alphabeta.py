"""Alpha-beta: equal to brute force where it searches to the end of the round."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos.engine import unchecked
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    copy_of,
)
from azulejos.search import alphabeta
from azulejos.search.alphabeta import SearchStack
from azulejos.search.evaluation import (
    INFINITY,
    EvalBuffers,
    evaluate_zero_sum,
    new_buffers,
)
from azulejos.search.nnue.features.azul_schema import SCHEMA
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from azulejos.search.transposition import new_search
from tests.search.positions import late_positions, random_network

UNLIMITED = 1 << 62
NETWORK = random_network(SCHEMA)


def searched(
    states: States,
    network: Network = NETWORK,
    *,
    depth: int = 40,
    nodes: int = UNLIMITED,
    multi_pv: bool = False,
) -> SearchStack:
    """A search of a position, by itself."""
    stack = alphabeta.new_stack(states.dtype, 14)
    stack.states[:1] = states
    new_search(stack.table)
    alphabeta.search(stack, network, 1, depth, nodes, multi_pv, False)
    return stack


def values_by_brute_force(
    states: States,
    network: Network,
    buffers: EvalBuffers,
    known: dict[bytes, dict[int, int]] | None = None,
) -> dict[int, int]:
    """The value of every move to the player to move, by brute force until the deal.

    Equal positions are looked at once: `known` has their values.
    """
    known = {} if known is None else known
    if (text := states.tobytes()) in known:
        return known[text]
    actions = np.zeros(MAX_LEGAL_ACTIONS, np.int16)
    player = int(states["to_play"][0])
    values = known[text] = {}
    for action in actions[: unchecked.legal_actions(states, actions)].tolist():
        child = copy_of(states)
        unchecked.apply(child, action, None)
        if child["phase"][0] in (DEAL, OVER):
            values[action] = int(evaluate_zero_sum(child[0], player, network, buffers))
        else:
            best = max(values_by_brute_force(child, network, buffers, known).values())
            values[action] = best if child["to_play"][0] == player else -best
    return values


@pytest.mark.parametrize(("board", "tiles"), [("coloured", 6), ("grey", 3)])
def test_near_the_end_of_a_round_search_equals_brute_force(board: str, tiles: int) -> None:
    buffers = new_buffers()
    for position in late_positions("azul", board, 60, tiles):
        stack = searched(position.states)
        values = values_by_brute_force(position.states, NETWORK, buffers)
        assert stack.values[0] == max(values.values())
        assert values[int(stack.actions[0, 0])] == stack.values[0]
        assert stack.counters[alphabeta.DEPTH_CUTS] == 0


def test_a_multi_pv_search_has_the_exact_value_of_every_move() -> None:
    buffers = new_buffers()
    for position in late_positions("azul", "coloured", 40, 5):
        stack = searched(position.states, multi_pv=True)
        values = values_by_brute_force(position.states, NETWORK, buffers)
        found = zip(stack.actions[0].tolist(), stack.values.tolist(), strict=False)
        assert dict(list(found)[: len(values)]) == values
        assert sorted(values.values(), reverse=True) == stack.values[: len(values)].tolist()


def test_other_moves_are_estimated_by_their_loss_at_depth_one_or_their_bound() -> None:
    buffers = new_buffers()
    for position in late_positions("azul", "coloured", 40, 5):
        stack, shallow = (
            searched(position.states),
            searched(position.states, depth=1, multi_pv=True),
        )
        count = len(position.legal_moves)
        static = dict(
            zip(shallow.actions[0, :count].tolist(), shallow.values.tolist(), strict=False)
        )
        exact = values_by_brute_force(position.states, NETWORK, buffers)
        found = list(zip(stack.actions[0, :count].tolist(), stack.values.tolist(), strict=False))
        best, best_value = found[0]
        for action, value in found[1:]:
            estimate = best_value - max(1, static[best] - static[action])
            # Of equals, the one that was found first is the best: the other is a little lower.
            assert value == estimate or exact[action] - 1 <= value < estimate
        assert [value for _, value in found] == sorted(stack.values[:count], reverse=True)


@pytest.mark.parametrize("multi_pv", [False, True])
def test_an_interrupted_search_estimates_the_moves_it_did_not_reach(multi_pv: bool) -> None:
    for position in late_positions("azul", "coloured", 12, 18):
        count = len(position.legal_moves)
        for nodes in (2 * count, 4 * count, 8 * count):
            stack = searched(position.states, network_of(position), nodes=nodes, multi_pv=multi_pv)
            assert stack.counters[alphabeta.STOPPED] == 1
            assert stack.values[:count].min() > -INFINITY


def test_an_interrupted_search_still_has_all_moves() -> None:
    for position in late_positions("azul", "coloured", 12, 18):
        moves = len(position.legal_moves)
        whole = searched(position.states, depth=3)
        nodes = int(whole.counters[alphabeta.NODES])
        for part in (1, moves, nodes // 2, nodes - 1):
            stack = searched(position.states, nodes=part)
            assert stack.counters[alphabeta.NODES] <= part + 1
            assert sorted(stack.actions[0, :moves]) == sorted(
                move.index for move in position.legal_moves
            )


def test_equal_searches_are_equal() -> None:
    for position in late_positions("azul", "grey", 6, 14):
        one, other = (searched(position.states, nodes=5_000) for _ in range(2))
        assert one.counters.tolist() == other.counters.tolist()
        assert one.values.tolist() == other.values.tolist()
