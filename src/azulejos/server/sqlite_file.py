"""The file of an SQLite database: who may read it, and the lock of the service that uses it.

The file holds the seeds of running games, so only its owner may read it. SQLite gives its `-wal`
and `-shm` files the permissions of the database. The lock is a file of its own, since SQLite locks
the database itself; the system releases it when the process ends, however it ends.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import sqlite3
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows: without the lock
    fcntl = None  # type: ignore[assignment]

logger = logging.getLogger("azulejos")

#: Permissions of the owner alone, of files and folders.
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700
OTHERS = 0o077
#: The first bytes of a database.
HEAD = b"SQLite format 3\0"
COMPANIONS = ("", "-wal", "-shm", "-journal")
#: Errors of file systems without locks.
NO_LOCKS = {errno.ENOLCK, errno.ENOTSUP, errno.EINVAL, errno.ENOSYS}


class InUse(Exception):
    """Another service uses the file; `process` is its id, or a question mark."""

    def __init__(self, process: str) -> None:
        super().__init__(process)
        self.process = process


def prepare(path: Path) -> None:
    """Make the file and its folder where they are missing, readable for the owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE))
    for companion in COMPANIONS:
        with contextlib.suppress(FileNotFoundError, PermissionError):  # missing, or of another user
            file = path.with_name(path.name + companion)
            mode = file.stat().st_mode
            if file.is_file() and mode & OTHERS:
                file.chmod(mode & ~OTHERS & 0o777)


def watch(path: Path) -> int:
    """Open the file for `check`; to be closed after all connections of SQLite.

    Closing any descriptor of a file releases all locks that the process has on it, SQLite's too.
    Another program would then take itself for the last one that uses the database, and remove
    its log (`-wal`) together with what is committed to it.
    """
    return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def check(path: Path, watched: int) -> None:
    """Raise an error if the file is no longer the one that is watched, or no database."""
    if not os.path.samestat(path.stat(), os.fstat(watched)):
        raise OSError(errno.ESTALE, "another file has taken its place", str(path))
    os.lseek(watched, 0, os.SEEK_SET)
    head = os.read(watched, len(HEAD))
    if head not in (HEAD, b""):  # an empty one is not written yet
        raise sqlite3.DatabaseError("file is not a database")


def lock(path: Path) -> int | None:
    """Lock the database for one service; returns the descriptor of the lock, None without locks."""
    if fcntl is None:
        return None
    descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_CREAT | os.O_RDWR, PRIVATE)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        process = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
        os.close(descriptor)
        raise InUse(process or "?") from None
    except OSError as error:
        os.close(descriptor)
        if error.errno not in NO_LOCKS:
            raise
        logger.warning("this file system has no locks: run one service only")
        return None
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    return descriptor


def close(descriptor: int | None) -> None:
    """Close what is watched, or release the lock: its file stays, or two services could get in."""
    if descriptor is not None:
        os.close(descriptor)
