"""Factors: what features have in common."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos.search.nnue.features.azul_schema import Board
from azulejos.training.config import TrainingConfig
from azulejos.training.factorizer import factors
from tests.training.configs import AZUL, PAVILION


@pytest.mark.parametrize("config", [AZUL, PAVILION])
def test_every_fact_about_leads_shares_the_slope_of_its_board(config: TrainingConfig) -> None:
    features, _, amounts = factors(config)
    assert features.min() >= 0
    assert features.max() < config.features
    for board in range(config.players):
        leads, points = config.schema.lead_features(board)
        rising = [amounts[(features == feature) & (amounts != 1)] for feature in leads[points > 20]]
        assert all(len(slope) == 1 for slope in rising)
        assert (np.diff(np.concatenate(rising)) > 0).all()


def test_patterns_share_their_spaces() -> None:
    features, numbers, _ = factors(AZUL)

    def factors_of(feature: int) -> set[int]:
        return set(numbers[features == feature].tolist())

    # The space where row 2 and column 3 meet is in both, and in no other row.
    row, column = Board.row.index(2, 0), Board.column.index(3, 0)
    for state in (1, 2):  # filled, or with a line begun for it
        assert len(factors_of(row + state * 3**3) & factors_of(column + state * 3**2)) == 1
        assert not factors_of(row + state * 3**3) & factors_of(column + state * 3**1)
    assert not factors_of(row + 3**3) & factors_of(column + 2 * 3**2)
