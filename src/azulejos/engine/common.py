"""Rules that both games share: factories, the bag and the discards, the start player."""

from __future__ import annotations

import numpy as np

from azulejos.engine.compiled import compiled
from azulejos.engine.events import BAG_FILLED, DEALT, Log, note
from azulejos.engine.state import NOBODY, State
from azulejos.engine.tiles import pile_of, total

#: Factories by number of players.
FACTORIES = np.array([0, 0, 5, 7, 9])
TILES_PER_FACTORY = 4


@compiled
def next_player(state: State, player: int) -> int:
    """The player to the left: the next one clockwise."""
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
    """The holder of the marker starts, else the start player of the round before.

    The marker goes back to the centre.
    """
    if state.marker != NOBODY:
        state.start_player = state.marker
    state.marker = NOBODY
