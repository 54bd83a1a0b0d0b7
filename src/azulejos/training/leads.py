"""The facts that tell leads in points, and the network to begin with, which looks at nothing else.

Each board has a row of facts, of which one holds: the lead over its player, or for the first board
the own score.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from azulejos.search.network import ONE, OUTPUT, WEIGHT, Network, new_network
from azulejos.training.plan import Plan

#: A lead that looks like certain victory to the first network, in points, ...
SURE_LEAD = 60
#: ... and the logit it gives to it. As a lead, the same number stands for tens of points.
SURE_LOGIT = SURE_LEAD // 10


def lead_facts(plan: Plan, distance: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The facts about leads over the player at some distance, and the leads that they tell."""
    known = plan.knowledge
    leads = np.arange(-known.MOST_LEAD, known.MOST_LEAD + 1)
    return distance * known.BOARD_FACTS + known.LEAD + known.MOST_LEAD + leads, leads


def lead_ramp(plan: Plan) -> npt.NDArray[np.float32]:
    """By fact and board, the lead that the fact tells, from -1 to 1; one more row, of nothing.

    Neighbouring leads mean nearly the same: so they can be learned together.
    """
    ramp = np.zeros((plan.facts + 1, plan.players), np.float32)
    for distance in range(plan.players):
        facts, leads = lead_facts(plan, distance)
        ramp[facts, distance] = leads / plan.knowledge.MOST_LEAD
    return ramp


def first_network(plan: Plan) -> Network:
    """A network made by hand, that knows only: who leads is likely to win."""
    network = new_network(plan.facts, plan.stages)
    others = plan.players - 1
    weight = WEIGHT * SURE_LOGIT // others
    for distance in range(1, plan.players):
        facts, leads = lead_facts(plan, distance)
        ahead, behind = 2 * distance - 2, 2 * distance - 1
        for unit, sign in ((ahead, 1), (behind, -1)):
            network.facts[facts, unit] = ONE * np.clip(sign * leads / SURE_LEAD, 0, 1)
            network.narrow[:, unit, unit] = WEIGHT
            network.out[:, :, unit] = sign * weight
    network.out_bias[:, 0] = -round(math.log(others) * OUTPUT * WEIGHT)  # equal chances at first
    return network
