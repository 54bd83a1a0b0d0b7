"""Dataset: features and targets of positions.

With two players a position is one example, from the point of view that search uses; with more, one
from each player's point of view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from azulejos.search.nnue.features.common import MAX_ACTIVE, Features
from azulejos.training import targets
from azulejos.training.config import TrainingConfig
from azulejos.training.feature_batches import points_of_view, write_batch
from azulejos.training.shards import Shard, length_of, load

#: Larger datasets are subsampled to about this size: they have to fit into memory.
MAX_EXAMPLES = 5_000_000


@dataclass(frozen=True)
class Dataset:
    """Examples."""

    features: Features  # example, place; padded with the number of features
    buckets: npt.NDArray[np.int8]
    victory_shares: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]  # points

    def __len__(self) -> int:
        return len(self.buckets)


def examples_of(shard: Shard, features: int, keep: float = 1.0) -> Dataset:
    """The examples of a shard, or a random part `keep` of them; `features` is the padding."""
    players = shard.victory_shares.shape[1]
    viewers = points_of_view(shard.states)
    shares, leads = targets.victory_shares(shard, viewers), targets.leads(shard)
    rows = np.arange(len(viewers))
    if players > 2:
        rows = np.repeat(rows, players)
        viewers = np.tile(np.arange(players, dtype=np.int8), len(viewers))
    kept = subsample(len(rows), keep)
    rows, viewers = rows[kept], viewers[kept]
    active = np.full((len(rows), MAX_ACTIVE), features, np.int16)
    buckets = np.zeros(len(rows), np.int8)
    write_batch(shard.states[rows], viewers, active, buckets)
    width = int((active != features).sum(axis=1).max(initial=0))
    return Dataset(active[:, :width].copy(), buckets, shares[rows, viewers], leads[rows, viewers])


def subsample(count: int, keep: float) -> npt.NDArray[np.bool_]:
    """A random mask that keeps a part of `count` examples: a regular one would favour a seat."""
    words = np.random.SeedSequence(count).generate_state(count)
    return words < keep * 2**32


def load_dataset(
    config: TrainingConfig, shards: Sequence[Path], max_examples: int = MAX_EXAMPLES
) -> Dataset:
    """The examples of shards, subsampled to about `max_examples`."""
    views_of_each = 1 if config.players == 2 else config.players
    total = views_of_each * sum(map(length_of, shards))
    keep = min(1.0, max_examples / max(1, total))
    parts = [examples_of(load(path, config.layout), config.features, keep) for path in shards]
    width = max(part.features.shape[1] for part in parts)
    features = np.full((sum(map(len, parts)), width), config.features, np.int16)
    start = 0
    for part in parts:
        features[start : start + len(part), : part.features.shape[1]] = part.features
        start += len(part)
    return Dataset(
        features,
        np.concatenate([part.buckets for part in parts]),
        np.concatenate([part.victory_shares for part in parts]),
        np.concatenate([part.leads for part in parts]),
    )
