"""Exploration in self-play: now and then a random move, so that more positions are seen."""

from __future__ import annotations

from azulejos.engine import unchecked
from azulejos.engine.rng import Stream, next_bits, scaled
from azulejos.engine.state import States

#: Exploration moves in a thousand: the better of CANDIDATES random moves.
PER_MILLE = 50
CANDIDATES = 2


def choose_move(states: States, ranked: list[int], stream: Stream) -> int:
    """The best of the ranked moves, or an exploration move."""
    if scaled(next_bits(stream), 1000) >= PER_MILLE:
        return ranked[0]
    tried = [int(unchecked.random_action(states, stream)) for _ in range(CANDIDATES)]
    ranks = {action: rank for rank, action in enumerate(ranked)}
    return min(tried, key=lambda action: ranks.get(action, len(ranked)))
