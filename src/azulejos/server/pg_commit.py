"""Commits on PostgreSQL: all that moves write, and the notices about it, in one statement.

A commit costs this process more than the rows in it: each statement is a round trip, and so are the
begin and the end of a transaction. One statement is a transaction of its own, over a connection
that is kept; values are sent as JSON, which takes less time than arrays of the driver.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from azulejos.session.codec import encode

if TYPE_CHECKING:
    from azulejos.server.store import Parts

#: The NOTIFY channel on which PostgreSQL announces changed tables.
CHANNEL = "azulejos"

#: What batches write, by the names of `azulejos.server.store.Parts`: the rows of an array in JSON.
STATEMENTS = {
    "log": (
        "INSERT INTO log (game, number, kind, data, message, at)"
        " SELECT row->>0, (row->>1)::int, row->>2, row->>3, row->>4, (row->>5)::timestamptz"
        " FROM json_array_elements(%s) AS row"
    ),
    "touched": (
        "UPDATE games SET changed_at = (row->>0)::timestamptz"
        " FROM json_array_elements(%s) AS row WHERE id = row->>1"
    ),
    "finished": (
        "UPDATE games SET changed_at = (row->>0)::timestamptz, finished = TRUE"
        " FROM json_array_elements(%s) AS row WHERE id = row->>1"
    ),
    "unguarded": "DELETE FROM guards USING json_array_elements(%s) AS row WHERE game = row->>0",
    "guarded": (
        "INSERT INTO guards (game, key, standing) SELECT row->>0, row->>1, row->>2"
        " FROM json_array_elements(%s) AS row"
        " ON CONFLICT (game) DO UPDATE SET key = excluded.key, standing = excluded.standing"
    ),
}
NOTIFY = f"SELECT pg_notify('{CHANNEL}', notice) FROM json_array_elements_text(%s) AS notice"


class Commits:
    """The connection over which one thread commits."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._connection: Any = None

    def write(self, parts: Parts, notices: Sequence[str]) -> None:
        """Write all parts, and notify the other processes; or do neither."""
        written = {name: rows for name, rows in parts.items() if rows}
        steps = ", ".join(f"{name}_rows AS ({STATEMENTS[name]})" for name in written)
        values = [encode(rows).decode() for rows in (*written.values(), notices)]
        self._execute(f"WITH {steps} {NOTIFY}", values)

    def _execute(self, statement: str, values: Sequence[str]) -> None:
        driver = self._engine.dialect.loaded_dbapi
        try:
            if self._connection is None:
                self._connection = self._connect()
            self._connection.execute(statement, values)
        except driver.Error as error:
            lost = self._connection is not None and self._connection.closed
            if lost:
                self._connection = None
                self._engine.dispose()  # its idle connections are lost, too: open new ones
            raise sa.exc.DBAPIError.instance(
                statement, None, error, driver.Error, connection_invalidated=lost
            ) from error

    def _connect(self) -> Any:
        """A connection of the driver: opened as others are, and not returned to them."""
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        connection.autocommit = True
        return connection

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            with contextlib.suppress(Exception):
                self._connection.close()
