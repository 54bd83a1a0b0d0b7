"""What facts have in common."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos.search.nnue.baseline import lead_facts
from azulejos.training.config import Plan
from azulejos.training.factorizer import simpler_facts
from tests.training.plans import AZUL, PAVILION


@pytest.mark.parametrize("plan", [AZUL, PAVILION])
def test_every_fact_about_leads_shares_the_slope_of_its_board(plan: Plan) -> None:
    facts, _, amounts = simpler_facts(plan)
    assert facts.min() >= 0
    assert facts.max() < plan.facts
    for board in range(plan.players):
        leads, points = lead_facts(plan.knowledge, board)
        rising = [amounts[(facts == fact) & (amounts != 1)] for fact in leads[points > 20]]
        assert all(len(slope) == 1 for slope in rising)
        assert (np.diff(np.concatenate(rising)) > 0).all()


def test_patterns_share_their_spaces() -> None:
    facts, simpler, _ = simpler_facts(AZUL)
    known = AZUL.knowledge

    def kin(fact: int) -> set[int]:
        return set(simpler[facts == fact].tolist())

    # The space where row 2 and column 3 meet is in both, and in no other row.
    row, column = known.ROW + 2 * known.FINE_PATTERNS, known.COLUMN + 3 * known.FINE_PATTERNS
    for state in (1, 2):  # filled, or with a line begun for it
        assert len(kin(row + state * 3**3) & kin(column + state * 3**2)) == 1
        assert not kin(row + state * 3**3) & kin(column + state * 3**1)
    assert not kin(row + 3**3) & kin(column + 2 * 3**2)
