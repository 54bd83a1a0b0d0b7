"""A network made by hand, that knows only one thing: who leads is likely to win.

Learning starts from it, and games without a learned network are judged by it.
"""

from __future__ import annotations

import math
from types import ModuleType

import numpy as np
import numpy.typing as npt

from azulejos.search.nnue.network import (
    ONE,
    OUTPUT,
    WEIGHT,
    Network,
    new_network,
)

#: A lead that looks like certain victory, in points, ...
SURE_LEAD = 60
#: ... and the logit it gets. As a lead, the same number stands for tens of points.
SURE_LOGIT = SURE_LEAD // 10


def lead_facts(
    knowledge: ModuleType, distance: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The facts about leads over the player at some distance, and the leads that they tell."""
    leads = np.arange(-knowledge.MOST_LEAD, knowledge.MOST_LEAD + 1)
    first = distance * knowledge.BOARD_FACTS + knowledge.LEAD + knowledge.MOST_LEAD
    return first + leads, leads


def plain_network(knowledge: ModuleType, players: int) -> Network:
    """The network of a game that knows nothing but leads."""
    network = new_network(knowledge.count_facts(players), knowledge.STAGES)
    others = players - 1
    weight = WEIGHT * SURE_LOGIT // others
    for distance in range(1, players):
        facts, leads = lead_facts(knowledge, distance)
        ahead, behind = 2 * distance - 2, 2 * distance - 1
        for unit, sign in ((ahead, 1), (behind, -1)):
            network.facts[facts, unit] = ONE * np.clip(sign * leads / SURE_LEAD, 0, 1)
            network.narrow[:, unit, unit] = WEIGHT
            network.out[:, :, unit] = sign * weight
    network.out_bias[:, 0] = -round(math.log(others) * OUTPUT * WEIGHT)  # equal chances at first
    return network
