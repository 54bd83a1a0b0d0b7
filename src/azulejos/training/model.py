"""The network in PyTorch while it is trained, and its quantisation.

It is the network of `azulejos.search.nnue.network` in floating point, with factorised input
weights: a feature's weights are its own plus those of its factors, and the sum is quantised.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from azulejos.search.nnue.features.common import MAX_ACTIVE
from azulejos.search.nnue.network import (
    ACCUMULATOR_SIZE,
    ACTIVATION_SCALE,
    HIDDEN_SIZE,
    OUTPUTS,
    WEIGHT_SCALE,
    Network,
)
from azulejos.training.config import TrainingConfig
from azulejos.training.factorizer import factors
from azulejos.training.pytorch import Tensor, import_torch

torch = import_torch()

I = TypeVar("I", np.int16, np.int32)  # noqa: E741

# Within these limits no integer can overflow: 16 bits for the accumulator, 32 for the rest.
MAX_FEATURE_WEIGHT = 1.9
MAX_SUM = 32_000 / ACTIVATION_SCALE
MAX_HIDDEN_WEIGHT = 8.0
MAX_OUTPUT_WEIGHT = 16.0
MAX_BIAS = 100.0


class Model:
    """Trainable weights, by name."""

    def __init__(self, config: TrainingConfig, seed: int) -> None:
        """Random initial weights."""
        generator = torch.Generator().manual_seed(seed)

        def random(*shape: int, scale: float) -> Tensor:
            return torch.randn(*shape, generator=generator) * scale

        self.padding = config.features  # the index that fills up rows of features
        self.factor_matrix = _factor_matrix(config)
        # All buckets start alike, so that what one learns about features fits the others.
        hidden = random(1, HIDDEN_SIZE, ACCUMULATOR_SIZE, scale=ACCUMULATOR_SIZE**-0.5)
        output = random(1, OUTPUTS, HIDDEN_SIZE, scale=0.3 * HIDDEN_SIZE**-0.5)
        self.weights: dict[str, Tensor] = {
            "feature_weights": random(config.features + 1, ACCUMULATOR_SIZE, scale=0.01),
            "factor_weights": random(self.factor_matrix.shape[1], ACCUMULATOR_SIZE, scale=0.04),
            "feature_bias": torch.full((ACCUMULATOR_SIZE,), 0.4),
            "hidden_weights": hidden.repeat(config.buckets, 1, 1),
            "hidden_bias": torch.full((config.buckets, HIDDEN_SIZE), 0.2),
            "output_weights": output.repeat(config.buckets, 1, 1),
            "output_bias": torch.zeros(config.buckets, OUTPUTS),
        }
        self.weights["feature_weights"][self.padding] = 0
        for weight in self.weights.values():
            weight.requires_grad_(True)

    def forward(self, features: Tensor, buckets: Tensor) -> Tensor:
        """By example, the logit of the share of victory and the lead in tens of points."""
        own = self.weights
        sums = torch.nn.functional.embedding_bag(
            features, self._input_weights(), mode="sum", padding_idx=self.padding
        )
        accumulator = (sums + own["feature_bias"]).clamp(0, 1)
        found = torch.zeros(len(features), OUTPUTS)
        for bucket in range(len(own["hidden_weights"])):
            rows = (buckets == bucket).nonzero()[:, 0]
            hidden = (
                accumulator[rows] @ own["hidden_weights"][bucket].T + own["hidden_bias"][bucket]
            )
            outputs = hidden.clamp(0, 1) @ own["output_weights"][bucket].T
            found = found.index_copy(0, rows, outputs + own["output_bias"][bucket])
        return found

    def _input_weights(self) -> Tensor:
        """The weights of all features, with those of their factors."""
        factor_weights = self.weights["factor_weights"]
        return self.weights["feature_weights"] + torch.sparse.mm(self.factor_matrix, factor_weights)

    def clip_weights(self) -> None:
        """Clip the weights to what fits into the integers."""
        own = self.weights
        with torch.no_grad():
            own["feature_weights"].clamp_(-MAX_FEATURE_WEIGHT, MAX_FEATURE_WEIGHT)
            own["factor_weights"].clamp_(-MAX_FEATURE_WEIGHT, MAX_FEATURE_WEIGHT)
            own["hidden_weights"].clamp_(-MAX_HIDDEN_WEIGHT, MAX_HIDDEN_WEIGHT)
            own["output_weights"].clamp_(-MAX_OUTPUT_WEIGHT, MAX_OUTPUT_WEIGHT)
            for name in ("feature_bias", "hidden_bias", "output_bias"):
                own[name].clamp_(-MAX_BIAS, MAX_BIAS)
            self._clip_sums()

    def _clip_sums(self) -> None:
        """Scale down accumulator units that some set of active features could overflow."""
        own = self.weights
        weights = self._input_weights()
        most = min(MAX_ACTIVE, len(weights))
        highest = weights.clamp(min=0).topk(most, dim=0).values.sum(0) + own["feature_bias"]
        lowest = (-weights).clamp(min=0).topk(most, dim=0).values.sum(0) - own["feature_bias"]
        scale = (MAX_SUM / torch.maximum(highest, lowest)).clamp(max=1)
        for name in ("feature_weights", "factor_weights", "feature_bias"):
            own[name] *= scale

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """The weights as arrays, for a file."""
        return {name: weight.detach().numpy().copy() for name, weight in self.weights.items()}

    def load_arrays(self, arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Replace the weights by those of a file."""
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(torch.from_numpy(np.asarray(arrays[name], np.float32)))

    def network(self) -> Network:
        """The quantised network."""
        own = self.arrays()
        weights = self._input_weights().detach().numpy()[: self.padding]
        return Network(
            _quantised(weights, ACTIVATION_SCALE, np.int16),
            _quantised(own["feature_bias"], ACTIVATION_SCALE, np.int16),
            _quantised(own["hidden_weights"], WEIGHT_SCALE, np.int16),
            _quantised(own["hidden_bias"], ACTIVATION_SCALE * WEIGHT_SCALE, np.int32),
            _quantised(own["output_weights"], WEIGHT_SCALE, np.int16),
            _quantised(own["output_bias"], ACTIVATION_SCALE * WEIGHT_SCALE, np.int32),
        )


