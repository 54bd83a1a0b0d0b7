"""A PostgreSQL of one's own to test with, where its programs are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


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
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"
        control = binaries / "pg_ctl"
        _run(control, "-D", data, "-o", options, "-l", folder / "log", "-w", "start")
        try:
            yield f"postgresql://azulejos@/postgres?host={folder}"
        finally:
            _run(control, "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(*command: str | Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", "postgres", "--", *words]
    subprocess.run(words, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
