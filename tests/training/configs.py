"""Small training configurations, and comparisons of networks."""

from __future__ import annotations

import importlib.util
from dataclasses import replace

import numpy as np
import pytest

from azulejos.search.nnue.network import Network
from azulejos.training.config import TrainingConfig
from azulejos.training.loop import TRAIN, ProgressListener

WITHOUT_TORCH = "PyTorch is not installed: pip install 'azulejos[train]'"
needs_torch = pytest.mark.skipif(not importlib.util.find_spec("torch"), reason=WITHOUT_TORCH)


AZUL = TrainingConfig(games=4, nodes=60, generations=2, match_games=2, shard_games=2)
AZUL_FOR_THREE = replace(AZUL, players=3, board="grey", games=2, match_games=3)
PAVILION = replace(AZUL, game="summer-pavilion", games=2, nodes=40)

every_kind = pytest.mark.parametrize(
    "config", [AZUL, AZUL_FOR_THREE, PAVILION], ids=["azul", "azul-for-three", "pavilion"]
)


class StopsBeforeTraining(ProgressListener):
    """Stops a run when all games of self-play are played."""

    def on_step(self, generation: int, step: str) -> None:  # noqa: ARG002
        if step == TRAIN:
            raise KeyboardInterrupt("training begins")


def upside_down(network: Network) -> Network:
    """A network that takes defeats for victories."""
    return network._replace(
        output_weights=-network.output_weights, output_bias=-network.output_bias
    )


def are_equal(network: Network, other: Network) -> bool:
    """Whether two networks have the same weights."""
    others = other._asdict()
    return all(np.array_equal(own, others[name]) for name, own in network._asdict().items())
