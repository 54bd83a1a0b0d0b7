"""The record of a position: allocation, copying, and the numbers that its fields hold.

Records of both games name these fields alike: `sources`, `bag`, `discards`, `players`, `phase`,
`to_play`, `start_player`, `marker`, `scores`, `round_number`. (Not `round`: without compilation,
that is a method of NumPy records.)
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, config

#: One position: a record whose fields are known to Numba, not to the type checker.
State: TypeAlias = Any
#: Positions as they travel through Python: an array of records, mostly of one.
States: TypeAlias = npt.NDArray[np.void]

MIN_PLAYERS = 2
MAX_PLAYERS = 4
#: Source 0 is the centre of the table, sources 1 to 9 are the factories.
CENTRE = 0
SOURCES = 10

#: In place of a seat: no player is to play, or none holds the marker.
NOBODY = -1

# The phases that every game has: it waits for a drawn tile, or for nothing any more.
DEAL = 0
OVER = 1

COLOURED = 0
GREY = 1
BOARDS = ("coloured", "grey")


def new_states(layout: np.dtype[np.void], count: int = 1) -> States:
    """Empty positions, in the kind of array that both compiled and plain code can work on."""
    states = np.zeros(count, layout)
    return states.view(np.recarray) if config.DISABLE_JIT else states


def copy_of(states: States) -> States:
    """An independent copy; NumPy's own copies records field by field, which is slow."""
    copied = new_states(states.dtype, len(states))
    _copy_into(copied, states)
    return copied


@compiled
def _copy_into(target: States, source: States) -> None:
    for index in range(len(source)):
        target[index] = source[index]
