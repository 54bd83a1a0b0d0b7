"""NNUE accumulator cache: first-layer sums of single boards and of the table, reused.

The first layer only adds up weights, so the sum over one board's features is the same wherever that
board turns up in a search; so is the sum of the table between the boards. The cache is
direct-mapped by a hash of the board; a new entry replaces the old one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.rng import bits_at
from azulejos.engine.state import MAX_PLAYERS, State
from azulejos.search.dispatch import (
    board_key,
    board_summary,
    table_key,
    table_summary,
    write_board,
    write_table,
)
from azulejos.search.nnue.features.common import HASH_KEYS, Features
from azulejos.search.nnue.network import ACCUMULATOR_SIZE, Network, add_features

CACHE_SLOTS = 1 << 12
#: Weights that a network's fingerprint is made of.
FINGERPRINT_SAMPLES = 512


class AccumulatorCache(NamedTuple):
    """Partial accumulators: of boards, as seen from each distance, and of tables."""

    keys: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int16]  # slot, accumulator unit
    summaries: npt.NDArray[np.int64]
    network: npt.NDArray[np.int64]  # fingerprint of the network the sums belong to


def new_cache() -> AccumulatorCache:
    """An empty cache."""
    return AccumulatorCache(
        np.zeros(CACHE_SLOTS, np.int64),
        np.zeros((CACHE_SLOTS, ACCUMULATOR_SIZE), np.int16),
        np.zeros(CACHE_SLOTS, np.int64),
        np.zeros(1, np.int64),
    )


@compiled_noinline
def use_network(cache: AccumulatorCache, network: Network) -> None:
    """Clear the cache if its sums belong to another network."""
    own = fingerprint(network)
    if cache.network[0] != own:
        cache.network[0] = own
        cache.keys[:] = 0


@compiled_noinline
def fingerprint(network: Network) -> int:
    """A hash of some of a network's weights: training changes them all."""
    features = len(network.feature_weights)
    word = bits_at(features, 0)
    for number in range(FINGERPRINT_SAMPLES):
        unit = number % ACCUMULATOR_SIZE
        weight = int(network.feature_weights[number * features // FINGERPRINT_SAMPLES, unit])
        word = bits_at(word + weight, int(network.feature_bias[unit]) & 0xFFFF)
    return word


@compiled
def board_slot(
    cache: AccumulatorCache,
    state: State,
    player: int,
    distance: int,
    network: Network,
    features: Features,
) -> int:
    """The slot with the sum of a board seen from a distance, computed if it is missing."""
    key = bits_at(board_key(state, player) + distance * int(HASH_KEYS[-1]), 0) | 1
    slot = key >> 1 & (CACHE_SLOTS - 1)
    if cache.keys[slot] != key:
        cache.keys[slot] = key
        cache.summaries[slot] = board_summary(state, player)
        cache.sums[slot] = 0
        count = write_board(state, player, distance, features, 0)
        add_features(network, features, count, cache.sums[slot])
    return slot


@compiled
def table_slot(cache: AccumulatorCache, state: State, network: Network, features: Features) -> int:
    """The slot with the sum of the table and the bias, computed if it is missing."""
    key = bits_at(table_key(state) + MAX_PLAYERS * int(HASH_KEYS[-1]), 0) | 1
    slot = key >> 1 & (CACHE_SLOTS - 1)
    if cache.keys[slot] != key:
        cache.keys[slot] = key
        cache.summaries[slot] = table_summary(state)
        for unit in range(ACCUMULATOR_SIZE):
            cache.sums[slot, unit] = network.feature_bias[unit]
        add_features(network, features, write_table(state, features, 0), cache.sums[slot])
    return slot
