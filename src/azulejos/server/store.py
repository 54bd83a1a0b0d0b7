"""Database of tables: an append-only log with one row per decision or draw.

Rows are numbered within their table, and the number is part of the primary key: of two concurrent
writers one is refused. All calls block; they run in threads, and `azulejos.server.writer` groups
writes into transactions.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec
import sqlalchemy as sa
from msgspec import UNSET
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from azulejos.server import pg_commit, sqlite_file
from azulejos.server.schema import facts, games, log, open_tables
from azulejos.server.settings import MEGABYTE, database_url
from azulejos.session import GameSetup, News, Row, SeatSetup, TableSetup
from azulejos.session.codec import encode
from azulejos.session.messages import Entry, TableOptions

if TYPE_CHECKING:
    from azulejos.session.guard import Guard

MIGRATIONS = Path(__file__).parent / "migrations"
#: The migrations in order, and the table in which Alembic notes how far a database has come.
KNOWN_REVISIONS = ("0001", "0002", "0003", "0004", "0005")
NEWEST_REVISION = KNOWN_REVISIONS[-1]
REVISIONS = "alembic_version"
#: For how long SQLite waits for the lock of another process.
BUSY_MILLISECONDS = 5000
#: Key of the advisory lock for migrations.
MIGRATION_LOCK = 0x617A756C

#: Seconds after which PostgreSQL ends an open transaction in which nothing happens.
STOPPED_SECONDS = 10

#: Values of columns by name.
Values: TypeAlias = dict[str, object]
#: What batches write, by the names of `STATEMENTS`.
Parts: TypeAlias = dict[str, list[tuple[object, ...]]]

#: The statements that write parts of batches, by the names of `Parts`.
STATEMENTS = {
    "log": "INSERT INTO log (game, number, kind, data, message, at) VALUES (?, ?, ?, ?, ?, ?)",
    "touched": "UPDATE games SET changed_at = ? WHERE id = ?",
    "finished": "UPDATE games SET changed_at = ?, finished = TRUE WHERE id = ?",
    "unguarded": "DELETE FROM guards WHERE game = ?",
    "guarded": (
        "INSERT INTO guards (game, key, standing) VALUES (?, ?, ?)"
        " ON CONFLICT (game) DO UPDATE SET key = excluded.key, standing = excluded.standing"
    ),
}
AFTER_ALL = sa.text(
    "SELECT log.* FROM unnest(:games ::text[], :numbers ::int[]) AS known (game, number)"
    " JOIN log ON log.game = known.game AND log.number > known.number"
    " ORDER BY log.game, log.number"
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows that are written atomically, together with the batch `also`.

    `touched`: the time of the last row becomes the table's time of change. `free`: how many open
    seats are left, if that has changed. `news`: what other processes need not encode again.
    """

    game: str
    rows: Sequence[Row]
    finished: bool = False
    touched: bool = True
    created: TableSetup | None = None
    also: Batch | None = None
    free: int | None = None
    news: News | None = None
    guard: Guard | None = None  # how the phase of a round began, if one has


class NewerSchema(Exception):
    """A later version of this package has migrated the database."""


