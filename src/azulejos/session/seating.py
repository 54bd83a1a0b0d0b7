"""Changes of who plays at a table: what the entries about seats do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from azulejos.session.messages import (
    Entry,
    JoinEntry,
    NameEntry,
    NewTokenEntry,
    PlayerTime,
    RematchEntry,
    ReturnEntry,
    StandInEntry,
    TimeOutEntry,
)
from azulejos.session.setup import player_header

if TYPE_CHECKING:
    from azulejos.session.table import Table

#: Entries that change what is shown of the seats, and of the rematch.
SEATING = (
    JoinEntry,
    NameEntry,
    NewTokenEntry,
    StandInEntry,
    TimeOutEntry,
    ReturnEntry,
    RematchEntry,
)


def follow(table: Table, entry: Entry) -> None:
    """Change who plays, or where the rematch is, as an entry says."""
    if isinstance(entry, JoinEntry):
        _change(table, entry.seat, kind="person")
    if isinstance(entry, JoinEntry | NameEntry):
        _change(table, entry.seat, name=entry.name)
        table.game.headers.update(player_header(table.seats[entry.seat], entry.seat))
    if isinstance(entry, JoinEntry | NewTokenEntry):
        _change(table, entry.seat, token=entry.token)
        table.token_version = entry.number
    elif isinstance(entry, StandInEntry | TimeOutEntry):
        table.stand_ins[entry.seat] = entry.bot
        if isinstance(entry, TimeOutEntry) and isinstance(table.setup.options.time, PlayerTime):
            table.out_of_time.add(entry.seat)
    elif isinstance(entry, ReturnEntry):
        table.stand_ins.pop(entry.seat, None)
    elif isinstance(entry, RematchEntry):
        table.rematch = entry.game


def _change(table: Table, seat: int, **fields: object) -> None:
    table.seats[seat] = msgspec.structs.replace(table.seats[seat], **fields)
