"""What search has to know of each game, chosen by the record's type."""

from __future__ import annotations

import numpy as np

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.compiled import compiled_with_room
from azulejos.engine.dispatch import chosen_by_record
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.state import MAX_PLAYERS, State
from azulejos.search.nnue.features import azul, pavilion
from azulejos.search.nnue.features.common import STANDINGS, Facts, Standings

KNOWLEDGE = {AZUL_STATE: azul, PAVILION_STATE: pavilion}


@chosen_by_record(KNOWLEDGE)
def stage(state: State) -> int:  # type: ignore[empty-body]
    """The stage of the game, for which the network has weights of its own."""


@chosen_by_record(KNOWLEDGE)
def point_of_view(state: State) -> int:  # type: ignore[empty-body]
    """The player from whose point of view a position is judged best: who is to play, or will be."""


@chosen_by_record(KNOWLEDGE)
def is_small_deal(state: State) -> bool:  # type: ignore[empty-body]
    """Whether a pending deal is one within a round, beyond which search may look."""


@chosen_by_record(KNOWLEDGE)
def board_key(state: State, player: int) -> int:  # type: ignore[empty-body]
    """A number that tells boards apart whose facts or standing differ."""


@chosen_by_record(KNOWLEDGE)
def standing(state: State, player: int) -> int:  # type: ignore[empty-body]
    """What others compare with their own board, as one number."""


@chosen_by_record(KNOWLEDGE)
def write_board(  # type: ignore[empty-body]
    state: State, player: int, distance: int, facts: Facts, count: int
) -> int:
    """Write the facts of one board, as it is seen from so many seats away.

    Returns how many facts there are then, those before them included.
    """


@chosen_by_record(KNOWLEDGE)
def table_key(state: State) -> int:  # type: ignore[empty-body]
    """A number that tells apart tables, between the boards, whose facts differ."""


@chosen_by_record(KNOWLEDGE)
def table_standing(state: State) -> int:  # type: ignore[empty-body]
    """What boards are compared with of the table, as one number."""


@chosen_by_record(KNOWLEDGE)
def write_table(state: State, facts: Facts, count: int) -> int:  # type: ignore[empty-body]
    """Write the facts of the table, which are the same for everybody.

    Returns how many facts there are then, those before them included.
    """


@chosen_by_record(KNOWLEDGE)
def write_shared(  # type: ignore[empty-body]
    state: State, me: int, standings: Standings, facts: Facts, count: int
) -> int:
    """Write the facts of boards beside each other and the table; the standings are known.

    Returns how many facts there are then, those before them included.
    """


@compiled_with_room
def write_facts(state: State, me: int, facts: Facts) -> int:
    """Write the numbers of all facts that hold, as one player sees them. Returns how many."""
    players, count = int(state.players), 0
    standings = np.zeros(STANDINGS, np.int64)
    standings[MAX_PLAYERS] = table_standing(state)
    for distance in range(players):
        player = (me + distance) % players
        standings[distance] = standing(state, player)
        count = write_board(state, player, distance, facts, count)
    count = write_table(state, facts, count)
    return write_shared(state, me, standings, facts, count)


@chosen_by_record(KNOWLEDGE)
def hashed(state: State) -> int:  # type: ignore[empty-body]
    """A number from 0 to 2**63 - 1 that tells positions apart that one search may meet."""
