"""Factorizer: simpler features that input features have in common.

"These spaces of row 3 are filled" shares with other rows that three spaces are filled, and with
other patterns of the row each single space. While a network is trained, a feature's weights are its
own plus those of its factors, so that what is learned of one feature helps with similar ones. The
sums are quantised; factors cost nothing in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.training.config import TrainingConfig
from azulejos.training.factorizer import azul, pavilion
from azulejos.training.factorizer.common import Factor


@dataclass(frozen=True)
class TrainingGame:
    """What training knows of one game: the factors of its features, by section of the schema."""

    board_factors: Callable[[], Iterator[Factor]]
    table_factors: Callable[[], Iterator[Factor]]


#: By the game's record.
TRAINING_GAMES: dict[np.dtype[np.void], TrainingGame] = {
    AZUL_STATE: TrainingGame(azul.board_factors, azul.table_factors),
    PAVILION_STATE: TrainingGame(pavilion.board_factors, pavilion.table_factors),
}

#: Points that make one unit of the factor "lead", and leads that share a factor of their own.
LEAD_UNIT = 20
SIMILAR_LEADS = 4


def factors(
    config: TrainingConfig,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """All factors of all features: features, numbers of factors, and amounts.

    Factors are numbered in the order of their first use; stored weights depend on it.
    """
    numbers: dict[object, int] = {}
    features, found, amounts = [], [], []
    for feature, name, amount in _all_factors(config):
        features.append(feature)
        found.append(numbers.setdefault(name, len(numbers)))
        amounts.append(amount)
    return np.array(features), np.array(found), np.array(amounts, np.float32)


def _all_factors(config: TrainingConfig) -> Iterator[Factor]:
    game, schema = TRAINING_GAMES[config.layout], config.schema
    for distance in range(config.players):
        base = schema.board_base(distance)
        for feature, name, amount in game.board_factors():
            yield base + feature, (distance, name), amount
        for feature, lead in zip(*schema.lead_features(distance), strict=True):
            yield int(feature), (distance, "lead"), float(lead) / LEAD_UNIT
            yield int(feature), (distance, "lead", int(lead) // SIMILAR_LEADS), 1.0
    base = schema.table_base(config.players)
    for feature, name, amount in game.table_factors():
        yield base + feature, name, amount
