"""A PostgreSQL of one's own to test with, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

#: Marks the tests that need a cluster, so that one worker starts it and runs all of them.
one_worker = pytest.mark.xdist_group("postgres")


def programs() -> Path | None:
    """Where the programs of PostgreSQL are; None if they are nowhere."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def why_not() -> str | None:
    """Why there cannot be a cluster here; None if there can."""
    if programs() is None:
        return "PostgreSQL is not installed (no initdb): try `apt-get install postgresql`"
    if os.geteuid() == 0 and not (shutil.which("runuser") and _exists("postgres")):
        return "PostgreSQL does not run as root, and there is no user postgres to run it as"
    return None


def _exists(user: str) -> bool:
    return subprocess.run(["id", user], capture_output=True, check=False).returncode == 0


@contextmanager
def cluster() -> Iterator[str]:
    """A private cluster, reached through a socket in its own folder; yields its address."""
    folder = Path(tempfile.mkdtemp(prefix="azulejos-postgres-"))
    binaries = programs()
    assert binaries
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        data = folder / "data"
        _run(binaries / "initdb", "-D", data, "-A", "trust", "-U", "azulejos", "--no-sync")
        address = f"postgresql://azulejos@/postgres?host={folder}"
        start(address)
        try:
            yield address
        finally:
            stop(address)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def start(address: str) -> None:
    """Start the cluster of an address."""
    folder = address.partition("?host=")[2]
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    _control(folder, "-o", options, "-l", f"{folder}/log", "-w", "start")


def stop(address: str) -> None:
    """Stop the cluster of an address at once, as a crash would."""
    _control(address.partition("?host=")[2], "-m", "immediate", "-w", "stop")


def _control(folder: str, *words: str) -> None:
    binaries = programs()
    assert binaries
    _run(binaries / "pg_ctl", "-D", f"{folder}/data", *words)


def new_database(address: str, name: str) -> str:
    """Create an empty database in the cluster of another one; returns its address."""
    url = sa.make_url(address).set(drivername="postgresql+psycopg")
    engine = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return address.replace("/postgres?", f"/{name}?")


def _run(*command: str | Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", "postgres", "--", *words]
    subprocess.run(words, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
