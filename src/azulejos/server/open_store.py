"""Opening of the database at the start: what is wrong with it is told in one sentence."""

from __future__ import annotations

from sqlalchemy.exc import DatabaseError

from azulejos.server.errors import ServiceError, StartError
from azulejos.server.sqlite_file import InUse
from azulejos.server.storage_errors import is_damaged, reason_of
from azulejos.server.store import NewerSchema, Store


def open_store(database: str) -> Store:
    """Connect, lock and migrate a database, and try a write."""
    try:
        store = Store(database)
    except ModuleNotFoundError as error:
        raise ServiceError("database/no-driver") from error
    except OSError as error:
        raise _unwritable(error, database) from error
    try:
        _prepare(store, database)
    except BaseException:
        store.close()
        raise
    return store


def _prepare(store: Store, database: str) -> None:
    try:
        store.lock()
        store.migrate()
        store.check()
    except InUse as error:
        raise StartError("database-in-use", process=error.process, got=store.address) from error
    except NewerSchema as error:
        raise StartError("newer-database", got=store.address) from error
    except OSError as error:
        raise _unwritable(error, database) from error
    except DatabaseError as error:
        if is_damaged(error):
            reason = reason_of(error)
            raise StartError("damaged-database", reason=reason, got=store.address) from error
        raise ServiceError("database/silent", reason=reason_of(error)) from error


def _unwritable(error: OSError, database: str) -> StartError:
    reason = error.strerror or str(error)
    return StartError("unwritable-database", reason=reason, got=database)
