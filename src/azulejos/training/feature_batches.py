"""The facts of many positions at once, for learning."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled_apart
from azulejos.engine.state import States
from azulejos.search.nnue.features import point_of_view, stage, write_facts
from azulejos.search.nnue.features.common import Facts


@compiled_apart
def _views(states: States, views: npt.NDArray[np.int8]) -> None:
    for index in range(len(states)):
        views[index] = point_of_view(states[index])


def views(states: States) -> npt.NDArray[np.int8]:
    """From whose point of view each position is told."""
    found = np.zeros(len(states), np.int8)
    _views(states, found)
    return found


@compiled_apart
def write_all(
    states: States,
    views: npt.NDArray[np.int8],
    facts: Facts,
    stages: npt.NDArray[np.int8],
) -> None:
    """Write a row of facts for each position; what a row does not need stays as it is."""
    for index in range(len(states)):
        write_facts(states[index], int(views[index]), facts[index])
        stages[index] = stage(states[index])
