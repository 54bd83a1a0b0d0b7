"""Simpler facts: what facts have in common, so that what is learned of one helps with its kin.

"These spaces of row 3 are filled" shares with other rows that three spaces are filled, and with
other patterns of the row each single space. While a network learns, every fact's weights are its
own plus those of its simpler facts; when it is made, they are added up, and cost nothing in play.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.search.nnue.baseline import lead_facts
from azulejos.training.config import Plan
from azulejos.training.factorizer import azul, pavilion

GAMES = {AZUL_STATE: azul, PAVILION_STATE: pavilion}

#: A fact, the name of a simpler one, and how much of it the fact has.
Share: TypeAlias = tuple[int, Hashable, float]

#: Leads count in so many points; and so many next to each other are alike.
LEAD_UNIT = 20
LEADS_ALIKE = 4


def simpler_facts(
    plan: Plan,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """All shares, as facts, numbers of simpler facts, and how much."""
    numbers: dict[Hashable, int] = {}
    facts, simpler, amounts = [], [], []
    for fact, name, amount in _all_shares(plan):
        facts.append(fact)
        simpler.append(numbers.setdefault(name, len(numbers)))
        amounts.append(amount)
    return np.array(facts), np.array(simpler), np.array(amounts, np.float32)


def _all_shares(plan: Plan) -> Iterator[Share]:
    game, known = GAMES[plan.layout], plan.knowledge
    for board in range(plan.players):
        base = board * known.BOARD_FACTS
        for fact, name, amount in game.of_board():
            yield base + fact, (board, name), amount
        for fact, lead in zip(*lead_facts(known, board), strict=True):
            yield int(fact), (board, "lead"), float(lead) / LEAD_UNIT
            yield int(fact), (board, "lead", int(lead) // LEADS_ALIKE), 1.0
    table = plan.players * known.BOARD_FACTS
    for fact, name, amount in game.of_table():
        yield table + fact, name, amount
