"""Entry points from Python into the compiled rules, without checks; each takes an array of one.

Passing an array is several times cheaper than passing a single record.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine import dispatch
from azulejos.engine.compiled import compiled
from azulejos.engine.events import Log
from azulejos.engine.rng import Stream, draw_from
from azulejos.engine.state import States


@compiled
def apply(states: States, action: int, log: Log) -> None:
    """Carry out a legal action, unchecked."""
    dispatch.apply(states[0], action, log)


@compiled
def deal_tile(states: States, colour: int, log: Log) -> None:
    """Put a tile that was drawn from the bag where it is needed."""
    dispatch.deal_tile(states[0], colour, log)


@compiled
def draw(states: States, bits: int) -> int:
    """The colour of a tile drawn from the bag by 63 random bits."""
    return draw_from(states[0].bag, bits)


@compiled
def is_legal(states: States, action: int) -> bool:
    """Whether an action may be played now."""
    return dispatch.is_legal(states[0], action)


@compiled
def legal_actions(states: States, actions: npt.NDArray[np.int16]) -> int:
    """Write the legal actions into an array, in rising order. Returns how many there are."""
    return dispatch.legal_actions(states[0], actions)


@compiled
def random_action(states: States, stream: Stream) -> int:
    """A legal action, all equally likely. A player must be to play."""
    return dispatch.random_action(states[0], stream)


@compiled
def winners(states: States) -> int:
    """The winners of a finished game, as bits."""
    return dispatch.winners(states[0])
