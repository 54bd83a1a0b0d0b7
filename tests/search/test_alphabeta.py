"""Alpha-beta: exact where it sees to the end, whatever it leaves out on the way."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos.engine import unchecked
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.state import (
    DEAL,
    OVER,
    States,
    copy_of,
)
from azulejos.search import alphabeta
from azulejos.search.alphabeta import Memory
from azulejos.search.evaluation import (
    BEST,
    Desk,
    new_desk,
    worth_to_one_of_two,
)
from azulejos.search.nnue.features import azul
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from azulejos.search.transposition import start_search
from tests.search.positions import late_positions, some_network

ENDLESS = 1 << 62
NETWORK = some_network(azul)


def searched(
    states: States,
    network: Network = NETWORK,
    *,
    depth: int = 40,
    nodes: int = ENDLESS,
    wide: bool = False,
) -> Memory:
    """A search of a position, by itself."""
    memory = alphabeta.new_memory(states.dtype, 14)
    memory.states[:1] = states
    start_search(memory.table)
    alphabeta.think(memory, network, 1, depth, nodes, wide)
    return memory


def values_by_brute_force(states: States, network: Network, desk: Desk) -> dict[int, int]:
    """What every move is worth to whoever is to play, by trying everything until the deal."""
    actions = np.zeros(ACTION_ROOM, np.int16)
    player = int(states["to_play"][0])
    values = {}
    for action in actions[: unchecked.legal_actions(states, actions)].tolist():
        child = copy_of(states)
        unchecked.apply(child, action, None)
        if child["phase"][0] in (DEAL, OVER):
            values[action] = int(worth_to_one_of_two(child[0], player, network, desk))
        else:
            best = max(values_by_brute_force(child, network, desk).values())
            values[action] = best if child["to_play"][0] == player else -best
    return values


@pytest.mark.parametrize(("board", "tiles"), [("coloured", 6), ("grey", 3)])
def test_near_the_end_of_a_round_search_equals_brute_force(board: str, tiles: int) -> None:
    desk = new_desk()
    for position in late_positions("azul", board, 150, tiles):
        memory = searched(position.states)
        values = values_by_brute_force(position.states, NETWORK, desk)
        assert memory.values[0] == max(values.values())
        assert values[int(memory.actions[0, 0])] == memory.values[0]
        assert memory.counters[alphabeta.OPEN_ENDS] == 0


def test_a_wide_search_knows_the_exact_value_of_every_move() -> None:
    desk = new_desk()
    for position in late_positions("azul", "coloured", 40, 5):
        memory = searched(position.states, wide=True)
        values = values_by_brute_force(position.states, NETWORK, desk)
        found = zip(memory.actions[0].tolist(), memory.values.tolist(), strict=False)
        assert dict(list(found)[: len(values)]) == values
        assert sorted(values.values(), reverse=True) == memory.values[: len(values)].tolist()


def test_others_are_told_by_what_they_lose_at_first_sight_or_was_proved() -> None:
    desk = new_desk()
    for position in late_positions("azul", "coloured", 40, 5):
        memory, glance = searched(position.states), searched(position.states, depth=1, wide=True)
        count = len(position.legal_moves)
        first = dict(zip(glance.actions[0, :count].tolist(), glance.values.tolist(), strict=False))
        exact = values_by_brute_force(position.states, NETWORK, desk)
        told = list(zip(memory.actions[0, :count].tolist(), memory.values.tolist(), strict=False))
        best, best_value = told[0]
        for action, value in told[1:]:
            at_first_sight = best_value - max(1, first[best] - first[action])
            # Of equals, the one that was found first is the best: the other is told a little lower.
            assert value == at_first_sight or exact[action] - 1 <= value < at_first_sight
        assert [value for _, value in told] == sorted(memory.values[:count], reverse=True)


@pytest.mark.parametrize("wide", [False, True])
def test_a_search_cut_short_gives_no_move_up_that_it_did_not_come_to(wide: bool) -> None:
    for position in late_positions("azul", "coloured", 12, 18):
        count = len(position.legal_moves)
        for nodes in (2 * count, 4 * count, 8 * count):
            memory = searched(position.states, network_of(position), nodes=nodes, wide=wide)
            assert memory.counters[alphabeta.STOPPED] == 1
            assert memory.values[:count].min() > -BEST


def test_a_search_cut_short_still_has_the_moves_of_the_last_depth() -> None:
    for position in late_positions("azul", "coloured", 12, 18):
        moves = len(position.legal_moves)
        whole = searched(position.states, depth=3)
        nodes = int(whole.counters[alphabeta.NODES])
        for part in (1, moves, nodes // 2, nodes - 1):
            memory = searched(position.states, nodes=part)
            assert memory.counters[alphabeta.NODES] <= part + 1
            assert sorted(memory.actions[0, :moves]) == sorted(
                move.index for move in position.legal_moves
            )


def test_equal_searches_are_equal() -> None:
    for position in late_positions("azul", "grey", 6, 14):
        one, other = (searched(position.states, nodes=5_000) for _ in range(2))
        assert one.counters.tolist() == other.counters.tolist()
        assert one.values.tolist() == other.values.tolist()
