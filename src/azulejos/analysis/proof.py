"""Proofs: shares of victory that follow from the rules alone, without any estimate.

For each player, the search of `azulejos.search.proof` finds the share that is certain, whatever the
others do and whatever is drawn. If these bounds sum to 1, they are the result. With
two players that is so whenever the game must end in this round and the nodes suffice; with three or
four it needs a player who wins against all others together. Leads are exact with two players and
no draw in any line.
"""

from __future__ import annotations

import msgspec
import numpy as np

from azulejos.analysis.values import Value
from azulejos.engine.state import DEAL, OVER, States
from azulejos.search import proof, transposition
from azulejos.search.evaluation import MAX_LEAD, POINT_VALUE, WIN

TABLE_BITS = 18
#: The share of victory by a result's value without the bonus for the lead. A victory is shared at a
#: lead of 0 only, so that the nearest of these is always the right one.
SHARES = {-WIN: 0.0, **{2 * WIN // winners - WIN: 1 / winners for winners in (4, 3, 2, 1)}}


class Bound(msgspec.Struct, frozen=True):
    """What a player can force: a share of victory, and the lead that comes with it, if exact."""

    share: float
    lead: float | None
    nodes: int


class Prover:
    """Searches for proofs in positions of one game."""

    def __init__(self, layout: np.dtype[np.void]) -> None:
        self.layout = layout
        self.stack: proof.ProofStack | None = None

    def bound(self, states: States, player: int, nodes: int) -> Bound | None:
        """What a player can force; None if the nodes do not suffice."""
        if self.stack is None:
            self.stack = proof.new_stack(self.layout, TABLE_BITS)
        stack = self.stack
        stack.states[:1] = states
        stack.stop[0] = 0
        transposition.new_search(stack.table)
        value = int(proof.guaranteed_value(stack, player, nodes))
        counters = stack.counters
        if counters[proof.STOPPED]:
            return None
        used = int(counters[proof.NODES])
        if value == proof.UNKNOWN:
            return Bound(0.0, None, used)
        result = min(SHARES, key=lambda result: abs(value - result))
        lead = (value - result) / POINT_VALUE
        is_exact = not counters[proof.UNKNOWN_ENDS] and abs(lead) < MAX_LEAD
        return Bound(SHARES[result], lead if is_exact else None, used)

    def prove(self, states: States, nodes: int) -> Value | None:
        """The exact value of a position where no tile is due, if it can be proven."""
        if states["phase"][0] in (DEAL, OVER):
            return None
        players = int(states["players"][0])
        first = self.bound(states, 0, nodes)
        if first is None:
            return None
        if players == 2 and first.lead is not None:
            both = (first.share, 1 - first.share)
            return _proven(both, (first.lead, -first.lead), first.nodes, lead_proven=True)
        bounds = [first]
        for player in range(1, players):
            bound = self.bound(states, player, nodes)
            if bound is None:
                return None
            bounds.append(bound)
        shares = tuple(bound.share for bound in bounds)
        if abs(sum(shares) - 1) > 1e-6:
            return None
        used = sum(bound.nodes for bound in bounds)
        return _proven(shares, (), used, lead_proven=False)


def _proven(
    shares: tuple[float, ...], leads: tuple[float, ...], nodes: int, *, lead_proven: bool
) -> Value:
    return Value(shares=shares, leads=leads, nodes=nodes, proven=True, lead_proven=lead_proven)
