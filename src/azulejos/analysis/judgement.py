"""Judgements of moves by the loss of victory share; docs/analysis.md defines the numbers."""

from __future__ import annotations

import math
from typing import Literal, TypeAlias

Judgement: TypeAlias = Literal["good", "inaccuracy", "mistake", "blunder"]

#: Smallest losses of victory share, the worst first.
THRESHOLDS: tuple[tuple[float, Judgement], ...] = (
    (0.15, "blunder"),
    (0.10, "mistake"),
    (0.05, "inaccuracy"),
)
#: A decision between moves whose victory shares differ by less does not count.
TRIVIAL_SPREAD = 0.01


def judgement_of(loss: float) -> Judgement:
    """The judgement of a move that lost a share of victory."""
    for least, judgement in THRESHOLDS:
        if loss >= least - 1e-9:
            return judgement
    return "good"


def accuracy_of(loss: float) -> float:
    """The accuracy of a move, from 0 to 100, by its loss of victory share."""
    accuracy = 103.17 * math.exp(-0.0435 * 100 * loss) - 3.17
    return min(100.0, max(0.0, accuracy))
