"""Search limits of bots and hints at local tables."""

from __future__ import annotations

from azulejos.bots import Limits

#: Seconds a bot thinks about a move, and the strongest bot about a hint.
BOT_SECONDS, HINT_SECONDS = 1.0, 0.5
#: With a seed a node limit replaces the time limit, so that games repeat.
NODES_PER_SECOND = 100_000


def limits_for(seconds: float, seed: int | None) -> Limits:
    """A limit of `seconds`; with a seed the equivalent number of nodes."""
    if seed is None:
        return Limits(seconds=seconds)
    return Limits(nodes=int(seconds * NODES_PER_SECOND))
