"""Training targets of shards made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos.engine import find_game
from azulejos.engine.state import new_states
from azulejos.search.evaluation import WIN
from azulejos.training import targets
from azulejos.training.shards import UNKNOWN, Shard
from azulejos.training.targets import LAMBDA

REST = 1 - LAMBDA


def shard_of(
    values: list[int], explored: list[int], lengths: list[int], shares: list[list[float]]
) -> Shard:
    return Shard(
        states=new_states(find_game("azul").layout, len(values)),
        values=np.array(values, np.int32),
        explored=np.array([n in explored for n in range(len(values))]),
        lengths=np.array(lengths, np.int32),
        victory_shares=np.array(shares, np.float32),
        leads=np.array([[10 * n for n in range(len(own))] for own in shares], np.int16),
    )


def shares(shard: Shard, views: list[int]) -> list[list[float]]:
    found: list[list[float]] = targets.victory_shares(shard, np.array(views, np.int8)).tolist()
    return found


def test_without_any_values_every_position_has_the_result_of_its_game() -> None:
    found = shares(shard_of([UNKNOWN] * 3, [], [1, 2], [[1, 0], [0.5, 0.5]]), [0, 0, 1])
    assert found == [[1, 0], [0.5, 0.5], [0.5, 0.5]]


def test_a_value_is_mixed_with_what_came_later() -> None:
    found = shares(shard_of([UNKNOWN, WIN // 2], [], [2], [[0, 1]]), [0, 0])
    assert found[1] == pytest.approx([REST * 0.75, 1 - REST * 0.75])
    assert found[0] == found[1]


def test_a_value_belongs_to_the_point_of_view_of_its_position() -> None:
    found = shares(shard_of([WIN, -WIN], [], [2], [[0.5, 0.5]]), [0, 1])
    after = LAMBDA * 0.5  # of player 1, who thought to lose
    assert found[1] == pytest.approx([1 - after, after])
    assert found[0] == pytest.approx([LAMBDA * (1 - after) + REST, LAMBDA * after])


def test_what_comes_after_an_exploration_move_counts_for_nothing_before_it() -> None:
    found = shares(shard_of([0, WIN // 5, 0], [1], [3], [[0, 1]]), [0, 1, 0])
    assert found[2] == pytest.approx([REST * 0.5, 1 - REST * 0.5])
    assert found[1] == pytest.approx([0.4, 0.6])
    assert found[0] == pytest.approx([LAMBDA * 0.4 + REST * 0.5, LAMBDA * 0.6 + REST * 0.5])


def test_an_exploration_move_from_a_position_of_unknown_value_changes_nothing() -> None:
    assert shares(shard_of([UNKNOWN], [0], [1], [[1, 0]]), [0]) == [[1, 0]]


def test_values_beyond_certain_victory_are_cut_off() -> None:
    assert shares(shard_of([WIN + 900], [0], [1], [[0, 1]]), [0]) == [[1, 0]]


def test_with_three_players_a_value_says_nothing_of_the_others() -> None:
    found = shares(shard_of([WIN, WIN // 2], [1], [2], [[0, 0.5, 0.5]]), [2, 1])
    assert found[1] == pytest.approx([0, 0.75, 0.5])
    assert found[0] == pytest.approx([0, 0.75, LAMBDA * 0.5 + REST])


def test_games_of_different_lengths_do_not_mix() -> None:
    long, short = [0, WIN, -WIN], [WIN // 3]
    alone = shares(shard_of(long, [], [3], [[1, 0]]), [0, 1, 0])
    together = shares(shard_of(long + short, [], [3, 1], [[1, 0], [0, 1]]), [0, 1, 0, 1])
    assert together[:3] == alone


def test_leads_are_those_of_the_end() -> None:
    found = targets.leads(shard_of([0, 0, 0], [], [2, 1], [[1, 0], [0, 1]]))
    assert found.tolist() == [[0, 10]] * 3
