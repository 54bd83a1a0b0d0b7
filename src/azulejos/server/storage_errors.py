"""Errors of the database as errors of the service: full, not writable, or not there."""

from __future__ import annotations

import errno
import logging
import sqlite3
import time
from collections.abc import Iterator
from typing import TypeAlias

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from azulejos.server.errors import ServiceError

logger = logging.getLogger("azulejos")

#: What the database and its driver raise.
StorageFailure: TypeAlias = SQLAlchemyError | sqlite3.Error
STORAGE_FAILURES = (SQLAlchemyError, sqlite3.Error)

#: Codes of PostgreSQL: no space on its disk.
POSTGRESQL_FULL = {"53100"}
#: Seconds between two messages in the log, and when the last one was written.
REPORT_SECONDS = 10.0
_reported = [float("-inf")]
FULL_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def storage_error(failure: Exception) -> ServiceError:
    """What clients are told about a failure of the database; nothing was written."""
    return ServiceError("storage-full" if _is_full(failure) else "storage-unavailable")


def report(failure: Exception) -> None:
    """Log a failure, at most one in some seconds: a full disk must not be filled with it."""
    now = time.monotonic()
    if now - _reported[0] >= REPORT_SECONDS:
        _reported[0] = now
        logger.error("the database failed: %s", reason_of(failure))


def reason_of(failure: Exception) -> str:
    """The driver's own words about a failure, in one line."""
    cause = _cause(failure)
    lines = str(cause).strip().splitlines()
    return lines[0] if lines else type(cause).__name__


def is_outage(failure: Exception) -> bool:
    """Whether the database failed, and not what was to be written."""
    return type(_cause(failure)).__name__ == "OperationalError"  # of every driver


def is_lost(failure: Exception) -> bool:
    """Whether the connection was lost, so that another one may do."""
    return isinstance(failure, DBAPIError) and failure.connection_invalidated


def is_damaged(failure: Exception) -> bool:
    """Whether a file is no database of SQLite, or a damaged one."""
    name = getattr(_cause(failure), "sqlite_errorname", "") or ""
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def _is_full(failure: Exception) -> bool:
    return any(_says_full(cause) for cause in _causes(failure))


def _says_full(cause: BaseException) -> bool:
    if getattr(cause, "sqlite_errorname", "") == "SQLITE_FULL":
        return True
    if getattr(cause, "sqlstate", None) in POSTGRESQL_FULL:
        return True
    return isinstance(cause, OSError) and cause.errno in FULL_ERRNOS


def _causes(failure: BaseException) -> Iterator[BaseException]:
    """The drivers' errors behind a failure, the first one first.

    SQLite ends a transaction that finds the disk full, so that the rollback fails too.
    """
    if failure.__context__ is not None:
        yield from _causes(failure.__context__)
    yield (failure.orig or failure) if isinstance(failure, DBAPIError) else failure


def _cause(failure: Exception) -> BaseException:
    """The driver's error."""
    return next(_causes(failure))
