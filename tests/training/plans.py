"""Small plans, and things to compare networks with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from azulejos.search.nnue.network import Network
from azulejos.training.config import Plan
from azulejos.training.loop import LEARN, Watcher

WITHOUT_TORCH = "PyTorch is not installed: pip install 'azulejos[train]'"

AZUL = Plan(games=4, nodes=60, generations=2, match_games=2, shard_games=2)
AZUL_FOR_THREE = replace(AZUL, players=3, board="grey", games=2, match_games=3)
PAVILION = replace(AZUL, game="summer-pavilion", games=2, nodes=40)

every_kind = pytest.mark.parametrize(
    "plan", [AZUL, AZUL_FOR_THREE, PAVILION], ids=["azul", "azul-for-three", "pavilion"]
)


class StopsBeforeLearning(Watcher):
    """Stops a run when all games of self-play are played."""

    def begins(self, generation: int, step: str) -> None:  # noqa: ARG002
        if step == LEARN:
            raise KeyboardInterrupt("learning begins")


def upside_down(network: Network) -> Network:
    """A network that takes defeats for victories."""
    return network._replace(out=-network.out, out_bias=-network.out_bias)


def are_equal(network: Network, other: Network) -> bool:
    """Whether two networks have the same weights."""
    others = other._asdict()
    return all(np.array_equal(own, others[name]) for name, own in network._asdict().items())
