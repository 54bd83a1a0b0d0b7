"""When to stop thinking: compiled code runs in portions, and the clock is read in between."""

from __future__ import annotations

from time import monotonic

from azulejos.bots.base import Limits

#: The first portion is small: nobody knows yet how fast this machine is.
FIRST_PORTION = 64
#: Even without a clock: between portions, Ctrl-C is heard.
MOST_PORTION = 20_000
#: How long a portion should take: so late a bot may notice that its time is up.
PORTION_SECONDS = 0.004


class Pace:
    """Portions of work that together stay within the limits of nodes and seconds.

    The first portion is always granted, so that there is an answer however short the time is.
    """

    def __init__(self, limits: Limits, default_nodes: int) -> None:
        self.start = monotonic()
        self.seconds = limits.seconds
        self.nodes = limits.nodes
        if limits == Limits():
            self.nodes = default_nodes

    def portion(self, done: int) -> int:
        """How many nodes to do next, after so many; 0 when a limit is reached."""
        size = MOST_PORTION if self.seconds is None else self._size(done, self.seconds)
        if done == 0:
            size = FIRST_PORTION
        if self.nodes is not None:
            size = min(size, max(self.nodes, 1) - done)
        return max(0, size)

    def _size(self, done: int, seconds: float) -> int:
        """As many nodes as fit into a short while, at the speed so far."""
        passed = monotonic() - self.start
        left = min(PORTION_SECONDS, seconds - passed)
        return int(done / max(passed, 1e-9) * left) + 1 if left > 0 else 0
