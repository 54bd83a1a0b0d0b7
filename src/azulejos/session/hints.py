"""Hints at a table: who may have one, and who is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from azulejos.session.errors import TableError
from azulejos.session.log import Change, Row
from azulejos.session.log_limits import check_talk
from azulejos.session.messages import HintEntry

if TYPE_CHECKING:
    from azulejos.session.table import Table


def check_hint(table: Table, seats: frozenset[int]) -> None:
    """Refuse a hint for the owner of `seats` where it is not their turn, or hints are off."""
    if table.to_play is None or table.to_play not in seats:
        raise TableError("not-your-turn")
    if not table.setup.options.hints:
        raise TableError("hints-off")


def is_news(table: Table, seats: frozenset[int]) -> bool:
    """Whether a hint for the owner of `seats` must be told: others do not know of it yet."""
    persons = {number for number, seat in enumerate(table.seats) if seat.kind != "bot"}
    news = table.log[table.game_version :]
    told = any(isinstance(entry, HintEntry) and entry.seat == table.to_play for entry in news)
    return bool(persons - seats) and not told


def tell_hint(table: Table, seats: frozenset[int], message: str | None = None) -> Change:
    """The seat to play gets a hint, and all are told."""
    check_hint(table, seats)
    check_talk(table.version)
    assert table.to_play is not None
    entry = HintEntry(number=table.version + 1, at=table.now(), seat=table.to_play)
    return Change([Row(entry, message)], table.game, table.game)
