"""Search limits: time, nodes and depth."""

from __future__ import annotations

from dataclasses import dataclass

#: Node limit where no limit is given.
DEFAULT_NODES = 100_000
UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one search: it ends at the first one reached. Without any, the bot decides."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def max_nodes(self) -> int:
        """The node limit, as a number."""
        if self.nodes is not None:
            return max(1, self.nodes)
        return DEFAULT_NODES if self.seconds is None and self.depth is None else UNLIMITED
