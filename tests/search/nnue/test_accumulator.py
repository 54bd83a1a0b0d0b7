"""Accumulator cache: equal values with and without it; keys cover all features."""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos.engine.state import copy_of
from azulejos.game import Game
from azulejos.search.dispatch import (
    board_key,
    board_summary,
    table_key,
    write_board,
    write_table,
)
from azulejos.search.evaluation import evaluate, new_buffers
from azulejos.search.nnue.accumulator import CACHE_SLOTS, fingerprint, use_network
from azulejos.search.nnue.features.azul_schema import SCHEMA
from azulejos.search.nnue.network import Network
from azulejos.search.nnue.registry import network_of
from tests.search.positions import every_configuration, random_network


def features_and_summary(state: np.void, player: int) -> tuple[tuple[int, ...], int]:
    """Features and summary of one board."""
    features = np.zeros(256, np.int16)
    count = write_board(state, player, 0, features, 0)
    return tuple(sorted(features[:count].tolist())), board_summary(state, player)


@every_configuration
def test_boards_with_the_same_key_have_the_same_features(
    game: str, board: str, players: int
) -> None:
    seen: dict[int, tuple[tuple[int, ...], int]] = {}
    chance = random.Random(players)
    for seed in range(6):
        match = Game(game, board=board, players=players, seed=seed)
        while not match.is_over:
            state = match.position.states[0]
            for player in range(players):
                own = features_and_summary(state, player)
                assert seen.setdefault(board_key(state, player), own) == own
            match.play(chance.choice(list(match.position.legal_moves)))
    assert len(seen) > 100


@every_configuration
def test_the_marker_changes_the_key_of_a_board(game: str, board: str, players: int) -> None:
    states = Game(game, board=board, players=players, seed=3).position.states
    with_marker = copy_of(states)
    with_marker["marker"] = 0
    assert features_and_summary(with_marker[0], 0) != features_and_summary(states[0], 0)
    assert board_key(with_marker[0], 0) != board_key(states[0], 0)


def test_on_the_grey_wall_colours_have_other_keys() -> None:
    states = Game("azul", board="grey", seed=3).position.states
    walls = [copy_of(states) for _ in range(2)]
    for colour, own in enumerate(walls):
        own["filled"][0, 0] = own["walls"][0, 0, colour] = 1
    assert features_and_summary(walls[0][0], 0) != features_and_summary(walls[1][0], 0)
    assert board_key(walls[0][0], 0) != board_key(walls[1][0], 0)


def features_of_table(state: np.void) -> tuple[int, ...]:
    """Features of the table between the boards."""
    features = np.zeros(256, np.int16)
    return tuple(sorted(features[: write_table(state, features, 0)].tolist()))


@every_configuration
def test_tables_with_the_same_key_have_the_same_features(
    game: str, board: str, players: int
) -> None:
    seen: dict[int, tuple[int, ...]] = {}
    chance = random.Random(players)
    for seed in range(6):
        match = Game(game, board=board, players=players, seed=seed)
        while not match.is_over:
            state = match.position.states[0]
            own = features_of_table(state)
            assert seen.setdefault(table_key(state), own) == own
            match.play(chance.choice(list(match.position.legal_moves)))
    assert len(seen) > 100


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("azul", "marker", 0),
        ("azul", "bag", 1),
        ("azul", "round_number", 2),
        ("summer-pavilion", "marker", 0),
        ("summer-pavilion", "bag", 1),
        ("summer-pavilion", "supply", 1),
        ("summer-pavilion", "round_number", 2),  # another colour is wild
    ],
)
def test_every_field_behind_table_features_is_in_the_key(game: str, field: str, value: int) -> None:
    states = Game(game, seed=3).position.states
    other = copy_of(states)
    other[field] = value
    assert features_of_table(other[0]) != features_of_table(states[0])
    assert table_key(other[0]) != table_key(states[0])


@every_configuration
def test_cached_values_equal_computed_ones(game: str, board: str, players: int) -> None:
    """A whole game judged with one stack, against a fresh one for every position."""
    match = Game(game, board=board, players=players, seed=5)
    network, buffers = network_of(match.position), new_buffers()
    chance = random.Random(5)
    while not match.is_over:
        state, player = match.position.states[0], chance.randrange(players)
        fresh = evaluate(state, player, network, new_buffers())
        assert evaluate(state, player, network, buffers) == fresh
        assert evaluate(state, player, network, buffers) == fresh
        match.play(chance.choice(list(match.position.legal_moves)))
    assert 0 < np.count_nonzero(buffers.cache.keys) < CACHE_SLOTS


def networks() -> list[Network]:

    return [random_network(SCHEMA, seed=seed) for seed in (1, 2)]


def test_another_network_clears_the_cache() -> None:
    one, two = networks()
    state = Game("azul", seed=1).position.states[0]
    fresh = [evaluate(state, 0, network, new_buffers()) for network in (one, two)]
    assert fresh[0] != fresh[1]
    buffers = new_buffers()
    for network, value in zip((one, two, one), (*fresh, fresh[0]), strict=True):
        use_network(buffers.cache, network)
        assert evaluate(state, 0, network, buffers) == value


def test_the_same_network_keeps_the_cache() -> None:
    network, _ = networks()
    buffers = new_buffers()
    use_network(buffers.cache, network)
    evaluate(Game("azul", seed=1).position.states[0], 0, network, buffers)
    known = np.count_nonzero(buffers.cache.keys)
    use_network(buffers.cache, network)
    assert np.count_nonzero(buffers.cache.keys) == known == 3  # two boards, and the table


def test_networks_have_fingerprints_of_their_own() -> None:
    one, two = networks()
    assert fingerprint(one) != fingerprint(two)
    assert fingerprint(one) == fingerprint(networks()[0])
    assert fingerprint(one) != fingerprint(
        one._replace(feature_bias=one.feature_bias + np.int16(1))
    )
