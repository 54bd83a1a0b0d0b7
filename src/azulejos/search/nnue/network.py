"""The network: turns the facts of a position into winning chances and a lead, in whole numbers.

Every fact has a row of weights; the rows of all facts that hold are summed, cut off between 0 and
1, and go through two small layers, of which there is one pair per stage of the game. All numbers
are integers with a fixed point, so that a position has the same value on every machine. How the
weights are learned is the business of `azulejos.training`.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled_apart
from azulejos.search.nnue.features.common import Facts

HIDDEN = 64
NARROW = 32
#: Activations count in parts of ONE; weights of the later layers in parts of WEIGHT.
ONE = 256
WEIGHT = 1024
WEIGHT_BITS = 10
#: What comes out counts in parts of OUTPUT: the logit of the winning chances, and tens of points.
OUTPUT = ONE
OUTPUTS = 2

Sums: TypeAlias = npt.NDArray[np.int16]


class Network(NamedTuple):
    """The weights of a network."""

    facts: npt.NDArray[np.int16]  # fact, hidden
    bias: npt.NDArray[np.int16]  # hidden
    narrow: npt.NDArray[np.int16]  # stage, narrow, hidden
    narrow_bias: npt.NDArray[np.int32]  # stage, narrow
    out: npt.NDArray[np.int16]  # stage, output, narrow
    out_bias: npt.NDArray[np.int32]  # stage, output


def new_network(facts: int, stages: int) -> Network:
    """A network that knows nothing."""
    return Network(
        np.zeros((facts, HIDDEN), np.int16),
        np.zeros(HIDDEN, np.int16),
        np.zeros((stages, NARROW, HIDDEN), np.int16),
        np.zeros((stages, NARROW), np.int32),
        np.zeros((stages, OUTPUTS, NARROW), np.int16),
        np.zeros((stages, OUTPUTS), np.int32),
    )


def load(path: Path) -> Network:
    """The network of a file."""
    with np.load(path, allow_pickle=False) as stored:
        return Network(*(stored[name] for name in Network._fields))


def save(path: Path, network: Network) -> None:
    """Keep a network in a file."""
    np.savez_compressed(path, **network._asdict())


@compiled_apart
def add_facts(network: Network, facts: Facts, count: int, sums: Sums) -> None:
    """Add the weights of some facts to the sums of the hidden layer."""
    weights = network.facts
    rest = count & 3
    for index in range(rest):
        fact = facts[index]
        for unit in range(HIDDEN):
            sums[unit] += weights[fact, unit]
    for index in range(rest, count, 4):  # four at a time: a quarter of the traffic with the sums
        one, two = facts[index], facts[index + 1]
        three, four = facts[index + 2], facts[index + 3]
        for unit in range(HIDDEN):
            pair = weights[one, unit] + weights[two, unit]
            sums[unit] += pair + (weights[three, unit] + weights[four, unit])


@compiled_apart
def outputs(network: Network, stage: int, sums: Sums) -> tuple[int, int]:
    """The logit of the winning chances, and the expected lead in tens of points, as integers."""
    for unit in range(HIDDEN):
        sums[unit] = min(ONE, max(0, sums[unit]))
    logit, lead = np.int32(network.out_bias[stage, 0]), np.int32(network.out_bias[stage, 1])
    for unit in range(NARROW):
        total = np.int32(network.narrow_bias[stage, unit])
        for below in range(HIDDEN):
            product = np.int32(sums[below] * network.narrow[stage, unit, below])
            total = np.int32(total + product)  # stays narrow, so that it is vectorised well
        level = min(ONE, max(0, total >> WEIGHT_BITS))
        logit += level * network.out[stage, 0, unit]
        lead += level * network.out[stage, 1, unit]
    return int(logit) >> WEIGHT_BITS, int(lead) >> WEIGHT_BITS
