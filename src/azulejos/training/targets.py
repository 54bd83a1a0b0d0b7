"""Training targets: results of games mixed with search values, by TD(lambda).

Going back from the end of a game, each search value replaces a part (1 - LAMBDA) of the target
after it, so the luck of a distant end counts less. An exploration move says nothing about the
positions before it: there the search value replaces the whole target.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.search.evaluation import WIN
from azulejos.training.shards import UNKNOWN, Shard

#: The part of the later target that is kept when a search value is mixed in.
LAMBDA = 0.85

Floats = npt.NDArray[np.float32]


def victory_shares(shard: Shard, viewers: npt.NDArray[np.int8]) -> Floats:
    """By position and player, the target for the share of victory.

    A search value is known for one point of view only. With two players it determines the other's;
    with more, the others' targets stay as they are.
    """
    found = np.empty((len(shard.states), shard.victory_shares.shape[1]), np.float32)
    ends = np.cumsum(shard.lengths)
    target = shard.victory_shares.astype(np.float32)
    for steps in range(1, int(shard.lengths.max(initial=0)) + 1):  # all games at once, backwards
        games = np.flatnonzero(shard.lengths >= steps)
        positions = ends[games] - steps
        target[games] = _mixed(target[games], shard, positions, viewers[positions])
        found[positions] = target[games]
    return found


def _mixed(
    target: Floats,
    shard: Shard,
    positions: npt.NDArray[np.integer],
    viewers: npt.NDArray[np.int8],
) -> Floats:
    """The later targets, mixed with the search values of some positions."""
    values = shard.values[positions]
    weights = np.where(shard.explored[positions], 1, 1 - LAMBDA)
    weights = np.where(values == UNKNOWN, 0, weights).astype(np.float32)
    shares = np.clip((1 + values / WIN) / 2, 0, 1).astype(np.float32)
    rows, mixed = np.arange(len(positions)), target.copy()
    mixed[rows, viewers] += weights * (shares - target[rows, viewers])
    if target.shape[1] == 2:
        mixed[rows, 1 - viewers] = 1 - mixed[rows, viewers]
    return mixed


def leads(shard: Shard) -> Floats:
    """By position and player, the target for the lead: that at the end of the game."""
    return np.repeat(shard.leads, shard.lengths, axis=0).astype(np.float32)
