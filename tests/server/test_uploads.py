"""Quotas of uploads: by client and day, in total, and over restarts."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from azulejos import Game
from azulejos.server import store as stores
from azulejos.server import uploads as counting
from azulejos.server.errors import ServiceError
from azulejos.server.retention import advance
from azulejos.server.schema import upload_days, upload_quotas, uploads
from azulejos.server.settings import MEGABYTE, Limits, Settings
from azulejos.server.store import Batch, Store
from azulejos.server.uploads import reserve, stored_bytes
from azulejos.session import history_rows
from tests.server.batches import game_named, new, row
from tests.server.service import GENEROUS, ThreadService
from tests.session.tables import table_setup

ONE = Limits(upload_megabytes=1, uploads_megabytes=3)


def refusal(store: Store, client: str, game: str, size: int) -> str:
    with pytest.raises(ServiceError) as refused:
        reserve(store, ONE, client, game, size)
    return refused.value.code


def test_a_client_has_a_quota_for_the_day(store: Store) -> None:
    reserve(store, ONE, "192.0.2.1", "a", MEGABYTE // 2)
    reserve(store, ONE, "192.0.2.1", "b", MEGABYTE // 2)
    assert refusal(store, "192.0.2.1", "c", 1) == "upload-quota"
    reserve(store, ONE, "192.0.2.2", "d", MEGABYTE)


def test_a_refused_upload_is_not_counted(store: Store) -> None:
    assert refusal(store, "192.0.2.1", "a", 2 * MEGABYTE) == "upload-quota"
    reserve(store, ONE, "192.0.2.1", "b", MEGABYTE)


def test_all_uploads_together_have_a_bound(store: Store) -> None:
    for client in range(3):
        reserve(store, ONE, f"192.0.2.{client}", f"{client}", MEGABYTE)
    assert refusal(store, "192.0.2.9", "more", 1) == "uploads-full"


def test_another_day_is_counted_on_its_own(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    reserve(store, ONE, "192.0.2.1", "a", MEGABYTE)

    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Tomorrow:
            at = datetime.now(tz) + timedelta(days=1)
            return cls.fromisoformat(at.isoformat())

    monkeypatch.setattr(counting, "datetime", Tomorrow)
    reserve(store, ONE, "192.0.2.1", "b", MEGABYTE)


def test_no_address_is_stored_and_hashes_do_not_outlive_their_day(store: Store) -> None:
    reserve(store, ONE, "192.0.2.1", "a", 1000)
    with store.engine.connect() as connection:
        (quota,) = connection.execute(sa.select(upload_quotas)).all()
        (day,) = connection.execute(sa.select(upload_days)).all()
    assert "192" not in quota.source
    assert quota.source != hashlib.sha256(b"192.0.2.1").hexdigest()
    assert len(day.salt) == 32
    advance(store, datetime.now(UTC) + timedelta(days=3))
    with store.engine.connect() as connection:
        assert connection.execute(sa.select(upload_quotas)).all() == []
        assert connection.execute(sa.select(upload_days)).all() == []


def long_game() -> Game:
    """A game without any progress."""
    game = Game(seed=1, stalemate_rounds=0)
    while game.ply < 300:
        game.play(next(move for move in game.legal_moves if str(move).endswith("0")))
    return game


def test_the_size_of_an_upload_is_that_of_its_rows_in_the_database(tmp_path: Path) -> None:
    """Moves are a few letters in a record, and some hundred bytes in the log."""
    rows = history_rows(long_game().history)
    store = Store(str(tmp_path / "t.db"))
    store.migrate()
    setup = table_setup()

    def used() -> int:
        with store.engine.connect() as connection:
            pages: int = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        return 4096 * pages

    before = used()
    for number in range(3):
        name = f"{number}-0123456789012345678901"
        store.write([Batch(name, rows, created=replace(setup, id=name))])
    taken = (used() - before) / 3
    store.close()
    assert 0.8 < stored_bytes(setup, rows) / taken < 1.5


def test_a_database_of_the_first_version_counts_the_uploads_it_has(store: Store) -> None:
    config = Config()
    config.set_main_option("script_location", str(stores.MIGRATIONS))
    created = game_named("seen", uploaded=True)
    store.write([Batch("seen", [row(1), row(2)], created=created), new("played")])
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
    store.migrate()
    with store.engine.connect() as connection:
        (upload,) = connection.execute(sa.select(uploads)).all()
    assert upload.game == "seen"
    assert upload.bytes > 2 * counting.ROW_BYTES
    assert store.load("seen") is not None
    assert store.load("played") is not None


def test_the_quota_holds_after_a_restart(tmp_path: Path) -> None:
    limits = replace(GENEROUS, upload_megabytes=1)
    settings = Settings(str(tmp_path / "t.db"), limits=limits)
    body = {"record": Game(seed=1).to_text()}
    with ThreadService(settings) as service:
        assert service.http.post("/api/records", json=body).status_code == 201
        store = service.app.state.hub.store
        with store.engine.connect() as connection:
            used = connection.execute(sa.select(upload_quotas.c.bytes)).scalar_one()
        reserve(store, limits, "127.0.0.1", "large", MEGABYTE - used)
    with ThreadService(settings) as service:
        answer = service.http.post("/api/records", json=body, headers={"Accept-Language": "de"})
        assert (answer.status_code, answer.json()["code"]) == (429, "upload-quota")
        assert "1 MB" in answer.json()["text"]
