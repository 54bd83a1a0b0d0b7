"""The record of a position: allocation, copying, and the numbers that its fields hold.

Records of both games name these fields alike: `sources`, `bag`, `discards`, `players`, `phase`,
`to_play`, `start_player`, `marker`, `scores`, `round_number`. (Not `round`: without compilation,
that is a method of NumPy records.)
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from numba.core import cgutils, types
from numba.extending import intrinsic

from azulejos.engine import names
from azulejos.engine.codegen import NumbaObject
from azulejos.engine.compiled import compiled, compiled_for, config

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
BOARDS = names.BOARDS


def new_states(layout: np.dtype[np.void], count: int = 1) -> States:
    """Empty positions, in the kind of array that both compiled and plain code can work on."""
    states = np.zeros(count, layout)
    return states.view(np.recarray) if config.DISABLE_JIT else states


def copy_of(states: States, room: int | None = None) -> States:
    """An independent copy; NumPy's own copies records field by field, which is slow.

    With `room`, the copy is the start of as many positions; the others are empty.
    """
    copied = new_states(states.dtype, len(states) if room is None else room)
    _copy_into(copied, states)
    return copied


@compiled
def _copy_into(target: States, source: States) -> None:
    for index in range(len(source)):
        set_state(target, index, source[index])


def set_state(states: States, index: int, state: State) -> None:
    """Copy a position into an array of positions."""
    states[index] = state


@compiled_for(set_state)
def set_state_by_memcpy(states: States, index: int, state: State) -> None:
    """`set_state` by one instruction to LLVM, where Numba copies a record byte by byte."""
    _copy_record(states[index], state)  # type: ignore[call-arg]


@intrinsic
def _copy_record(
    typing_context: NumbaObject, target: NumbaObject, source: NumbaObject
) -> NumbaObject:
    def generate(
        context: NumbaObject, builder: NumbaObject, signature: NumbaObject, arguments: NumbaObject
    ) -> NumbaObject:
        size = context.get_constant(types.intp, target.size)
        helpers: NumbaObject = cgutils
        helpers.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    if target != source or not isinstance(target, types.Record):
        return None
    return types.void(target, source), generate