def _quantised(weights: npt.NDArray[np.float32], scale: int, kind: type[I]) -> npt.NDArray[I]:
    return np.round(weights.astype(np.float64) * scale).astype(kind)


def _factor_matrix(config: TrainingConfig) -> Tensor:
    """By feature and factor, the amount of the factor; the padding has none."""
    features, numbers, amounts = factors(config)
    shape = config.features + 1, int(numbers.max()) + 1
    places = np.array([features, numbers])
    return torch.sparse_coo_tensor(places, amounts, shape, check_invariants=True).coalesce()


def arrays_of(config: TrainingConfig, network: Network) -> dict[str, npt.NDArray[np.float32]]:
    """The weights of a quantised network in floating point, to continue training."""
    padding = np.zeros((1, ACCUMULATOR_SIZE))
    found = {
        "feature_weights": np.concatenate([network.feature_weights / ACTIVATION_SCALE, padding]),
        "factor_weights": np.zeros((_factor_matrix(config).shape[1], ACCUMULATOR_SIZE)),
        "feature_bias": network.feature_bias / ACTIVATION_SCALE,
        "hidden_weights": network.hidden_weights / WEIGHT_SCALE,
        "hidden_bias": network.hidden_bias / (ACTIVATION_SCALE * WEIGHT_SCALE),
        "output_weights": network.output_weights / WEIGHT_SCALE,
        "output_bias": network.output_bias / (ACTIVATION_SCALE * WEIGHT_SCALE),
    }
    return {name: array.astype(np.float32) for name, array in found.items()}
