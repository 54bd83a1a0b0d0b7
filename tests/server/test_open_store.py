"""The database at the start: its permissions, its only user, and what may be wrong with it."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.engine.errors import AzulejosError
from azulejos.server.errors import ServiceError, StartError
from azulejos.server.open_store import open_store
from tests.server.batches import new

#: A process that opens a database and waits for its end.
HOLDER = """
import sys
from azulejos.server.open_store import open_store
store = open_store(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
"""

#: A process that counts the tables of a database, as a backup would read it.
READER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
print(database.execute("SELECT count(*) FROM games").fetchone()[0])
database.close()
"""


def refusal(path: Path) -> AzulejosError:
    """The error with which the database is refused, which must be one sentence."""
    with pytest.raises((StartError, ServiceError)) as refused:
        open_store(str(path))
    assert "\n" not in str(refused.value)
    return refused.value


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


@pytest.fixture
def generous_umask() -> Iterator[None]:
    """New files would be open to everyone."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_program_that_reads_the_database_meanwhile_takes_nothing_with_it(tmp_path: Path) -> None:
    """SQLite's locks must hold, or the program removes the log, as the last user of a file does."""
    path = tmp_path / "t.db"
    store = open_store(str(path))
    counts = []
    for game in ("a", "b", "c"):
        store.write([new(game)])
        store.check()
        command = [sys.executable, "-c", READER, str(path)]
        counts.append(subprocess.run(command, capture_output=True, check=True, text=True).stdout)
    assert counts == ["1\n", "2\n", "3\n"]
    assert path.with_name("t.db-wal").exists()
    store.close()


@pytest.mark.usefixtures("generous_umask")
def test_only_the_owner_may_read_the_database(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "new" / "t.db"))
    store.write([new("a")])
    found = modes(tmp_path / "new")
    assert {"t.db", "t.db-wal", "t.db-shm", "t.db.lock"} <= set(found)
    assert set(found.values()) == {0o600}
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
    store.close()


@pytest.mark.usefixtures("generous_umask")
def test_a_database_of_an_earlier_version_is_closed_to_others(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (a)")
        for file in tmp_path.iterdir():
            file.chmod(0o666)
        open_store(str(path)).close()
        assert set(modes(tmp_path).values()) == {0o600}
    connection.close()


def test_a_second_service_is_refused_and_told_which_process_is_the_first(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    store = open_store(str(path))
    error = refusal(path)
    assert error.code == "database-in-use"
    assert f"process {os.getpid()}" in str(error)
    store.close()
    open_store(str(path)).close()


def test_the_lock_of_a_killed_service_is_free(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == "open\n"
        assert f"process {holder.pid}" in str(refusal(path))
        holder.kill()
        holder.wait()
    open_store(str(path)).close()


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    path.write_text("Dear diary, " * 1000, encoding="utf-8")
    error = refusal(path)
    assert error.code == "damaged-database"
    assert "not a database" in str(error)
    assert path.read_text(encoding="utf-8").startswith("Dear diary")


def test_a_damaged_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    open_store(str(path)).close()
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996  # the schema
    path.write_bytes(content)
    assert refusal(path).code == "damaged-database"


def test_a_database_of_a_newer_version_is_told_in_a_sentence_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    open_store(str(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert refusal(path).code == "newer-database"
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT * FROM alembic_version").fetchall() == [("9999",)]
    connection.close()


def test_a_database_that_is_locked_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azulejos.server.store.BUSY_MILLISECONDS", 10)
    path = tmp_path / "t.db"
    open_store(str(path)).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    error = refusal(path)
    assert error.code == "database/silent"
    assert "locked" in str(error)
    other.close()
    open_store(str(path)).close()
