"""Previews of Azul, compiled: all legal moves and what each brings to its player, in one call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.azul import legal, rules
from azulejos.engine.azul.events import (
    DROPPED,
    FLOOR_CHARGED,
    LINE_DROPPED,
    MARKER_TAKEN,
    PLACED,
    TAKEN,
    TILED,
)
from azulejos.engine.azul.layout import ACTIONS, FLOOR_PENALTY, TILE_ACTIONS
from azulejos.engine.azul.projection import in_sight_of
from azulejos.engine.compiled import compiled
from azulejos.engine.events import clear, new_log
from azulejos.engine.state import State, States, copy_of, new_states, set_state

#: A legal move and what it brings. No padding: equal previews are equal bytes.
PREVIEW = np.dtype(
    [
        ("action", np.int16),
        ("taken", np.int8),  # tiles
        ("marker", np.int8),  # 1: taken with them
        ("placed", np.int8),  # tiles on the pattern line
        ("dropped", np.int8),  # tiles that do not fit there
        ("points", np.int8),  # of a tile; of a draft: more at the end of the round
        ("penalty", np.int8),  # of the floor line: less at the end of the round, so mostly negative
    ]
)


def previews(states: States) -> npt.NDArray[np.void]:
    """The legal moves of a position with their previews, in rising order."""
    room = copy_of(states, room=3)
    written = new_states(PREVIEW, ACTIONS)
    return written[: _write_previews(room, np.empty(ACTIONS, np.int16), new_log(), written)]


@compiled
def _write_previews(
    states: States, actions: npt.NDArray[np.int16], log: npt.NDArray[np.int64], written: States
) -> int:
    """Play each legal move of `states[0]` on `states[1]`. Returns how many there are."""
    count = legal.legal_actions(states[0], actions)
    if count == 0:
        return 0
    player = int(states[0].to_play)
    points, penalty = in_sight_of(states, 0, player)
    for index in range(count):
        action = int(actions[index])
        clear(log)
        set_state(states, 1, states[0])
        rules.apply(states[1], action, log)
        written[index].action = action
        if action < TILE_ACTIONS:
            read_tile(written[index], player, log)
        else:
            later_points, later_penalty = in_sight_of(states, 1, player)
            written[index].points = later_points - points
            written[index].penalty = penalty - later_penalty
            read_draft(written[index], player, penalty, log)
    return count


@compiled
def read_tile(preview: State, player: int, log: npt.NDArray[np.int64]) -> None:
    """The points of the tile that was placed first, by choice."""
    for row in range(log[0, 0], 0, -1):
        if log[row, 0] == TILED and log[row, 1] == player:
            preview.points = log[row, 5]


@compiled
def read_draft(preview: State, player: int, penalty: int, log: npt.NDArray[np.int64]) -> None:
    """What became of the tiles. Where the round ended with them, its points and its floor line.

    The penalty is the full price then, too, even where the score was too low to pay it.
    """
    for row in range(log[0, 0], 0, -1):
        kind = log[row, 0]
        if log[row, 1] != player:
            continue
        if kind == TAKEN:
            preview.taken = log[row, 4]
        elif kind == MARKER_TAKEN:
            preview.marker = 1
        elif kind == PLACED:
            preview.placed += log[row, 4]
        elif kind == DROPPED:
            preview.dropped += log[row, 3] + log[row, 4]
        elif kind == LINE_DROPPED:  # later tiles: those of a line for which no column was free
            preview.dropped = 0
        elif kind == TILED:
            preview.points += log[row, 5]
        elif kind == FLOOR_CHARGED:
            preview.penalty = penalty - FLOOR_PENALTY[log[row, 2]]
