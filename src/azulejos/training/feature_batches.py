"""Feature extraction for many positions at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled_noinline
from azulejos.engine.state import States
from azulejos.search.dispatch import bucket, point_of_view
from azulejos.search.nnue.features.common import Features
from azulejos.search.nnue.features.extract import write_features


@compiled_noinline
def _points_of_view(states: States, viewers: npt.NDArray[np.int8]) -> None:
    for index in range(len(states)):
        viewers[index] = point_of_view(states[index])


def points_of_view(states: States) -> npt.NDArray[np.int8]:
    """The point of view of each position."""
    viewers = np.zeros(len(states), np.int8)
    _points_of_view(states, viewers)
    return viewers


@compiled_noinline
def write_batch(
    states: States,
    viewers: npt.NDArray[np.int8],
    features: Features,
    buckets: npt.NDArray[np.int8],
) -> None:
    """Write features and bucket of each position; the rest of a row of features is untouched."""
    for index in range(len(states)):
        write_features(states[index], int(viewers[index]), features[index])
        buckets[index] = bucket(states[index])
