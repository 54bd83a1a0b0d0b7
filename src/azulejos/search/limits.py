"""How long a search may take."""

from __future__ import annotations

from dataclasses import dataclass

#: Without any limit.
DEFAULT_NODES = 100_000
ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a bot may think: whatever is reached first. Without any limit it decides itself."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def most_nodes(self) -> int:
        """How many nodes may be searched."""
        if self.nodes is not None:
            return max(1, self.nodes)
        return DEFAULT_NODES if self.seconds is None and self.depth is None else ENDLESS
