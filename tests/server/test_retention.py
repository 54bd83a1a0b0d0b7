"""Retention: old games go a few at a time, and a wrong clock does not remove them all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server import retention
from azulejos.server.retention import Cutoffs, advance, old_games, purge, purge_some
from azulejos.server.schema import games, log, uploads
from azulejos.server.settings import Limits, Settings
from azulejos.server.store import Batch, Store
from azulejos.server.uploads import reserve
from tests.loops import run_apart
from tests.server.batches import game_named, row

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


def keep(**days: int) -> Settings:
    return Settings("", **{"keep_uploads": 0, **days})  # type: ignore[arg-type]


def add(store: Store, name: str, days: float, *, finished: bool = False, **setup: Any) -> None:
    """A table that was changed some days ago."""
    at = NOW - days * DAY
    created = game_named(name, created_at=at, **setup)
    assert store.write([Batch(name, [row(1, at=at)], finished, created=created)]) == [True]


def left(store: Store) -> set[str]:
    with store.engine.connect() as connection:
        return {found.id for found in connection.execute(sa.select(games.c.id))}


def run_purge(store: Store, settings: Settings, clock: datetime = NOW) -> int:
    return run_apart(purge(store, settings, clock))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pauses between transactions."""
    monkeypatch.setattr(retention, "MIN_PAUSE", 0)
    monkeypatch.setattr(retention, "PAUSE_RATIO", 0)


@pytest.mark.usefixtures("quick")
def test_old_games_are_removed_by_the_setting_and_only_those(store: Store) -> None:
    add(store, "new", 1, finished=True)
    add(store, "old", 40, finished=True)
    add(store, "left", 40)
    add(store, "seen", 100, uploaded=True)
    assert run_purge(store, keep()) == 0
    assert run_purge(store, keep(keep_finished=365, keep_abandoned=365)) == 0
    assert run_purge(store, keep(keep_finished=60)) == 1  # the uploaded record counts as finished
    assert left(store) == {"new", "old", "left"}
    assert run_purge(store, keep(keep_finished=30)) == 1
    assert store.after("old", 0) == []
    assert run_purge(store, keep(keep_abandoned=30)) == 1
    assert left(store) == {"new"}


@pytest.mark.usefixtures("quick")
def test_uploads_expire_with_their_own_setting(store: Store) -> None:
    for name, days in (("young", 10), ("aged", 100)):
        add(store, name, days, uploaded=True)
        reserve(store, Limits(), "client", name, 1000)
        with store.writing.begin() as connection:
            connection.execute(
                uploads.update().where(uploads.c.game == name).values(at=NOW - days * DAY)
            )
    assert run_purge(store, keep(keep_uploads=50)) == 1
    assert left(store) == {"young"}
    with store.engine.connect() as connection:
        assert [found.game for found in connection.execute(sa.select(uploads))] == ["young"]


@pytest.mark.usefixtures("quick")
def test_a_transaction_removes_a_few_games_and_others_write_in_between(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(70):
        add(store, f"old {number}", 40, finished=True)
    sizes = []

    def counting(store: Store, before: Cutoffs, most: int) -> int:
        removed = purge_some(store, before, most)
        sizes.append(removed)
        add(store, f"between {len(sizes)}", 0)
        return removed

    monkeypatch.setattr(retention, "purge_some", counting)
    add(store, "now", 0)
    assert run_purge(store, keep(keep_finished=30)) == 70
    assert sizes[0] == retention.FIRST_BATCH
    assert len(left(store)) == 1 + len(sizes)


def test_a_game_that_is_played_on_at_the_last_moment_stays(store: Store) -> None:
    add(store, "old", 40)
    cutoff = NOW - 30 * DAY
    found = old_games(Cutoffs(abandoned=cutoff), 5)
    with store.engine.connect() as connection:
        assert [one.id for one in connection.execute(found)] == ["old"]
    store.write([Batch("old", [row(2, at=NOW)])])
    assert purge_some(store, Cutoffs(abandoned=cutoff), 5) == 0
    assert left(store) == {"old"}


def test_old_games_are_found_by_an_index(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    store.migrate()
    query = old_games(Cutoffs(NOW, NOW, NOW), 10).compile(
        store.engine, compile_kwargs={"literal_binds": True}
    )
    with store.engine.connect() as connection:
        plan = [one.detail for one in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}")]
    store.close()
    scans = [step for step in plan if step.startswith("SCAN") and "subquery" not in step.lower()]
    assert not [step for step in scans if "games" in step or "uploads" in step], plan
    assert sum("ix_games_finished_changed_at" in step for step in plan) == 2
    assert sum("ix_uploads_at" in step for step in plan) == 1


# A wrong clock


@pytest.mark.usefixtures("quick")
def test_a_clock_that_is_years_ahead_removes_the_games_of_two_days_at_most(store: Store) -> None:
    for days in range(10):
        add(store, f"{days}", days + 0.5, finished=True)
    assert run_purge(store, keep(keep_finished=8)) == 2  # "8" and "9"
    future = NOW + 40 * 365 * DAY
    assert run_purge(store, keep(keep_finished=8), future) == 2  # "6" and "7"
    add(store, "played in the future", -40 * 365)
    assert run_purge(store, keep(keep_finished=8), future) == 2
    assert left(store) == {"0", "1", "2", "3", "played in the future"}
    assert run_purge(store, keep(keep_finished=8)) == 0  # the clock is right again


@pytest.mark.usefixtures("quick")
def test_the_first_look_with_a_wrong_clock_counts_from_the_newest_change(store: Store) -> None:
    for days in range(5):
        add(store, f"{days}", days + 0.5)
    assert run_purge(store, keep(keep_abandoned=3), NOW + 3650 * DAY) == 3
    assert left(store) == {"0", "1"}


def test_a_clock_that_is_behind_removes_nothing_and_stops_nothing_later(store: Store) -> None:
    add(store, "game", 1)
    assert advance(store, NOW) == NOW
    assert advance(store, NOW - 9999 * DAY) == NOW - 9999 * DAY
    assert advance(store, NOW + DAY) == NOW + DAY


def test_the_log_of_a_removed_game_is_gone(store: Store) -> None:
    add(store, "old", 40, finished=True)
    assert purge_some(store, Cutoffs(finished=NOW), 5) == 1
    with store.engine.connect() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(log)).scalar() == 0