class Store:
    """A database of tables, SQLite or PostgreSQL."""

    def __init__(self, database: str) -> None:
        url = sa.make_url(database_url(database))
        self.is_sqlite = url.get_backend_name() == "sqlite"
        #: Where the database is, without a password.
        self.address = url.database if self.is_sqlite else url.render_as_string()
        #: The file of SQLite; see `azulejos.server.sqlite_file`.
        self.file = Path(url.database) if self.is_sqlite and url.database else None
        self._lock: int | None = None
        self._watched: int | None = None
        if self.file:
            sqlite_file.prepare(self.file)
            self._watched = sqlite_file.watch(self.file)
        self.engine = sa.create_engine(url)
        self._commits = None if self.is_sqlite else pg_commit.Commits(self.engine)
        #: What other processes are told of committed batches; see `azulejos.server.cluster`.
        self.notices: Callable[[Sequence[Batch]], list[str]] | None = None
        self.writing = self.engine.execution_options(writes=True)
        self._fresh = sa.create_engine(url, poolclass=sa.NullPool) if self.file else self.engine
        if self.is_sqlite:
            for engine in (self.engine, self._fresh):
                sa.event.listen(engine, "connect", _open_sqlite)
                sa.event.listen(engine, "begin", _begin_sqlite)
        else:
            sa.event.listen(self.engine, "connect", _open_postgres)

    def migrate(self) -> None:
        """Run the migrations up to this version's schema, if there are any to run."""
        revision = self._revision()
        if revision == NEWEST_REVISION:
            return
        if revision is not None and revision not in KNOWN_REVISIONS:
            raise NewerSchema(revision)
        from alembic import command  # slow to import, and rarely needed
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.writing.begin() as connection:
            if not self.is_sqlite:
                lock = sa.text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": MIGRATION_LOCK})
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _revision(self) -> str | None:
        """The last migration that was run; None before the first one."""
        with self.engine.connect() as connection:
            if not sa.inspect(connection).has_table(REVISIONS):
                return None
            found = connection.execute(sa.text(f"SELECT version_num FROM {REVISIONS}"))
            return found.scalar_one_or_none()

    def lock(self) -> None:
        """Make this the only service that uses an SQLite file, until `close` or the process's end.

        Raises `sqlite_file.InUse`.
        """
        if self.file:
            self._lock = sqlite_file.lock(self.file)

    def close(self) -> None:
        """Close all connections."""
        if self._commits:
            self._commits.close()
        self.engine.dispose()
        for descriptor in (self._watched, self._lock):
            sqlite_file.close(descriptor)
        self._watched = self._lock = None

    def check(self) -> None:
        """Raise an error if the database does not take a durable write, or its file is not sound.

        SQLite is asked over a new connection, which has to read the file: others know it by heart.
        The ends of the large tables are read too; all of them would take too long.
        """
        if self.file and self._watched is not None:
            sqlite_file.check(self.file, self._watched)
        with self._fresh.execution_options(writes=True).begin() as connection:
            set_fact(connection, "checked", datetime.now(UTC).isoformat())
            for table in (games, log) if self.is_sqlite else ():
                connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY rowid DESC LIMIT 1")
                connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY rowid LIMIT 1")

    def has_room(self, megabytes: int) -> bool:
        """Whether this much is free on the disk of an SQLite file; PostgreSQL has its own disk."""
        file = self.file
        return not file or shutil.disk_usage(file.parent).free >= megabytes * MEGABYTE

    # Reading

    def load(self, game: str) -> tuple[TableSetup, list[Row]] | None:
        """A table's setup and its whole log."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(games).where(games.c.id == game)).one_or_none()
            if found is None:
                return None
            return _table_setup(found), _rows(connection, game, 0)

    def exists(self, game: str) -> bool:
        """Whether a table is stored, and was not removed meanwhile."""
        with self.engine.connect() as connection:
            found = connection.execute(sa.select(games.c.id).where(games.c.id == game))
            return found.first() is not None

    def after(self, game: str, number: int) -> list[Row]:
        """The rows of a table after `number`."""
        with self.engine.connect() as connection:
            return _rows(connection, game, number)

    def after_all(self, versions: Mapping[str, int]) -> dict[str, list[Row]]:
        """The rows of several tables after the version of each, in one query of PostgreSQL."""
        found: dict[str, list[Row]] = {}
        if versions:
            known = {"games": list(versions), "numbers": list(versions.values())}
            with self.engine.connect() as connection:
                for row in connection.execute(AFTER_ALL, known):
                    found.setdefault(row.game, []).append(Row(_entry(row), row.message))
        return found

    # Writing

    def write(self, batches: Sequence[Batch]) -> list[bool]:
        """Write batches in one transaction; returns for each whether it was written.

        A batch is refused if its numbers are taken by a concurrent writer. Tables are written in
        the order of their ids, so that transactions cannot deadlock.
        """
        order = sorted(range(len(batches)), key=lambda index: batches[index].game)
        ordered = [batches[index] for index in order]
        try:
            if self._commits and not any(map(_is_listed_anew, ordered)):
                self._commits.write(self._parts(ordered), self._notices(ordered))
            else:
                with self.writing.begin() as connection:
                    self._insert(connection, ordered)
                    self._notify(connection, ordered)
        except IntegrityError:  # rare: find out whose numbers are taken
            return self._write_one_by_one(batches, order)
        return [True] * len(batches)

    def _write_one_by_one(self, batches: Sequence[Batch], order: Sequence[int]) -> list[bool]:
        with self.writing.begin() as connection:
            written = {index: self._write_one(connection, batches[index]) for index in order}
            self._notify(connection, [batches[index] for index in order if written[index]])
        return [written[index] for index in range(len(batches))]

    def _write_one(self, connection: sa.Connection, batch: Batch) -> bool:
        try:
            with connection.begin_nested():
                self._insert(connection, [batch])
        except IntegrityError:
            return False
        return True

    def _insert(self, connection: sa.Connection, batches: Sequence[Batch]) -> None:
        """Insert all rows of some batches with few statements, prepared by the driver."""
        for batch in _with_others(batches):
            if batch.created:
                connection.execute(games.insert(), _game_values(batch.created))
            if _is_listed_anew(batch):
                _list(connection, batch)
        for name, values in self._parts(batches).items():
            if values:
                connection.exec_driver_sql(self._sql(STATEMENTS[name]), values)

    def _parts(self, batches: Sequence[Batch]) -> Parts:
        """What some batches write, in the order in which it is written."""
        parts: Parts = {"log": [], "touched": [], "finished": [], "unguarded": [], "guarded": []}
        for batch in _with_others(batches):
            parts["log"] += [self._values(batch, row) for row in batch.rows]
            if batch.rows and (batch.touched or batch.finished):  # a bare position has none
                changed = self._time(batch.rows[-1].entry.time), batch.game
                parts["finished" if batch.finished else "touched"].append(changed)
            if batch.rows and batch.finished:
                parts["unguarded"].append((batch.game,))
            if batch.guard:
                parts["guarded"].append((batch.game, *batch.guard))
        return parts

    def _values(self, batch: Batch, row: Row) -> tuple[object, ...]:
        entry = row.entry
        at = self._time(entry.time)
        return batch.game, entry.number, entry.kind, _data(entry), row.message, at

    def _sql(self, statement: str) -> str:
        """A statement with the placeholders of the driver."""
        return statement if self.is_sqlite else statement.replace("?", "%s")

    def _time(self, moment: datetime) -> datetime | str:
        """A time as the driver stores it; SQLite has texts, without the zone."""
        return moment.isoformat(" ", "microseconds")[:26] if self.is_sqlite else moment

    def _notices(self, batches: Sequence[Batch]) -> list[str]:
        """What the other processes are told of batches."""
        return self.notices(batches) if self.notices else []

    def _notify(self, connection: sa.Connection, batches: Sequence[Batch]) -> None:
        """Notify the other processes; PostgreSQL sends it at commit."""
        if notices := self._notices(batches):
            connection.exec_driver_sql(pg_commit.NOTIFY, (encode(notices).decode(),))


def _is_listed_anew(batch: Batch) -> bool:
    """Whether a table is new, or its open seats have changed, or those of one set up with it."""
    return bool(batch.created or batch.also or batch.free is not None)


def _list(connection: sa.Connection, batch: Batch) -> None:
    """List a new table if it has open seats, and take it off the list if it has none any more."""
    if setup := batch.created:
        free, at = sum(seat.kind == "open" for seat in setup.seats), setup.created_at
        values = {"game": batch.game, "free": free, "created_at": at, "seen_at": at}
        if free:
            connection.execute(open_tables.insert(), values)
        return
    listed = open_tables.c.game == batch.game
    if batch.free:
        connection.execute(open_tables.update().where(listed).values(free=batch.free))
    else:
        connection.execute(open_tables.delete().where(listed))


def fact(connection: sa.Connection, name: str) -> str | None:
    """A fact about the service, if it is stored."""
    found: str | None = connection.execute(
        sa.select(facts.c.value).where(facts.c.name == name)
    ).scalar_one_or_none()
    return found


def set_fact(connection: sa.Connection, name: str, value: str) -> None:
    """Store a fact about the service; the last writer wins."""
    row = upsert(connection, facts).values(name=name, value=value)
    connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": value}))


def upsert(connection: sa.Connection, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
    """An insertion that can say what to do where the row exists, for either database."""
    is_sqlite = connection.dialect.name == "sqlite"
    return sqlite.insert(table) if is_sqlite else postgresql.insert(table)


def _open_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Durable commits, readers beside a writer, and transactions begun by `_begin_sqlite`."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _open_postgres(connection: Any, _record: object) -> None:
    """Ends transactions of a process that stopped within them: others wait for their rows."""
    connection.autocommit = True
    connection.execute(f"SET idle_in_transaction_session_timeout = '{STOPPED_SECONDS}s'")
    connection.autocommit = False


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


def _data(entry: Entry) -> str:
    """The fields of an entry that have no column of their own, as JSON."""
    fields = msgspec.structs.asdict(entry)
    del fields["number"], fields["at"]
    return encode({name: value for name, value in fields.items() if value is not UNSET}).decode()


def _with_others(batches: Iterable[Batch]) -> Iterator[Batch]:
    """The batches, and those that are written together with them."""
    for batch in batches:
        yield batch
        if batch.also:
            yield batch.also


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
        "options": None if table.uploaded else encode(table.options).decode(),
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
        msgspec.json.decode(row.options or "{}", type=TableOptions),
    )


def _aware(moment: datetime) -> datetime:
    """A time in UTC; SQLite does not store the zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
