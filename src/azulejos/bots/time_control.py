"""Time control: compiled search runs in batches of nodes, and the clock is read in between."""

from __future__ import annotations

from time import monotonic

from azulejos.bots.base import Limits

#: The first batch is small: the speed of the machine is still unknown.
FIRST_BATCH = 64
#: The largest batch, also without a time limit: Ctrl-C is handled between batches.
MAX_BATCH = 20_000
#: The target duration of a batch, and thus the possible overrun, in seconds.
BATCH_SECONDS = 0.004


class TimeControl:
    """Batch sizes that keep a search within its limits of nodes and seconds.

    The first batch is always granted, so that every search returns a move.
    """

    def __init__(self, limits: Limits, default_nodes: int) -> None:
        self.start = monotonic()
        self.seconds = limits.seconds
        self.nodes = limits.nodes
        if limits == Limits():
            self.nodes = default_nodes

    def next_batch(self, done: int) -> int:
        """The number of nodes to search next, after `done` nodes; 0 when a limit is reached."""
        size = MAX_BATCH if self.seconds is None else self._timed_batch(done, self.seconds)
        if done == 0:
            size = FIRST_BATCH
        if self.nodes is not None:
            size = min(size, max(self.nodes, 1) - done)
        return max(0, size)

    def _timed_batch(self, done: int, seconds: float) -> int:
        """The number of nodes that fit into a batch at the speed so far."""
        elapsed = monotonic() - self.start
        left = min(BATCH_SECONDS, seconds - elapsed)
        return int(done / max(elapsed, 1e-9) * left) + 1 if left > 0 else 0
