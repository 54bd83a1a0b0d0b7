"""Feature extraction: all active features of a position, without the accumulator cache."""

from __future__ import annotations

import numpy as np

from azulejos.engine.compiled import compiled_allocating
from azulejos.engine.state import MAX_PLAYERS, State
from azulejos.search.dispatch import (
    board_summary,
    table_summary,
    write_board,
    write_relations,
    write_table,
)
from azulejos.search.nnue.features.common import SUMMARIES, Features


@compiled_allocating
def write_features(state: State, player: int, features: Features) -> int:
    """Write all active features from a player's point of view. Returns their number."""
    players, count = int(state.players), 0
    summaries = np.zeros(SUMMARIES, np.int64)
    summaries[MAX_PLAYERS] = table_summary(state)
    for distance in range(players):
        other = (player + distance) % players
        summaries[distance] = board_summary(state, other)
        count = write_board(state, other, distance, features, count)
    count = write_table(state, features, count)
    return write_relations(state, player, summaries, features, count)
