"""The truth about all games: an append-only log, one row for each decision or draw.

A row is numbered within its game, so that nothing can be written twice or over something else. All
calls block: they run in threads, and writes are collected by `azulejos.server.writer`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import IntegrityError

from azulejos.server.settings import database_url

MIGRATIONS = Path(__file__).parent / "migrations"
#: The channel on which PostgreSQL tells all processes what was written.
CHANNEL = "azulejos"
#: Any number that nothing else locks in the same database.
MIGRATION_LOCK = 0x617A756C

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
    sa.Column("message", sa.String(64)),  # the client's own number of it, against doubles
    sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    sa.UniqueConstraint("game", "message"),
)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """What does not change about a table."""

    id: str
    setup: dict[str, Any]
    seats: list[dict[str, Any]]
    seed: str
    nonce: str
    uploaded: bool
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a game's log."""

    number: int
    kind: str
    data: dict[str, Any]
    at: datetime
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that are written together, or not at all; `also` shares their fate."""

    game: str
    rows: Sequence[Row]
    finished: bool = False
    created: StoredGame | None = None
    also: Batch | None = None


class Store:
    """A database of games."""

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
        """Bring the database to the shape that this version needs."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.writing.begin() as connection:
            if not self.is_sqlite:
                lock = sa.text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def check(self) -> None:
        """Raise an error if the database does not answer."""
        with self.engine.connect() as connection:
            connection.execute(sa.text("SELECT 1"))

    # Reading

    def load(self, game: str) -> tuple[StoredGame, list[Row]] | None:
        """A game and its whole log."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game)).one_or_none()
            if found is None:
                return None
            return _stored_game(found), _rows(connection, game, 0)

    def after(self, game: str, number: int) -> list[Row]:
        """What was written about a game after a number."""
        with self.engine.connect() as connection:
            return _rows(connection, game, number)

    # Writing

    def write(self, batches: Sequence[Batch]) -> list[bool]:
        """Write batches in one transaction; says of each whether it was written.

        A batch is refused if its numbers are taken: somebody else was faster. Games are written in
        the order of their names, so that two processes never wait for each other.
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
        changes: dict[str, Any] = {"changed_at": batch.rows[-1].at}
        if batch.finished:
            changes["finished"] = True
        connection.execute(games.update().where(games.c.id == batch.game).values(**changes))
        self._tell(connection, batch)

    def _tell(self, connection: sa.Connection, batch: Batch) -> None:
        """Let the other processes know; PostgreSQL sends it when the transaction is written."""
        if not self.is_sqlite:
            notify = sa.text("SELECT pg_notify(:channel, :game)")
            connection.execute(notify, {"channel": CHANNEL, "game": batch.game})

    def purge(self, keep_finished: int, keep_abandoned: int) -> int:
        """Remove games that nobody touched for so many days (0: never). Returns how many."""
        now, removed = datetime.now(UTC), 0
        with self.writing.begin() as connection:
            for finished, days in ((True, keep_finished), (False, keep_abandoned)):
                if days > 0:
                    old = games.c.changed_at < now - timedelta(days=days)
                    which = sa.and_(games.c.finished == finished, old)
                    removed += connection.execute(games.delete().where(which)).rowcount
        return removed


def _open_sqlite(connection: Any, _record: Any) -> None:
    """Survive a power cut, read while writing, and begin transactions ourselves."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    """Who writes waits for the only pen before looking; who reads waits for nobody."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _rows(connection: sa.Connection, game: str, after: int) -> list[Row]:
    rows = (
        sa.select(log).where(log.c.game == game, log.c.number > after).order_by(log.c.number.asc())
    )
    return [
        Row(row.number, row.kind, json.loads(row.data), _aware(row.at), row.message)
        for row in connection.execute(rows)
    ]


def _values(batch: Batch, row: Row) -> dict[str, Any]:
    return {
        "game": batch.game,
        "number": row.number,
        "kind": row.kind,
        "data": json.dumps(row.data),
        "message": row.message,
        "at": row.at,
    }


def _game_values(game: StoredGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "setup": json.dumps(game.setup),
        "seats": json.dumps(game.seats),
        "seed": game.seed,
        "nonce": game.nonce,
        "uploaded": game.uploaded,
        "finished": game.uploaded,
        "created_at": game.created_at,
        "changed_at": game.created_at,
    }


def _stored_game(row: Any) -> StoredGame:
    return StoredGame(
        row.id,
        json.loads(row.setup),
        json.loads(row.seats),
        row.seed,
        row.nonce,
        row.uploaded,
        _aware(row.created_at),
    )


def _aware(moment: datetime) -> datetime:
    """SQLite forgets the time zone, which is always UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
