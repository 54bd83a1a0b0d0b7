"""Values: what each player can expect of a position, how it was found and how sure it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import msgspec


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """The value of a position to every player, by seat.

    `shares` are the expected shares of the victory and sum to 1; a shared victory counts in parts.
    `leads` are the expected final leads over the best opponent, in points. Where `proven`, the
    shares follow from the rules alone; where `lead_proven`, the leads do, too.
    """

    shares: tuple[float, ...]
    leads: tuple[float, ...]
    nodes: int = 0  # positions searched or evaluated
    depth: int = 0  # completed depth of alpha-beta, longest line of tree search
    proven: bool = False
    lead_proven: bool = False
    #: Standard errors of the shares, where the value is a mean over samples.
    errors: tuple[float, ...] = ()

    @classmethod
    def mean(cls, values: Sequence[Self], weights: Sequence[float]) -> Value:
        """The weighted mean of some values; the weights sum to 1."""
        players = range(len(values[0].shares))
        pairs = list(zip(weights, values, strict=True))
        return Value(
            shares=tuple(sum(w * v.shares[p] for w, v in pairs) for p in players),
            leads=tuple(sum(w * v.leads[p] for w, v in pairs) for p in players),
            nodes=sum(value.nodes for value in values),
            depth=min(value.depth for value in values),
        )


class Effort(msgspec.Struct, frozen=True, kw_only=True):
    """How much a review searches, in nodes and samples; the seconds follow from the machine."""

    name: str
    #: Nodes of alpha-beta (two players of Azul) and of tree search (all else), to choose the best
    #: move and for each of the moves compared. Alpha-beta often ends earlier: it has seen all.
    nodes: int
    tree_nodes: int
    samples: int  # of each chance event with more outcomes than these
    proof_nodes: int  # for each proof that is tried in the last round


#: Nodes of the evaluator of chance events. The same at all efforts, so that the mean of the first
#: deal is computed once for each configuration.
LUCK_NODES = 4_000

EFFORTS = {
    effort.name: effort
    for effort in (
        Effort(name="quick", nodes=250_000, tree_nodes=20_000, samples=32, proof_nodes=100_000),
        Effort(
            name="standard", nodes=2_000_000, tree_nodes=200_000, samples=100, proof_nodes=1_000_000
        ),
        Effort(
            name="deep", nodes=10_000_000, tree_nodes=2_000_000, samples=400, proof_nodes=5_000_000
        ),
    )
}
