"""Requests for an undo at tables where the other players must agree: a fold over the log.

A request is open until one of those who were asked refuses, the one who asks withdraws it, all have
agreed, or the game goes on. Each seat may ask once for each position.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from azulejos.session.messages import (
    DealEntry,
    Entry,
    MoveEntry,
    UndoAnswerEntry,
    UndoEntry,
    UndoRequest,
    UndoRequestEntry,
)

#: Entries after which the position is another one.
MOVED = (MoveEntry, DealEntry, UndoEntry)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that is not settled: the seat that asks, and those that must still agree."""

    number: int
    seat: int
    ply: int
    waiting: frozenset[int]

    def view(self) -> UndoRequest:
        """The request as clients see it."""
        return UndoRequest(self.number, self.seat, sorted(self.waiting))


class UndoRequests:
    """The open request of a table, and the seats that have asked about the current position."""

    def __init__(self) -> None:
        self.open: OpenRequest | None = None
        self.asked: set[int] = set()

    def note(self, entry: Entry) -> None:
        """Follow an entry of the log."""
        if isinstance(entry, MOVED):
            self.open = None
            self.asked.clear()
        elif isinstance(entry, UndoRequestEntry):
            waiting = frozenset(entry.asked)
            self.open = OpenRequest(entry.number, entry.seat, entry.ply, waiting)
            self.asked.add(entry.seat)
        elif isinstance(entry, UndoAnswerEntry) and self.open:
            agreed = entry.answer == "agree"
            waiting = self.open.waiting - {entry.seat}
            self.open = replace(self.open, waiting=waiting) if agreed else None
