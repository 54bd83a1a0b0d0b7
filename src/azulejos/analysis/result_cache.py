"""Results of reviews on disk, by position, effort and version: a review can be resumed.

One SQLite file per version in the cache folder. Where it cannot be used, results are kept in memory
only; no analysis fails because of its cache.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from pathlib import Path

from azulejos.engine.cache import UNUSED_CACHE_DAYS, cache_root, fingerprint
from azulejos.search.nnue.registry import FOLDER

#: Raise it when results of the same position and effort change.
ANALYSIS_VERSION = 2
#: Results in a file at most; the oldest are forgotten.
MAX_RESULTS = 200_000
BUSY_SECONDS = 2.0


def analysis_version() -> str:
    """A name for all that results depend on: code of rules and search, networks, this package."""
    digest = hashlib.blake2b(f"{ANALYSIS_VERSION} {fingerprint()}".encode(), digest_size=8)
    for path in sorted(FOLDER.glob("*.npz")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def result_key(*parts: object) -> bytes:
    """A key for all that a result depends on, besides the version."""
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode()
        digest.update(len(data).to_bytes(4) + data)
    return digest.digest()


class ResultCache:
    """Results by key; `folder` is the cache folder of the user by default, None is memory only."""

    def __init__(self, folder: Path | None) -> None:
        self._memory: dict[bytes, bytes] = {}
        self._file: sqlite3.Connection | None = None
        if folder is not None:
            with contextlib.suppress(OSError, sqlite3.Error):
                self._file = _opened(folder)

    @classmethod
    def default(cls) -> ResultCache:
        """The cache of this user."""
        try:
            return cls(cache_root() / "analysis")
        except RuntimeError:  # there is no home folder
            return cls(None)

    def get(self, key: bytes) -> bytes | None:
        """A result that was kept, or None."""
        if key not in self._memory and self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                row = self._file.execute("SELECT result FROM results WHERE key = ?", (key,))
                found = row.fetchone()
                if found is not None:
                    self._memory[key] = bytes(found[0])
        return self._memory.get(key)

    def put(self, key: bytes, result: bytes) -> None:
        """Keep a result."""
        self._memory[key] = result
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._file.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, result))
                self._file.commit()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            with contextlib.suppress(sqlite3.Error):
                self._file.close()
            self._file = None


def _opened(folder: Path) -> sqlite3.Connection:
    """The file of this version, ready; those of versions that are not used any more are deleted."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{analysis_version()}.sqlite"
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for other in folder.glob("*.sqlite*"):
        if other.stat().st_mtime < oldest:
            other.unlink(missing_ok=True)
    # One review uses one connection, from whichever thread it runs in.
    file = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    file.execute("PRAGMA synchronous = OFF")
    file.execute("CREATE TABLE IF NOT EXISTS results (key BLOB PRIMARY KEY, result BLOB NOT NULL)")
    most = file.execute("SELECT max(rowid) - ? FROM results", (MAX_RESULTS,)).fetchone()[0]
    file.execute("DELETE FROM results WHERE rowid <= ?", (most or 0,))
    file.commit()
    return file
