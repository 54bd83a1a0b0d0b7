"""A backup taken during play is restored, and play goes on from it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos.server.settings import Settings
from tests.server import databases
from tests.server.service import GENEROUS, ThreadService

SQLITE = shutil.which("sqlite3")


def _play_on_from_a_backup(database: str, back_up_and_restore: Callable[[], str]) -> None:
    """Play, take a backup, play on; then play on from the backup."""
    settings = Settings(database, bot_pace=0, limits=GENEROUS)
    with ThreadService(settings) as service:
        table = service.new_table("me", "here", "random", game="summer-pavilion")
        with service.sit(table, 0, 1) as ana:
            ana.play()
            ana.play()
            ana.wait_for_turn()
            before, state = list(ana.entries), ana.state
            restored = back_up_and_restore()
            ana.play()
            version = ana.version
            assert service.get("/api/health") == {"status": "ok"}
    with ThreadService(settings) as service, service.sit(table) as watching:
        assert watching.version >= version, "what was played after the backup is kept"
    with ThreadService(Settings(restored, bot_pace=0, limits=GENEROUS)) as service:
        assert service.get("/api/health") == {"status": "ok"}
        with service.sit(table, 0, 1) as again:
            assert again.entries == before
            assert again.state == state
            again.play()
            again.wait_for_turn()
            assert again.version > len(before)


@pytest.mark.skipif(SQLITE is None, reason="sqlite3 is not installed: try `apt install sqlite3`")
def test_a_backup_of_sqlite_is_played_on_from(tmp_path: Path) -> None:
    database, copy = tmp_path / "tables.db", tmp_path / "copy.db"

    def back_up() -> str:
        assert SQLITE
        subprocess.run([SQLITE, str(database), f".backup {copy}"], check=True)
        return str(copy)

    _play_on_from_a_backup(str(database), back_up)


@databases.one_worker
def test_a_backup_of_postgresql_is_played_on_from(postgres: str, tmp_path: Path) -> None:
    database = databases.new_database(postgres, "saved")
    programs = databases.programs()
    assert programs

    def back_up() -> str:
        dump = str(tmp_path / "azulejos.dump")
        subprocess.run(
            [programs / "pg_dump", "--format=custom", f"--file={dump}", database], check=True
        )
        restored = databases.new_database(postgres, "restored")
        subprocess.run(
            [programs / "pg_restore", "--no-owner", f"--dbname={restored}", dump], check=True
        )
        return restored

    _play_on_from_a_backup(database, back_up)
