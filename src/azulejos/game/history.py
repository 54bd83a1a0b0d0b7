"""The history of a match: its turns, its deals, and the positions they led to."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.engine import AnyEvent, AnyMove
from azulejos.engine.state import States


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that was played, and all that it caused."""

    player: int
    move: AnyMove
    events: tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles that were dealt, in the order in which they were drawn."""

    tiles: str
    events: tuple[AnyEvent, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A turn or a deal, and the position after it. The very first step has neither."""

    entry: Turn | Deal | None
    states: States
    drawn: int
    ply: int
