"""NNUE network: sparse features to the share of victory and the lead, in integers.

Every feature has a row of weights; the rows of the active features are summed in the accumulator.
Clipped to [0, 1], it passes through two small dense layers, one pair for each bucket (phase of the
game). Weights and activations are quantised to fixed-point integers: a position has the same value
on every machine. `azulejos.training` trains the weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled_noinline
from azulejos.search.nnue.features.common import Features

ACCUMULATOR_SIZE = 64
HIDDEN_SIZE = 32
# Fixed-point units: one activation, and one weight of the dense layers
ACTIVATION_SCALE = 256
WEIGHT_SCALE = 1024
WEIGHT_SHIFT = 10
#: Unit of the outputs: the logit of the share of victory, and the lead in tens of points.
OUTPUT_SCALE = ACTIVATION_SCALE
OUTPUTS = 2

Accumulator: TypeAlias = npt.NDArray[np.int16]


class Network(NamedTuple):
    """The quantised weights of a network; the field names are the keys of its file."""

    feature_weights: npt.NDArray[np.int16]  # feature, accumulator unit
    feature_bias: npt.NDArray[np.int16]  # accumulator unit
    hidden_weights: npt.NDArray[np.int16]  # bucket, hidden unit, accumulator unit
    hidden_bias: npt.NDArray[np.int32]  # bucket, hidden unit
    output_weights: npt.NDArray[np.int16]  # bucket, output, hidden unit
    output_bias: npt.NDArray[np.int32]  # bucket, output

    @property
    def features(self) -> int:
        """The number of input features."""
        return len(self.feature_weights)

    @property
    def buckets(self) -> int:
        """The number of buckets."""
        return len(self.hidden_weights)


def new_network(features: int, buckets: int) -> Network:
    """A network whose weights are all zero."""
    return Network(
        np.zeros((features, ACCUMULATOR_SIZE), np.int16),
        np.zeros(ACCUMULATOR_SIZE, np.int16),
        np.zeros((buckets, HIDDEN_SIZE, ACCUMULATOR_SIZE), np.int16),
        np.zeros((buckets, HIDDEN_SIZE), np.int32),
        np.zeros((buckets, OUTPUTS, HIDDEN_SIZE), np.int16),
        np.zeros((buckets, OUTPUTS), np.int32),
    )


def load(path: Path) -> Network:
    """Read a network file."""
    with np.load(path, allow_pickle=False) as stored:
        return Network(*(stored[name] for name in Network._fields))


def save(path: Path, network: Network) -> None:
    """Write a network file."""
    np.savez_compressed(path, **network._asdict())


@compiled_noinline
def add_features(
    network: Network, features: Features, count: int, accumulator: Accumulator
) -> None:
    """Add the weights of the first `count` features to an accumulator."""
    weights = network.feature_weights
    rest = count & 3
    for index in range(rest):
        feature = features[index]
        for unit in range(ACCUMULATOR_SIZE):
            accumulator[unit] += weights[feature, unit]
    for index in range(rest, count, 4):  # four at a time: a quarter of the memory traffic
        one, two = features[index], features[index + 1]
        three, four = features[index + 2], features[index + 3]
        for unit in range(ACCUMULATOR_SIZE):
            pair = weights[one, unit] + weights[two, unit]
            accumulator[unit] += pair + (weights[three, unit] + weights[four, unit])


@compiled_noinline
def outputs(network: Network, bucket: int, accumulator: Accumulator) -> tuple[int, int]:
    """Forward pass: the logit of the share of victory, and the lead in tens of points.

    Clips the accumulator in place.
    """
    for unit in range(ACCUMULATOR_SIZE):
        accumulator[unit] = min(ACTIVATION_SCALE, max(0, accumulator[unit]))
    logit = np.int32(network.output_bias[bucket, 0])
    lead = np.int32(network.output_bias[bucket, 1])
    for unit in range(HIDDEN_SIZE):
        total = np.int32(network.hidden_bias[bucket, unit])
        for below in range(ACCUMULATOR_SIZE):
            product = np.int32(accumulator[below] * network.hidden_weights[bucket, unit, below])
            total = np.int32(total + product)  # 32 bits, so that the loop is vectorised
        activation = min(ACTIVATION_SCALE, max(0, total >> WEIGHT_SHIFT))
        logit += activation * network.output_weights[bucket, 0, unit]
        lead += activation * network.output_weights[bucket, 1, unit]
    return int(logit) >> WEIGHT_SHIFT, int(lead) >> WEIGHT_SHIFT
