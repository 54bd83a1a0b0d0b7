"""Leads in points, which the network is told as facts of which one holds for each board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.search.network import Network
from azulejos.search.plain import lead_facts, plain_network
from azulejos.training.plan import Plan


def lead_ramp(plan: Plan) -> npt.NDArray[np.float32]:
    """By fact and board, the lead that the fact tells, from -1 to 1; one more row, of nothing.

    Neighbouring leads mean nearly the same: so they can be learned together.
    """
    ramp = np.zeros((plan.facts + 1, plan.players), np.float32)
    for distance in range(plan.players):
        facts, leads = lead_facts(plan.knowledge, distance)
        ramp[facts, distance] = leads / plan.knowledge.MOST_LEAD
    return ramp


def first_network(plan: Plan) -> Network:
    """The network that learning starts from: it knows only that who leads is likely to win."""
    return plain_network(plan.knowledge, plan.players)
