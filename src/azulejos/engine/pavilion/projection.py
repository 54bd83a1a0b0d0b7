"""Projection of Summer Pavilion: the colours that a board can still take, for warnings."""

from __future__ import annotations

from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion import legal
from azulejos.engine.pavilion.board import FULL_STAR
from azulejos.engine.pavilion.layout import SLOTS, STARS
from azulejos.engine.state import States


@compiled
def open_colours(states: States, player: int) -> int:
    """The colours, as bits, for which some star with a free space takes tiles."""
    state = states[0]
    colours = 0
    for star in range(STARS):
        if int(state.occupied[player]) >> (star * SLOTS) & FULL_STAR != FULL_STAR:
            colours |= int(legal.allowed_colours(state, player, star))
    return colours
