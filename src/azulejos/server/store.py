"""Database of tables: an append-only log with one row per decision or draw.

Rows are numbered within their table, and the number is part of the primary key: of two concurrent
writers one is refused. All calls block; they run in threads, and `azulejos.server.writer` groups
writes into transactions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeAlias

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from azulejos.server.settings import database_url
from azulejos.session import GameSetup, Row, SeatSetup, TableSetup
from azulejos.session.codec import encode
from azulejos.session.messages import Entry

MIGRATIONS = Path(__file__).parent / "migrations"
#: The NOTIFY channel on which PostgreSQL announces changed tables.
CHANNEL = "azulejos"
#: Key of the advisory lock for migrations.
MIGRATION_LOCK = 0x617A756C

#: Values of columns by name.
Values: TypeAlias = dict[str, object]

metadata = sa.MetaData()

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),  # game, board, players, options … as JSON
    sa.Column("seats", sa.Text, nullable=False),  # kinds, names, hashes of tokens, as JSON
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("nonce", sa.String(64), nullable=False),
    sa.Column("uploaded", sa.Boolean, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False, index=True),
)

log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("message", sa.String(64)),  # idempotency key of the command
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("game", "message"),
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that are written atomically, together with the batch `also`."""

    game: str
    rows: Sequence[Row]
    finished: bool = False
    created: TableSetup | None = None
    also: Batch | None = None


class Store:
    """A database of tables, SQLite or PostgreSQL."""

    def __init__(self, database: str) -> None:
        url = sa.make_url(database_url(database))
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite and url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        self.engine = sa.create_engine(url)
        self.writing = self.engine.execution_options(writes=True)
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _open_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)

    def migrate(self) -> None:
        """Run the migrations up to this version's schema."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.writing.begin() as connection:
            if not self.is_sqlite:
                lock = sa.text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def check(self) -> None:
        """Raise an error if the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    # Reading

    def load(self, game: str) -> tuple[TableSetup, list[Row]] | None:
        """A table's setup and its whole log."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game)).one_or_none()
            if found is None:
                return None
            return _table_setup(found), _rows(connection, game, 0)

    def after(self, game: str, number: int) -> list[Row]:
        """The rows of a table after `number`."""
        with self.engine.connect() as connection:
            return _rows(connection, game, number)

    # Writing

    def write(self, batches: Sequence[Batch]) -> list[bool]:
        """Write batches in one transaction; returns for each whether it was written.

        A batch is refused if its numbers are taken by a concurrent writer. Tables are written in
        the order of their ids, so that transactions cannot deadlock.
        """
        order = sorted(range(len(batches)), key=lambda index: batches[index].game)
        with self.writing.begin() as connection:
            written = {index: self._write_one(connection, batches[index]) for index in order}
        return [written[index] for index in range(len(batches))]

    def _write_one(self, connection: sa.Connection, batch: Batch) -> bool:
        try:
            with connection.begin_nested():
                self._insert(connection, batch)
                if batch.also:
                    self._insert(connection, batch.also)
        except IntegrityError:
            return False
        return True

    def _insert(self, connection: sa.Connection, batch: Batch) -> None:
        if batch.created:
            connection.execute(games.insert(), _game_values(batch.created))
        connection.execute(log.insert(), [_values(batch, row) for row in batch.rows])
        changes: Values = {"changed_at": batch.rows[-1].entry.time}
        if batch.finished:
            changes["finished"] = True
        connection.execute(games.update().where(games.c.id == batch.game).values(**changes))
        self._notify(connection, batch)

    def _notify(self, connection: sa.Connection, batch: Batch) -> None:
        """Notify the other processes; PostgreSQL sends it at commit."""
        if not self.is_sqlite:
            notify = sa.text("SELECT pg_notify(:channel, :game)")
            connection.execute(notify, {"channel": CHANNEL, "game": batch.game})

    def purge(self, keep_finished: int, keep_abandoned: int) -> int:
        """Remove tables unchanged for these numbers of days (0: never); returns the count."""
        now, removed = datetime.now(UTC), 0
        with self.writing.begin() as connection:
            for finished, days in ((True, keep_finished), (False, keep_abandoned)):
                if days > 0:
                    old = games.c.changed_at < now - timedelta(days=days)
                    which = sa.and_(games.c.finished == finished, old)
                    removed += connection.execute(games.delete().where(which)).rowcount
        return removed


def _open_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Durable commits, readers beside a writer, and transactions begun by `_begin_sqlite`."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    """Writers take the lock at BEGIN; readers never block."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _rows(connection: sa.Connection, game: str, after: int) -> list[Row]:
    rows = (
        sa.select(log).where(log.c.game == game, log.c.number > after).order_by(log.c.number.asc())
    )
    return [Row(_entry(row), row.message) for row in connection.execute(rows)]


def _entry(row: sa.Row[tuple[object, ...]]) -> Entry:
    """A stored row as an entry: its data, kind, number and time in one object."""
    fields: Values = msgspec.json.decode(row.data)
    common = {"kind": row.kind, "number": row.number, "at": _aware(row.at).isoformat()}
    entry: Entry = msgspec.convert({**fields, **common}, Entry)
    return entry


def _values(batch: Batch, row: Row) -> Values:
    fields: Values = msgspec.to_builtins(row.entry)
    kind, number, _ = fields.pop("kind"), fields.pop("number"), fields.pop("at")
    return {
        "game": batch.game,
        "number": number,
        "kind": kind,
        "data": encode(fields).decode(),
        "message": row.message,
        "at": row.entry.time,
    }


def _game_values(table: TableSetup) -> Values:
    return {
        "id": table.id,
        "setup": encode(table.game).decode(),
        "seats": encode(table.seats).decode(),
        "seed": table.seed,
        "nonce": table.nonce,
        "uploaded": table.uploaded,
        "finished": table.uploaded,
        "created_at": table.created_at,
        "changed_at": table.created_at,
    }


def _table_setup(row: sa.Row[tuple[object, ...]]) -> TableSetup:
    return TableSetup(
        row.id,
        msgspec.json.decode(row.setup, type=GameSetup),
        msgspec.json.decode(row.seats, type=list[SeatSetup]),
        row.seed,
        row.nonce,
        row.uploaded,
        _aware(row.created_at),
    )


def _aware(moment: datetime) -> datetime:
    """A time in UTC; SQLite does not store the zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
