"""What a position was worth, with hindsight: its game's result, mixed with what search thought.

Going back from the end of a game, every value that search found takes part of the place of what
came later: the further away the end, the less its luck counts. Where a stray was played, what came
later says nothing, and the value takes all of its place.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.search.evaluation import WIN
from azulejos.training.shards import UNKNOWN, Notes

#: How much of what came later stays when a value is mixed in.
LAMBDA = 0.85

Numbers = npt.NDArray[np.float32]


def shares(notes: Notes, views: npt.NDArray[np.int8]) -> Numbers:
    """By position and player, the share of the victory that was to be expected.

    Search knows only what a position was worth to its own point of view. With two players the other
    has the rest; with more, what the others expected is left as it was.
    """
    found = np.empty((len(notes.states), notes.shares.shape[1]), np.float32)
    ends = np.cumsum(notes.lengths)
    expected = notes.shares.astype(np.float32)
    for steps in range(1, int(notes.lengths.max(initial=0)) + 1):  # all games at once, from the end
        games = np.flatnonzero(notes.lengths >= steps)
        positions = ends[games] - steps
        expected[games] = _mixed(expected[games], notes, positions, views[positions])
        found[positions] = expected[games]
    return found


def _mixed(
    expected: Numbers,
    notes: Notes,
    positions: npt.NDArray[np.integer],
    views: npt.NDArray[np.int8],
) -> Numbers:
    """What was expected later, mixed with the values of these positions."""
    values = notes.values[positions]
    weights = np.where(notes.strays[positions], 1, 1 - LAMBDA)
    weights = np.where(values == UNKNOWN, 0, weights).astype(np.float32)
    chances = np.clip((1 + values / WIN) / 2, 0, 1).astype(np.float32)
    rows, mixed = np.arange(len(positions)), expected.copy()
    mixed[rows, views] += weights * (chances - expected[rows, views])
    if expected.shape[1] == 2:
        mixed[rows, 1 - views] = 1 - mixed[rows, views]
    return mixed


def leads(notes: Notes) -> Numbers:
    """By position and player, the lead over the best opponent that the game ended with."""
    return np.repeat(notes.leads, notes.lengths, axis=0).astype(np.float32)
