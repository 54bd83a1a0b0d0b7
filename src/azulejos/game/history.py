"""The history of a match: its turns, its deals, and the positions they led to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from azulejos.engine.state import States


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played, and all that it caused."""

    player: int
    move: Any
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles that were dealt, in the order in which they were drawn."""

    tiles: str
    events: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn or a deal, and what came of it. The very first step has neither."""

    entry: Turn | Deal | None
    states: States
    drawn: int
    ply: int
