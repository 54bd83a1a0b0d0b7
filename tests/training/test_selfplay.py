"""Games of self-play, and the examples in their notes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from azulejos.engine.errors import BadOption
from azulejos.engine.state import DEAL, OVER
from azulejos.search.evaluation import WIN
from azulejos.search.nnue.features.common import FACT_ROOM
from azulejos.training import shards as noting
from azulejos.training.config import Plan, first_network
from azulejos.training.dataset import chosen, examples_of, gathered
from azulejos.training.selfplay import STRAYS, play_shard
from azulejos.training.shards import UNKNOWN, Notes
from tests.training.plans import AZUL, AZUL_FOR_THREE, PAVILION, every_kind


def shard(plan: Plan, number: int = 0) -> Notes:
    return play_shard(plan, first_network(plan), 1, number)


def are_equal(notes: Notes, others: Notes) -> bool:
    names = ("states", "values", "strays", "lengths", "shares", "leads")
    return all(np.array_equal(getattr(notes, name), getattr(others, name)) for name in names)


@every_kind
def test_a_shard_is_the_same_whenever_it_is_played(plan: Plan) -> None:
    assert are_equal(shard(plan), shard(plan))


def test_shards_and_generations_differ() -> None:
    plan = replace(AZUL, games=4)
    other_generation = play_shard(plan, first_network(plan), 2, 0)
    assert not are_equal(shard(plan), shard(plan, 1))
    assert not are_equal(shard(plan), other_generation)


@every_kind
def test_notes_tell_whole_games(plan: Plan) -> None:
    notes = shard(plan)
    assert len(notes.lengths) == plan.shard_games
    assert notes.lengths.sum() == len(notes.states) == len(notes.values) == len(notes.strays)
    assert notes.shares.sum(axis=1) == pytest.approx(1)
    assert (notes.leads.max(axis=1) >= 0).all()
    assert not (notes.states["phase"] == OVER).any()
    before_deals = notes.states["phase"] == DEAL
    assert before_deals.any()
    assert (notes.values[before_deals] == UNKNOWN).all()
    found = notes.values[notes.values != UNKNOWN]
    assert len(found) > 0.8 * len(notes.values)
    assert (np.abs(found) <= 1.1 * WIN).all()


def test_now_and_then_somebody_strays() -> None:
    plan = replace(AZUL, games=20, shard_games=20, nodes=1)
    strays = shard(plan).strays.mean()
    assert 0 < strays < 2 * STRAYS / 1000


def test_the_last_shard_has_what_is_left() -> None:
    plan = replace(AZUL, games=5)
    assert plan.shards == 3
    assert len(shard(plan, 2).lengths) == 1


def test_notes_are_kept_in_files(tmp_path: Path) -> None:
    notes = shard(AZUL)
    file = tmp_path / "notes.npz"
    notes.save(file)
    assert are_equal(noting.load(file, AZUL.layout), notes)
    assert noting.length_of(file) == len(notes.states)
    with pytest.raises(BadOption, match="positions of this game, got those of another game"):
        noting.load(file, PAVILION.layout)


# Examples


def test_with_two_players_a_position_is_one_example() -> None:
    notes = shard(AZUL)
    examples = examples_of(notes, AZUL.facts)
    assert len(examples) == len(notes.states)
    told = examples.facts[examples.facts != AZUL.facts]
    assert told.min() >= 0
    assert told.max() < AZUL.facts
    assert examples.facts.shape[1] < FACT_ROOM
    assert set(examples.stages) <= set(range(AZUL.stages))


def test_with_three_players_a_position_is_an_example_for_each() -> None:
    notes = shard(AZUL_FOR_THREE)
    examples = examples_of(notes, AZUL_FOR_THREE.facts)
    assert len(examples) == 3 * len(notes.states)
    by_player = examples.leads.reshape(-1, 3)
    assert (by_player == np.repeat(notes.leads, notes.lengths, axis=0)).all()
    assert (examples.stages[::3] == examples.stages[2::3]).all()
    assert (examples.facts[-3] != examples.facts[-2]).any()


def test_examples_of_many_shards_are_thinned_out_if_they_are_too_many(tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.npz" for number in range(2)]
    for number, file in enumerate(files):
        shard(AZUL, number).save(file)
    everything = gathered(AZUL, files)
    assert len(everything) == sum(map(noting.length_of, files))
    half = gathered(AZUL, files, most=len(everything) // 2)
    assert 0.3 * len(everything) < len(half) < 0.7 * len(everything)
    assert {row.tobytes() for row in half.facts} < {row.tobytes() for row in everything.facts}


def test_what_is_kept_follows_no_pattern() -> None:
    kept = chosen(10_000, 0.25)
    assert all(0.2 < kept[seat::4].mean() < 0.3 for seat in range(4))
    assert chosen(1000, 1).all()
