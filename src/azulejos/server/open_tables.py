"""Tables with a seat that anyone can take: the list for the start page, and who is on it.

A table is listed for a day, as long as the owner of a seat was connected within the last hour.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from azulejos.server.schema import games, open_tables
from azulejos.server.storage_errors import STORAGE_FAILURES, reason_of
from azulejos.server.store import Store
from azulejos.session import GameSetup, SeatSetup
from azulejos.session.messages import JoinEntry, StandInEntry, TableOptions

if TYPE_CHECKING:
    from azulejos.server.hub import Hub
    from azulejos.session import Change, Table

logger = logging.getLogger("azulejos")

#: The most tables that are listed, the newest first.
MOST = 50
#: For how long a table is listed, and how long without the owner of a seat.
LISTED, UNATTENDED = timedelta(days=1), timedelta(hours=1)
#: Entries after which a seat is no longer open.
TAKING = (JoinEntry, StandInEntry)
#: Seconds between two notes of which tables are attended.
INTERVAL = 60.0


class OpenTable(msgspec.Struct, frozen=True):
    """A table with free seats: what anyone may know of it. `host` is the name of its host."""

    id: str
    game: str
    board: str
    players: int
    free: int
    host: str | None
    options: TableOptions
    created_at: datetime


class OpenTables(msgspec.Struct, frozen=True):
    """The answer to `GET /api/open-tables`."""

    tables: list[OpenTable]


def listed(store: Store, now: datetime) -> OpenTables:
    """The tables that can be joined, the newest first."""
    query = (
        sa.select(games, open_tables.c.free)
        .join(open_tables, open_tables.c.game == games.c.id)
        .where(open_tables.c.seen_at > now - UNATTENDED, open_tables.c.created_at > now - LISTED)
        .order_by(open_tables.c.created_at.desc())
        .limit(MOST)
    )
    with store.engine.connect() as connection:
        return OpenTables([_open_table(row) for row in connection.execute(query)])


def _open_table(row: sa.Row[tuple[object, ...]]) -> OpenTable:
    setup = msgspec.json.decode(row.setup, type=GameSetup)
    seats = msgspec.json.decode(row.seats, type=list[SeatSetup])
    return OpenTable(
        id=row.id,
        game=setup.game,
        board=setup.board,
        players=setup.players,
        free=row.free,
        host=next((seat.name for seat in seats if seat.host), None),
        options=msgspec.json.decode(row.options or "{}", type=TableOptions),
        created_at=row.created_at.replace(tzinfo=row.created_at.tzinfo or UTC),
    )


def free_seats(table: Table, change: Change) -> int | None:
    """How many open seats a change leaves; None if it takes none."""
    taken = {row.entry.seat for row in change.rows if isinstance(row.entry, TAKING)}
    free = table.open_seats if taken else []
    return len(set(free) - taken) if taken.intersection(free) else None


def attend(store: Store, tables: list[str], now: datetime) -> None:
    """Note that owners of seats at these tables are connected; forget what is no longer listed."""
    with store.writing.begin() as connection:
        seen = open_tables.update().where(open_tables.c.game.in_(tables)).values(seen_at=now)
        connection.execute(seen)
        connection.execute(open_tables.delete().where(open_tables.c.created_at < now - LISTED))


async def attend_all(hub: Hub) -> None:
    """Note which tables are attended, as long as the service runs."""
    while True:
        await asyncio.sleep(INTERVAL)
        attended = [live.id for live in hub.tables if live.table.open_seats and live.present]
        try:
            if attended:
                await asyncio.to_thread(attend, hub.store, attended, datetime.now(UTC))
        except STORAGE_FAILURES as failure:
            logger.warning("open tables were not noted: %s", reason_of(failure))
