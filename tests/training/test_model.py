"""The trained model, and its quantisation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pytest

from azulejos.search.nnue.features.common import MAX_ACTIVE
from azulejos.search.nnue.network import (
    ACTIVATION_SCALE,
    OUTPUT_SCALE,
    Network,
    add_features,
    outputs,
)
from azulejos.training.config import first_network
from azulejos.training.dataset import Dataset, examples_of
from azulejos.training.selfplay import play_shard
from azulejos.training.targets import Floats
from tests.training.configs import AZUL, are_equal, needs_torch

if TYPE_CHECKING:
    from azulejos.training import model as models
    from azulejos.training import trainer
    from azulejos.training.model import Model

pytestmark = needs_torch


@pytest.fixture(scope="module", autouse=True)
def import_pytorch() -> None:
    """Import what needs PyTorch now: it takes seconds, and every worker collects all tests."""
    global models, trainer
    from azulejos.training import model as models
    from azulejos.training import trainer


@pytest.fixture(scope="module")
def examples() -> Dataset:
    return examples_of(play_shard(AZUL, first_network(AZUL), 1, 0), AZUL.features)


@pytest.fixture(scope="module")
def trained(examples: Dataset) -> Model:
    model = models.Model(AZUL, seed=1)
    trainer.fit(model, examples, epochs=300, rate=2e-3, seed=1)
    return model


def by_model(model: Model, examples: Dataset) -> Floats:
    batch = trainer.Batch.of(examples).rows(slice(None))
    with models.torch.no_grad():
        found: Floats = model.forward(batch.features, batch.buckets).numpy()
    return found


def by_network(network: Network, examples: Dataset) -> npt.NDArray[np.float64]:
    found = []
    for features, bucket in zip(examples.features, examples.buckets, strict=True):
        active = features[features != AZUL.features]
        sums = network.feature_bias.copy()
        add_features(network, active, len(active), sums)
        found.append(outputs(network, int(bucket), sums))
    return np.array(found) / OUTPUT_SCALE


def test_the_quantised_network_agrees_with_the_model(trained: Model, examples: Dataset) -> None:
    assert np.abs(trained.weights["factor_weights"].detach().numpy()).max() > 0
    difference = by_network(trained.network(), examples) - by_model(trained, examples)
    assert np.abs(difference).max() < 0.1
    assert np.abs(difference).mean() < 0.03


def test_training_continues_from_a_quantised_network(trained: Model, examples: Dataset) -> None:
    network = trained.network()
    again = models.Model(AZUL, seed=2)
    again.load_arrays(models.arrays_of(AZUL, network))
    difference = by_network(network, examples) - by_model(again, examples)
    assert np.abs(difference).max() < 0.05
    assert are_equal(again.network(), network)


def test_weights_come_back_from_a_file_as_they_were(trained: Model) -> None:
    again = models.Model(AZUL, seed=2)
    again.load_arrays(trained.arrays())
    assert are_equal(again.network(), trained.network())


def test_training_reduces_the_error(trained: Model, examples: Dataset) -> None:
    def error(model: Model) -> float:
        return float(np.abs(by_model(model, examples)[:, 1] - examples.leads / 10).mean())

    assert error(trained) < 0.5 * error(models.Model(AZUL, seed=1))


def test_training_is_repeatable(examples: Dataset) -> None:
    found = []
    for _ in range(2):
        model = models.Model(AZUL, seed=3)
        found.append(
            (
                trainer.fit(model, examples, epochs=3, rate=2e-3, seed=4),
                model.arrays()["feature_weights"].tobytes(),
            )
        )
    assert found[0] == found[1]


def test_no_sum_can_overflow_however_wild_the_weights() -> None:
    model = models.Model(AZUL, seed=1)
    with models.torch.no_grad():
        model.weights["feature_weights"] += 100 * models.torch.randn(
            model.weights["feature_weights"].shape
        )
        model.weights["hidden_weights"] += 100
        model.weights["output_weights"] -= 100
        model.weights["hidden_bias"] += 1e9
    model.clip_weights()
    network = model.network()
    ordered = np.sort(network.feature_weights.astype(int), axis=0)
    assert (ordered[-MAX_ACTIVE:].clip(min=0).sum(axis=0) + network.feature_bias).max() <= 32767
    assert (ordered[:MAX_ACTIVE].clip(max=0).sum(axis=0) + network.feature_bias).min() >= -32768
    assert models.MAX_SUM * ACTIVATION_SCALE <= 32767
    narrow = ACTIVATION_SCALE * np.abs(network.hidden_weights.astype(int)).sum(axis=2) + np.abs(
        network.hidden_bias
    )
    assert narrow.max() < 1 << 31
    assert np.abs(network.output_weights).max() < 1 << 15


def test_padding_adds_nothing(trained: Model, examples: Dataset) -> None:
    filled = np.pad(examples.features, ((0, 0), (0, 9)), constant_values=AZUL.features)
    longer = Dataset(filled, examples.buckets, examples.victory_shares, examples.leads)
    assert by_model(trained, longer) == pytest.approx(by_model(trained, examples), abs=1e-5)


def test_the_learning_rate_warms_up_and_decays() -> None:
    assert trainer.rate_factor(0) < trainer.rate_factor(0.05) < trainer.rate_factor(0.1)
    assert trainer.rate_factor(0.1) > trainer.rate_factor(0.5) > trainer.rate_factor(0.999)
    assert trainer.rate_factor(0.999) < 0.01 * trainer.rate_factor(0.1)


def test_few_examples_make_small_batches() -> None:
    assert trainer.batch_size(1_000_000, 6) == 4096
    assert trainer.batch_size(200_000, 3) == 600
    assert trainer.batch_size(10_000, 3) == 256
    assert trainer.batch_size(100, 3) == 100
