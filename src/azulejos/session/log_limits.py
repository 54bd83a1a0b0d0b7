"""Bounds of a table's log: what a long one still accepts.

Moves, stand-ins and returns always fit, so that every game can be finished, by bots if need be.
What repeats without end is bounded: talk, undo, and a seat that goes back and forth between its
owner and a bot. The rules of the games bound the moves, because a full log takes no undo.
"""

from __future__ import annotations

from collections.abc import Sequence

from azulejos.session.errors import TableError
from azulejos.session.messages import Entry, MoveEntry, ReturnEntry

#: Longest log that accepts talk, and undo; a long game has a few hundred rows. Talk ends first, so
#: that it takes undo from none of the others.
MAX_TALK_ROWS = 2000
MAX_ROWS = 3000


def check_talk(version: int) -> None:
    """Refuse a chat message in a long log."""
    if version >= MAX_TALK_ROWS:
        raise TableError("log-full")


def check_undo(version: int) -> None:
    """Refuse an undo in a full log."""
    if version >= MAX_ROWS:
        raise TableError("log-full")


def check_return(entries: Sequence[Entry], seat: int) -> None:
    """Refuse a second return to a seat between two moves, if the log is full.

    The stand-in is not refused instead: an owner could use it up, and no bot could take over.
    """
    if len(entries) < MAX_ROWS:
        return
    for entry in reversed(entries):
        if isinstance(entry, MoveEntry):
            return
        if isinstance(entry, ReturnEntry) and entry.seat == seat:
            raise TableError("seat/move-first")
