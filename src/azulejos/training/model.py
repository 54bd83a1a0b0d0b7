"""The network while it learns, by PyTorch, and its way to whole numbers and back.

It is the network of `azulejos.search.nnue.network` with fractions for integers, and one thing more:
facts share the weights of simpler facts beside those of their own, so that what is learned of one
helps with its kin. When the network is made, they are added up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.search.nnue.features.common import FACT_ROOM
from azulejos.search.nnue.network import (
    HIDDEN,
    NARROW,
    ONE,
    OUTPUTS,
    WEIGHT,
    Network,
)
from azulejos.training.config import Plan
from azulejos.training.extras import torch_package
from azulejos.training.factorizer import simpler_facts

torch = torch_package()

#: A tensor. PyTorch is no part of the package's own requirements, nor are its types.
Tensor: TypeAlias = Any

# No integer can overflow as long as weights keep to these limits: 16 bits for the sums of the
# hidden layer, 32 for the others.
MOST_FACT = 1.9
MOST_SUM = 32_000 / ONE
MOST_NARROW = 8.0
MOST_OUT = 16.0
MOST_BIAS = 100.0


class Model:
    """The weights that are learned, by name."""

    def __init__(self, plan: Plan, seed: int) -> None:
        """Weights that know nothing yet."""
        chance = torch.Generator().manual_seed(seed)

        def spread(*shape: int, scale: float) -> Tensor:
            return torch.randn(*shape, generator=chance) * scale

        self.nothing = plan.facts  # fills up lists of facts
        self.kinship = _kinship(plan)
        # All stages begin alike: what one learns of the facts fits the others.
        narrow = spread(1, NARROW, HIDDEN, scale=HIDDEN**-0.5)
        out = spread(1, OUTPUTS, NARROW, scale=0.3 * NARROW**-0.5)
        self.weights: dict[str, Tensor] = {
            "facts": spread(plan.facts + 1, HIDDEN, scale=0.01),
            "simpler": spread(self.kinship.shape[1], HIDDEN, scale=0.04),
            "bias": torch.full((HIDDEN,), 0.4),
            "narrow": narrow.repeat(plan.stages, 1, 1),
            "narrow_bias": torch.full((plan.stages, NARROW), 0.2),
            "out": out.repeat(plan.stages, 1, 1),
            "out_bias": torch.zeros(plan.stages, OUTPUTS),
        }
        self.weights["facts"][self.nothing] = 0
        for weight in self.weights.values():
            weight.requires_grad_(True)

    def forward(self, facts: Tensor, stages: Tensor) -> Tensor:
        """By position, the logit of the winning chances and the lead in tens of points."""
        own = self.weights
        sums = torch.nn.functional.embedding_bag(
            facts, self._table(), mode="sum", padding_idx=self.nothing
        )
        hidden = (sums + own["bias"]).clamp(0, 1)
        found = torch.zeros(len(facts), OUTPUTS)
        for stage in range(len(own["narrow"])):
            rows = (stages == stage).nonzero()[:, 0]
            narrow = hidden[rows] @ own["narrow"][stage].T + own["narrow_bias"][stage]
            outputs = narrow.clamp(0, 1) @ own["out"][stage].T + own["out_bias"][stage]
            found = found.index_copy(0, rows, outputs)
        return found

    def _table(self) -> Tensor:
        """The weights of all facts, with those of simpler facts."""
        return self.weights["facts"] + torch.sparse.mm(self.kinship, self.weights["simpler"])

    def keep_limits(self) -> None:
        """Cut off what would not fit into the integers."""
        own = self.weights
        with torch.no_grad():
            own["facts"].clamp_(-MOST_FACT, MOST_FACT)
            own["simpler"].clamp_(-MOST_FACT, MOST_FACT)
            own["narrow"].clamp_(-MOST_NARROW, MOST_NARROW)
            own["out"].clamp_(-MOST_OUT, MOST_OUT)
            for name in ("bias", "narrow_bias", "out_bias"):
                own[name].clamp_(-MOST_BIAS, MOST_BIAS)
            self._keep_sums()

    def _keep_sums(self) -> None:
        """Scale down the weights of hidden units whose sum could overflow, whatever facts hold."""
        own = self.weights
        table = self._table()
        most = min(FACT_ROOM, len(table))
        highest = table.clamp(min=0).topk(most, dim=0).values.sum(0) + own["bias"]
        lowest = (-table).clamp(min=0).topk(most, dim=0).values.sum(0) - own["bias"]
        scale = (MOST_SUM / torch.maximum(highest, lowest)).clamp(max=1)
        for name in ("facts", "simpler", "bias"):
            own[name] *= scale

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """The weights as plain arrays, for a file."""
        return {name: weight.detach().numpy().copy() for name, weight in self.weights.items()}

    def take(self, arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Go on from weights of before."""
        with torch.no_grad():
            for name, weight in self.weights.items():
                weight.copy_(torch.from_numpy(np.asarray(arrays[name], np.float32)))

    def network(self) -> Network:
        """The same network in whole numbers."""
        own = self.arrays()
        table = self._table().detach().numpy()[: self.nothing]
        return Network(
            _whole(table, ONE, np.int16),
            _whole(own["bias"], ONE, np.int16),
            _whole(own["narrow"], WEIGHT, np.int16),
            _whole(own["narrow_bias"], ONE * WEIGHT, np.int32),
            _whole(own["out"], WEIGHT, np.int16),
            _whole(own["out_bias"], ONE * WEIGHT, np.int32),
        )


def _whole(weights: npt.NDArray[np.float32], one: int, kind: type[np.signedinteger[Any]]) -> Any:
    return np.round(weights.astype(np.float64) * one).astype(kind)


def _kinship(plan: Plan) -> Tensor:
    """By fact and simpler fact, how much the one has of the other; one more row, of nothing."""
    facts, simpler, amounts = simpler_facts(plan)
    shape = plan.facts + 1, int(simpler.max()) + 1
    places = np.array([facts, simpler])
    return torch.sparse_coo_tensor(places, amounts, shape, check_invariants=True).coalesce()


def arrays_of(plan: Plan, network: Network) -> dict[str, npt.NDArray[np.float32]]:
    """The weights of a network in whole numbers, to go on learning from."""
    nothing = np.zeros((1, HIDDEN))
    found = {
        "facts": np.concatenate([network.facts / ONE, nothing]),
        "simpler": np.zeros((_kinship(plan).shape[1], HIDDEN)),
        "bias": network.bias / ONE,
        "narrow": network.narrow / WEIGHT,
        "narrow_bias": network.narrow_bias / (ONE * WEIGHT),
        "out": network.out / WEIGHT,
        "out_bias": network.out_bias / (ONE * WEIGHT),
    }
    return {name: array.astype(np.float32) for name, array in found.items()}
