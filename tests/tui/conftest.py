"""A home of its own for every test, so that kept games and choices never meet."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's games are kept; finished ones are in `archive` beside it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in ("NO_COLOR", "FORCE_COLOR", "TEXTUAL", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "state" / "azulejos"


@pytest.fixture(autouse=True)
def unhurried_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pilot waits for an idle processor, which on a busy machine never comes; the tests wait for
    what they want to see instead."""

    async def a_moment(*_: object) -> None:
        await asyncio.sleep(0.001)

    monkeypatch.setattr("textual.pilot.wait_for_idle", a_moment)
    monkeypatch.setattr("textual.app.wait_for_idle", a_moment, raising=False)
