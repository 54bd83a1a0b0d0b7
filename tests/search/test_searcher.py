"""Search front end: within limits, from public information, with legal moves only."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from azulejos.bots import bot
from azulejos.bots.levels import Master
from azulejos.engine import AnyPosition, find_game
from azulejos.engine.rng import new_stream
from azulejos.game import Game
from azulejos.search import mcts
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.limits import DEFAULT_NODES, Limits
from azulejos.search.nnue.features.common import MAX_ACTIVE
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from azulejos.search.searcher import (
    MemorySize,
    Puct,
    Searcher,
    SearchResult,
    run,
    victory_share,
)
from tests.search.positions import CONFIGURATIONS, every_configuration

LEVELS = ("beginner", "casual", "strong", "expert", "master")


def result_of(position: AnyPosition, **limits: int) -> SearchResult:
    """The result of a new searcher."""
    return Searcher(new_stream(1)).search(position, Limits(**limits))


@every_configuration
def test_whole_games_are_played_by_legal_moves_only(game: str, board: str, players: int) -> None:
    match = Game(game, board=board, players=players, seed=players)
    searcher = Searcher(new_stream(players))
    while not match.is_over:
        position = match.position
        result = searcher.search(position, Limits(nodes=1 + match.ply % 40))
        legal = {move.index for move in position.legal_moves}
        assert set(result.actions) <= legal
        assert all(0 <= chances <= 1 for chances in result.victory_shares)
        assert len(result.actions) == len(result.victory_shares) == len(result.leads)
        assert not result.principal_variation or result.principal_variation[0] == result.actions[0]
        match.play(position.rules.moves[result.actions[0]])


def play_hastily(game: str, board: str, players: int, seed: int) -> None:
    """A game between levels that get hardly any time: an illegal move would raise an error."""
    chance = random.Random(seed)
    match = Game(game, board=board, players=players, seed=seed)
    seats = [bot(chance.choice(LEVELS), seed=seed + seat) for seat in range(players)]
    while not match.is_over:
        limits: dict[str, Any] = {"nodes": chance.choice((1, 2, 7, 30))}
        if chance.random() < 0.1:
            limits = {"seconds": chance.choice((1e-6, 1e-4, 1e-3))}
        assert match.to_play is not None
        match.play(seats[match.to_play].choose(match.position, **limits).move)


@every_configuration
def test_haste_leads_to_no_illegal_move(game: str, board: str, players: int) -> None:
    play_hastily(game, board, players, 1)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@every_configuration
def test_haste_leads_to_no_illegal_move_in_10_000_games(
    game: str, board: str, players: int, part: int
) -> None:
    for seed in range(100 + 42 * part, 100 + 42 * (part + 1)):  # 12 * 20 * 42 games in all
        play_hastily(game, board, players, seed)


@every_configuration
def test_search_does_not_depend_on_hidden_tiles(game: str, board: str, players: int) -> None:
    seen = Game(game, board=board, players=players, seed=3)
    chance = random.Random(1)
    for _ in range(12):
        seen.play(chance.choice(list(seen.position.legal_moves)))
    # The same past, and other draws from here on.
    other = Game.from_text(seen.to_text(), 99)
    assert result_of(other.position, nodes=400) == result_of(seen.position, nodes=400)


@every_configuration
def test_the_principal_variation_can_be_played(game: str, board: str, players: int) -> None:
    match = Game(game, board=board, players=players, seed=5)
    result = result_of(match.position, nodes=4_000)
    assert len(result.principal_variation) >= 2
    for action in result.principal_variation:
        match.play(match.position.rules.moves[action])


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_more_threads_search_more_nodes(game: str) -> None:
    position = Game(game, seed=5).position
    choice = Master(seed=1, threads=3).choose(position, nodes=200_000)
    assert choice.move in position.legal_moves
    assert choice.nodes > 201_000  # the helpers stop when the first is done


def test_trees_of_several_threads_add_up() -> None:
    position = Game("summer-pavilion", seed=5).position
    method = Puct(position.states.dtype, MemorySize(), new_stream(1), threads=2)
    first, second = method.trees
    # One after the other: of two threads, one may be done before the other has begun.
    for own, stream in zip(method.trees, method.streams, strict=True):
        mcts.search(own, position.states, network_of(position), stream, 3_000, False)
    count = int(first.edge_counts[0])
    assert (first.actions[:count] == second.actions[:count]).all()
    walks = first.node_visits[0] + second.node_visits[0]
    assert walks > second.node_visits[0] > 0
    mcts.merge_roots(first, second)
    assert first.visits[:count].sum() == walks


def test_time_limits_end_the_search() -> None:
    position = Game("summer-pavilion", seed=5).position
    result = Searcher(new_stream(1)).search(position, Limits(seconds=0.01))
    assert 0 < result.nodes < 1_000_000


def test_a_tree_without_another_limit_than_depth_ends_as_without_any() -> None:
    position = Game("summer-pavilion", seed=5).position
    result = result_of(position, depth=1)
    assert DEFAULT_NODES <= result.nodes < 2 * DEFAULT_NODES


@every_configuration
def test_fixed_node_searches_depend_on_their_arguments_alone(
    game: str, board: str, players: int
) -> None:
    position = Game(game, board=board, players=players, seed=4).position
    states, network = position.states, network_of(position)
    used = Searcher(new_stream(7))
    used.rank_moves(states, network, new_stream(8), 50)
    found = [
        own.rank_moves(states, network, new_stream(9), 200)
        for own in (used, Searcher(new_stream(1)))
    ]
    assert found[0] == found[1]
    actions, value = found[0]
    assert set(actions) <= {move.index for move in position.legal_moves}
    assert value is not None


def test_a_fixed_node_search_of_one_node_is_one_ply_deep() -> None:
    position = Game("azul", seed=4).position
    states, network = position.states, network_of(position)
    searcher = Searcher(new_stream(1))
    actions, value = searcher.rank_moves(states, network, new_stream(1), 1)
    one_ply = searcher.search(position, Limits(depth=1))
    assert (actions[0], len(actions)) == (one_ply.actions[0], len(one_ply.actions))
    assert value is not None
    assert victory_share(value) == one_ply.victory_shares[0]


def test_without_a_completed_depth_a_fixed_node_search_has_no_value() -> None:
    position = Game("azul", seed=4).position
    searcher = Searcher(new_stream(1))
    actions, value = searcher.rank_moves(
        position.states, network_of(position), new_stream(1), len(position.legal_moves) // 2
    )
    assert value is None
    assert sorted(actions) == sorted(move.index for move in position.legal_moves)


def test_an_error_in_a_thread_is_not_lost() -> None:
    with pytest.raises(ZeroDivisionError):
        run([lambda: 1 // 0], np.zeros(1, np.int8), None)


def test_networks_fit_their_games() -> None:
    for game, board, players in CONFIGURATIONS:
        position = Game(game, board=board, players=players, seed=1).position
        network = network_of(position)
        schema = SEARCH_GAMES[find_game(game).layout].schema
        assert network.feature_weights.shape[0] == schema.count(players)
        assert network.hidden_weights.shape[0] == schema.buckets
        assert most_sum(network) < 1 << 15


def most_sum(network: Network) -> int:
    """The largest sum of the accumulator over all sets of features: it has sixteen bits."""
    weights, bias = network.feature_weights.astype(np.int64), network.feature_bias.astype(np.int64)
    highest = np.sort(weights.clip(0), axis=0)[-MAX_ACTIVE:].sum(axis=0) + bias
    lowest = np.sort((-weights).clip(0), axis=0)[-MAX_ACTIVE:].sum(axis=0) - bias
    return int(np.maximum(highest, lowest).max())


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_explains_itself(level: str) -> None:
    position = Game("azul", seed=2).position
    choice = bot(level, seed=1).choose(position, nodes=500)
    assert choice.move in position.legal_moves
    assert choice.victory_share is not None
    assert 0 <= choice.victory_share <= 1
    assert choice.principal_variation[0] == choice.move
    assert {judged.move for judged in choice.scored_moves} <= set(position.legal_moves)
    assert choice.nodes > 0


def test_a_level_with_a_seed_plays_the_same() -> None:
    position = Game("azul", seed=2).position
    choices = [bot("casual", seed=9).choose(position) for _ in range(2)]
    assert choices[0] == choices[1]
