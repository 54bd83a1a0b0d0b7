"""The network while it learns, and its way to whole numbers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from azulejos.search.nnue.features.common import FACT_ROOM
from azulejos.search.nnue.network import (
    ONE,
    OUTPUT,
    Network,
    add_facts,
    outputs,
)
from azulejos.training.config import first_network
from azulejos.training.dataset import Examples, examples_of
from azulejos.training.selfplay import play_shard
from azulejos.training.targets import Numbers
from tests.training.plans import AZUL, WITHOUT_TORCH, are_equal

pytest.importorskip("torch", reason=WITHOUT_TORCH)

from azulejos.training.model import MOST_SUM, Model, arrays_of, torch
from azulejos.training.trainer import (
    Batch,
    batch_size,
    learn,
    part_of_rate,
)


@pytest.fixture(scope="module")
def examples() -> Examples:
    return examples_of(play_shard(AZUL, first_network(AZUL), 1, 0), AZUL.facts)


@pytest.fixture(scope="module")
def learned(examples: Examples) -> Model:
    model = Model(AZUL, seed=1)
    learn(model, examples, epochs=300, rate=2e-3, seed=1)
    return model


def by_fractions(model: Model, examples: Examples) -> Numbers:
    batch = Batch.of(examples).rows(slice(None))
    with torch.no_grad():
        found: Numbers = model.forward(batch.facts, batch.stages).numpy()
    return found


def by_integers(network: Network, examples: Examples) -> npt.NDArray[np.float64]:
    found = []
    for facts, stage in zip(examples.facts, examples.stages, strict=True):
        told = facts[facts != AZUL.facts]
        sums = network.bias.copy()
        add_facts(network, told, len(told), sums)
        found.append(outputs(network, int(stage), sums))
    return np.array(found) / OUTPUT


def test_the_integers_say_the_same_as_the_fractions(learned: Model, examples: Examples) -> None:
    assert np.abs(learned.weights["simpler"].detach().numpy()).max() > 0
    difference = by_integers(learned.network(), examples) - by_fractions(learned, examples)
    assert np.abs(difference).max() < 0.1
    assert np.abs(difference).mean() < 0.03


def test_learning_goes_on_from_integers(learned: Model, examples: Examples) -> None:
    network = learned.network()
    again = Model(AZUL, seed=2)
    again.take(arrays_of(AZUL, network))
    difference = by_integers(network, examples) - by_fractions(again, examples)
    assert np.abs(difference).max() < 0.05
    assert are_equal(again.network(), network)


def test_weights_come_back_from_a_file_as_they_were(learned: Model) -> None:
    again = Model(AZUL, seed=2)
    again.take(learned.arrays())
    assert are_equal(again.network(), learned.network())


def test_something_is_learned(learned: Model, examples: Examples) -> None:
    def error(model: Model) -> float:
        return float(np.abs(by_fractions(model, examples)[:, 1] - examples.leads / 10).mean())

    assert error(learned) < 0.5 * error(Model(AZUL, seed=1))


def test_learning_can_be_repeated(examples: Examples) -> None:
    found = []
    for _ in range(2):
        model = Model(AZUL, seed=3)
        found.append(
            (learn(model, examples, epochs=3, rate=2e-3, seed=4), model.arrays()["facts"].tobytes())
        )
    assert found[0] == found[1]


def test_no_sum_can_overflow_however_wild_the_weights() -> None:
    model = Model(AZUL, seed=1)
    with torch.no_grad():
        model.weights["facts"] += 100 * torch.randn(model.weights["facts"].shape)
        model.weights["narrow"] += 100
        model.weights["out"] -= 100
        model.weights["narrow_bias"] += 1e9
    model.keep_limits()
    network = model.network()
    ordered = np.sort(network.facts.astype(int), axis=0)
    assert (ordered[-FACT_ROOM:].clip(min=0).sum(axis=0) + network.bias).max() <= 32767
    assert (ordered[:FACT_ROOM].clip(max=0).sum(axis=0) + network.bias).min() >= -32768
    assert MOST_SUM * ONE <= 32767
    narrow = ONE * np.abs(network.narrow.astype(int)).sum(axis=2) + np.abs(network.narrow_bias)
    assert narrow.max() < 1 << 31
    assert np.abs(network.out).max() < 1 << 15


def test_nothing_is_added_by_what_fills_up_a_list(learned: Model, examples: Examples) -> None:
    filled = np.pad(examples.facts, ((0, 0), (0, 9)), constant_values=AZUL.facts)
    longer = Examples(filled, examples.stages, examples.shares, examples.leads)
    assert by_fractions(learned, longer) == pytest.approx(by_fractions(learned, examples), abs=1e-5)


def test_steps_grow_at_first_and_end_small() -> None:
    assert part_of_rate(0) < part_of_rate(0.05) < part_of_rate(0.1)
    assert part_of_rate(0.1) > part_of_rate(0.5) > part_of_rate(0.999)
    assert part_of_rate(0.999) < 0.01 * part_of_rate(0.1)


def test_few_examples_make_small_steps_so_that_there_are_many() -> None:
    assert batch_size(1_000_000, 6) == 4096
    assert batch_size(200_000, 3) == 600
    assert batch_size(10_000, 3) == 256
    assert batch_size(100, 3) == 100
