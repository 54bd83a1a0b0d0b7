"""Quotas of uploaded records: bytes a day for each client, and in total.

They are counted in the database, so they hold after a restart and for all processes. A client is
known by a hash with a random salt; salt and hashes are removed after their day.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

import sqlalchemy as sa

from azulejos.server.errors import ServiceError
from azulejos.server.schema import upload_days, upload_quotas, uploads
from azulejos.server.settings import MEGABYTE, Limits
from azulejos.server.store import Store, upsert
from azulejos.session import Row, TableSetup
from azulejos.session.codec import encode

#: Bytes that a row of the log takes besides its entry, with its indices; measured.
ROW_BYTES = 100


def stored_bytes(setup: TableSetup, rows: Sequence[Row]) -> int:
    """The room that an uploaded game takes in the database, about."""
    data = sum(len(encode(row.entry)) for row in rows)
    return len(encode(setup.game)) + data + ROW_BYTES * (len(rows) + 1)


def reserve(store: Store, limits: Limits, client: str, game: str, size: int) -> None:
    """Count an upload before it is written; raises an error where it exceeds a quota."""
    now = datetime.now(UTC)
    day = now.date().isoformat()
    with store.writing.begin() as connection:
        source = _hash_of(client, _salt_of(connection, day))
        if _used(connection, day, source, size) > limits.upload_megabytes * MEGABYTE:
            raise ServiceError("upload-quota", most=limits.upload_megabytes)
        stored = connection.execute(sa.select(sa.func.sum(uploads.c.bytes))).scalar_one() or 0
        if stored + size > limits.uploads_megabytes * MEGABYTE:
            raise ServiceError("uploads-full")
        connection.execute(uploads.insert(), {"game": game, "bytes": size, "at": now})


def forget_days(connection: sa.Connection, before: str) -> None:
    """Remove salts and hashes of days before a date."""
    for table in (upload_quotas, upload_days):
        connection.execute(table.delete().where(table.c.day < before))


def _salt_of(connection: sa.Connection, day: str) -> str:
    new = upsert(connection, upload_days).values(day=day, salt=secrets.token_hex(16))
    connection.execute(new.on_conflict_do_nothing())
    kept = sa.select(upload_days.c.salt).where(upload_days.c.day == day)
    salt: str = connection.execute(kept).scalar_one()
    return salt


def _hash_of(client: str, salt: str) -> str:
    return hmac.new(salt.encode(), client.encode(), hashlib.sha256).hexdigest()


def _used(connection: sa.Connection, day: str, source: str, size: int) -> int:
    """Add to a client's count of the day; returns the sum."""
    row = upsert(connection, upload_quotas).values(day=day, source=source, bytes=size)
    total = upload_quotas.c.bytes + size
    connection.execute(
        row.on_conflict_do_update(index_elements=["day", "source"], set_={"bytes": total})
    )
    here = sa.and_(upload_quotas.c.day == day, upload_quotas.c.source == source)
    used: int = connection.execute(sa.select(upload_quotas.c.bytes).where(here)).scalar_one()
    return used
