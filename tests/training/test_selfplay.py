"""Self-play, and the datasets made of its games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from azulejos.engine.errors import BadOption
from azulejos.engine.state import DEAL, OVER
from azulejos.search.evaluation import WIN
from azulejos.search.nnue.features.common import MAX_ACTIVE
from azulejos.training import shards
from azulejos.training.config import TrainingConfig, first_network
from azulejos.training.dataset import examples_of, load_dataset, subsample
from azulejos.training.exploration import PER_MILLE
from azulejos.training.selfplay import play_shard
from azulejos.training.shards import UNKNOWN, Shard
from tests.training.configs import AZUL, AZUL_FOR_THREE, PAVILION, every_kind


def shard(config: TrainingConfig, number: int = 0) -> Shard:
    return play_shard(config, first_network(config), 1, number)


def are_equal(games: Shard, others: Shard) -> bool:
    names = ("states", "values", "explored", "lengths", "victory_shares", "leads")
    return all(np.array_equal(getattr(games, name), getattr(others, name)) for name in names)


@every_kind
def test_a_shard_is_the_same_whenever_it_is_played(config: TrainingConfig) -> None:
    assert are_equal(shard(config), shard(config))


def test_shards_and_generations_differ() -> None:
    config = replace(AZUL, games=4)
    other_generation = play_shard(config, first_network(config), 2, 0)
    assert not are_equal(shard(config), shard(config, 1))
    assert not are_equal(shard(config), other_generation)


@every_kind
def test_a_shard_holds_whole_games(config: TrainingConfig) -> None:
    games = shard(config)
    assert len(games.lengths) == config.shard_games
    assert games.lengths.sum() == len(games.states) == len(games.values) == len(games.explored)
    assert games.victory_shares.sum(axis=1) == pytest.approx(1)
    assert (games.leads.max(axis=1) >= 0).all()
    assert not (games.states["phase"] == OVER).any()
    before_deals = games.states["phase"] == DEAL
    assert before_deals.any()
    assert (games.values[before_deals] == UNKNOWN).all()
    found = games.values[games.values != UNKNOWN]
    assert len(found) > 0.8 * len(games.values)
    assert (np.abs(found) <= 1.1 * WIN).all()


def test_some_moves_explore() -> None:
    config = replace(AZUL, games=20, shard_games=20, nodes=1)
    explored = shard(config).explored.mean()
    assert 0 < explored < 2 * PER_MILLE / 1000


def test_the_last_shard_has_what_is_left() -> None:
    config = replace(AZUL, games=5)
    assert config.shards == 3
    assert len(shard(config, 2).lengths) == 1


def test_shards_are_stored_in_files(tmp_path: Path) -> None:
    games = shard(AZUL)
    file = tmp_path / "games.npz"
    games.save(file)
    assert are_equal(shards.load(file, AZUL.layout), games)
    assert shards.length_of(file) == len(games.states)
    with pytest.raises(BadOption, match="positions of this game, got those of another game"):
        shards.load(file, PAVILION.layout)


# Dataset


def test_with_two_players_a_position_is_one_example() -> None:
    games = shard(AZUL)
    examples = examples_of(games, AZUL.features)
    assert len(examples) == len(games.states)
    active = examples.features[examples.features != AZUL.features]
    assert active.min() >= 0
    assert active.max() < AZUL.features
    assert examples.features.shape[1] < MAX_ACTIVE
    assert set(examples.buckets) <= set(range(AZUL.buckets))


def test_with_three_players_a_position_is_an_example_for_each() -> None:
    games = shard(AZUL_FOR_THREE)
    examples = examples_of(games, AZUL_FOR_THREE.features)
    assert len(examples) == 3 * len(games.states)
    by_player = examples.leads.reshape(-1, 3)
    assert (by_player == np.repeat(games.leads, games.lengths, axis=0)).all()
    assert (examples.buckets[::3] == examples.buckets[2::3]).all()
    assert (examples.features[-3] != examples.features[-2]).any()


def test_large_datasets_are_subsampled(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.npz" for number in range(2)]
    for number, file in enumerate(files):
        shard(AZUL, number).save(file)
    everything = load_dataset(AZUL, files)
    assert len(everything) == sum(map(shards.length_of, files))
    half = load_dataset(AZUL, files, max_examples=len(everything) // 2)
    assert 0.3 * len(everything) < len(half) < 0.7 * len(everything)
    assert {row.tobytes() for row in half.features} < {row.tobytes() for row in everything.features}


def test_subsampling_follows_no_pattern() -> None:
    kept = subsample(10_000, 0.25)
    assert all(0.2 < kept[seat::4].mean() < 0.3 for seat in range(4))
    assert subsample(1000, 1).all()
