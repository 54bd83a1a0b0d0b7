"""What both games share at the table: seats, sources, the bag and the discards.

Records of both games name these fields alike: `sources`, `bag`, `discards`, `players`, `phase`,
`to_play`, `start_player`, `marker`, `scores`, `round_number`. (Not `round`: without compilation,
that is a method of NumPy records.)
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, config
from azulejos.engine.events import BAG_FILLED, DEALT, Log, note
from azulejos.engine.tiles import pile_of, total

#: One position: a record whose fields are known to Numba, not to the type checker.
State: TypeAlias = Any
#: Positions as they travel through Python: an array of records, mostly of one.
States: TypeAlias = npt.NDArray[np.void]

MIN_PLAYERS = 2
MAX_PLAYERS = 4
#: Factories by number of players.
FACTORIES = np.array([0, 0, 5, 7, 9])
TILES_PER_FACTORY = 4
#: Source 0 is the centre of the table, sources 1 to 9 are the factories.
CENTRE = 0
SOURCES = 10

#: In place of a seat: nobody is to play, or nobody holds the marker.
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


@compiled
def next_player(state: State, player: int) -> int:
    """Whoever sits clockwise of a player."""
    return 0 if player + 1 == state.players else player + 1


@compiled
def tiles_to_deal(state: State) -> int:
    """How many tiles the factories hold when all are full."""
    return int(FACTORIES[state.players]) * TILES_PER_FACTORY


@compiled
def fill_empty_bag(state: State, log: Log) -> None:
    """A tile is needed: if the bag is empty, all discarded tiles go into it."""
    if state.bag == 0 and state.discards != 0:
        note(log, BAG_FILLED, total(state.discards))
        state.bag = state.discards
        state.discards = 0


@compiled
def put_on_factory(state: State, colour: int, log: Log) -> None:
    """A tile drawn from the bag goes to the first factory that is not full."""
    state.tiles_left += 1
    state.bag -= pile_of(colour, 1)
    state.sources[factory_dealt_to(state)] += pile_of(colour, 1)
    note(log, DEALT, factory_dealt_to(state), colour)


@compiled
def factory_dealt_to(state: State) -> int:
    """The factory that the last tile was dealt to."""
    return (int(state.tiles_left) + TILES_PER_FACTORY - 1) // TILES_PER_FACTORY


@compiled
def start_player_of_round(state: State) -> None:
    """The marker's holder starts, else whoever started before; the marker goes to the centre."""
    if state.marker != NOBODY:
        state.start_player = state.marker
    state.marker = NOBODY
