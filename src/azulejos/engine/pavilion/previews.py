"""Previews of Summer Pavilion, compiled: all legal moves and what each brings, in one call."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled
from azulejos.engine.events import clear, new_log
from azulejos.engine.pavilion import legal, rules
from azulejos.engine.pavilion.events import MARKER_TAKEN, PASSED, PLACED, SURROUNDED, TAKEN
from azulejos.engine.pavilion.layout import (
    ACTIONS,
    BONUS_PILES,
    COLOURS,
    FIRST_BONUS,
    FIRST_DRAFT,
    FIRST_PLACEMENT,
)
from azulejos.engine.pavilion.projection import open_colours
from azulejos.engine.state import State, States, copy_of, new_states, set_state
from azulejos.engine.tiles import pile_of

#: A legal move and what it brings. No padding: equal previews are equal bytes.
PREVIEW = np.dtype(
    [
        ("tiles", np.int64),  # pile: taken, paid, discarded by passing, or taken from the supply
        ("action", np.int16),
        ("points", np.int16),
        ("marker", np.int8),  # 1: taken, too
        ("bonus", np.int8),  # bonus tiles that follow
        ("warned", np.int16),  # 1: no space takes the drafted colour; passing, one could place
    ]
)


def previews(states: States) -> npt.NDArray[np.void]:
    """The legal moves of a position with their previews, in rising order."""
    room = copy_of(states, room=2)
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
    colours = open_colours(states, player)
    can_place = FIRST_PLACEMENT <= actions[count - 1] < FIRST_DRAFT
    for index in range(count):
        action = int(actions[index])
        clear(log)
        set_state(states, 1, states[0])
        rules.apply(states[1], action, log)
        written[index].action = action
        if action >= FIRST_DRAFT:
            written[index].warned = 1 - (colours >> ((action - FIRST_DRAFT) % COLOURS) & 1)
        elif FIRST_BONUS <= action < FIRST_PLACEMENT:
            written[index].tiles = BONUS_PILES[action - FIRST_BONUS]
        elif action < FIRST_BONUS:
            written[index].warned = int(can_place)
        read_events(written[index], player, log)
    return count


@compiled
def read_events(preview: State, player: int, log: npt.NDArray[np.int64]) -> None:
    """What the move brought to its player; automatic passes after it do not count."""
    for row in range(log[0, 0], 0, -1):
        kind = log[row, 0]
        if log[row, 1] != player:
            continue
        if kind == TAKEN:
            preview.tiles = log[row, 3]
        elif kind == MARKER_TAKEN:
            preview.marker = 1
            preview.points = -log[row, 2]
        elif kind == PLACED:
            preview.tiles = log[row, 4] + pile_of(log[row, 3], 1)
            preview.points = log[row, 5]
        elif kind == SURROUNDED:
            preview.bonus = log[row, 3]
        elif kind == PASSED and preview.action < FIRST_BONUS:
            preview.tiles = log[row, 3]
            preview.points = -log[row, 4]
