"""A database that fails during play: a clear answer, nothing lost, and play goes on afterwards."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from azulejos.server import bot_turns, health
from azulejos.server import store as stores
from azulejos.server.open_store import open_store
from azulejos.server.settings import Settings
from azulejos.server.store import Store
from tests.loops import run_apart
from tests.server.batches import new
from tests.server.service import GENEROUS, PATIENCE, ProcessService, ThreadService

LANGUAGES = ("en", "fi", "pt-BR", "de", "is", "nb")

#: Breaks the database of a service while it is entered.
Fault: TypeAlias = Callable[[ThreadService, "Pragmas"], AbstractContextManager[None]]


#: Settings of SQLite on every connection that is used.
Pragmas: TypeAlias = dict[str, object]
HEALTHY: Pragmas = {"query_only": "OFF", "max_page_count": 1 << 30}


@pytest.fixture(scope="module")
def pragmas() -> Pragmas:
    return dict(HEALTHY)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, pragmas: Pragmas) -> Iterator[ThreadService]:
    """A service whose database is broken and mended; it waits for locks for a moment only."""

    def set_pragmas(connection: sqlite3.Connection, *_: object) -> None:
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name}={value}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stores, "BUSY_MILLISECONDS", 50)
        patch.setattr(health, "REUSED_SECONDS", -1.0)
        database = str(tmp_path_factory.mktemp("faults") / "tables.db")
        settings = Settings(database, bot_pace=0, grace_period=0, limits=GENEROUS)
        with ThreadService(settings) as running:
            store: Store = running.app.state.hub.store
            for engine in (store.engine, store._fresh):
                sa.event.listen(engine, "checkout", set_pragmas)
            yield running


@contextmanager
def locked(service: ThreadService, _: Pragmas) -> Iterator[None]:
    """Another process writes, and does not end."""
    other = sqlite3.connect(service.settings.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def read_only(_: ThreadService, pragmas: Pragmas) -> Iterator[None]:
    pragmas["query_only"] = "ON"
    try:
        yield
    finally:
        pragmas.update(HEALTHY)


FAULTS: dict[str, tuple[Fault, str]] = {
    "locked": (locked, "storage-unavailable"),
    "read-only": (read_only, "storage-unavailable"),
}
every_fault = pytest.mark.parametrize("fault", FAULTS)


@every_fault
def test_a_move_is_refused_with_a_reason_and_played_when_the_cause_is_gone(
    service: ThreadService, pragmas: Pragmas, fault: str
) -> None:
    break_it, code = FAULTS[fault]
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
        ana.play()
        ben.wait_for_turn()
        before, move = ben.version, ben.options[0]["move"]
        with break_it(service, pragmas):
            answer = ben.ask("play", move=move, id="again")
            assert (answer["type"], answer["code"]) == ("error", code)
            assert service.get(f"/api/games/{table.id}")["version"] == before
        assert ben.ask("play", move=move, id="again")["type"] == "done"
        ana.hear_until(lambda person: person.version == ben.version)
        assert ana.entries == ben.entries
    stored = service.app.state.hub.store.after(table.id, 0)
    assert [row.number for row in stored] == list(range(1, ben.version + 1))


@every_fault
def test_health_tells_a_fault_and_its_end(
    service: ThreadService, pragmas: Pragmas, fault: str
) -> None:
    break_it, code = FAULTS[fault]
    with break_it(service, pragmas):
        answer = service.http.get("/api/health")
        assert (answer.status_code, answer.json()["code"]) == (503, code)
        assert int(answer.headers["Retry-After"]) > 0
    assert service.get("/api/health") == {"status": "ok"}


@every_fault
def test_new_tables_and_records_are_refused_in_the_readers_language(
    service: ThreadService, pragmas: Pragmas, fault: str
) -> None:
    break_it, code = FAULTS[fault]
    record = service.http.get(f"/api/games/{service.new_table().id}/record").text
    bodies: dict[str, Any] = {
        "/api/games": {"seats": [{"kind": "me"}, {"kind": "me"}]},
        "/api/records": {"record": record},
    }
    with break_it(service, pragmas):
        for path, body in bodies.items():
            texts = set()
            for language in LANGUAGES:
                answer = service.http.post(path, json=body, headers={"Accept-Language": language})
                assert (answer.status_code, answer.json()["code"]) == (503, code)
                texts.add(answer.json()["text"])
            assert len(texts) == len(LANGUAGES)
    for path, body in bodies.items():
        assert service.http.post(path, json=body).status_code == 201


def test_what_no_longer_fits_is_refused_and_fits_when_there_is_room(
    service: ThreadService, pragmas: Pragmas
) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        pragmas["max_page_count"] = 1  # as many as there are
        answer = ana.ask("say", seat=0, preset="hello")
        while answer["type"] == "done":
            answer = ana.ask("say", seat=0, preset="hello")
        pragmas.update(HEALTHY)
        assert answer["code"] == "storage-full"
        assert ana.ask("say", seat=0, preset="hello")["type"] == "done"
        stored = service.app.state.hub.store.after(table.id, 0)
        assert [row.number for row in stored] == list(range(1, ana.version + 1))


def test_new_tables_are_refused_before_the_disk_is_full(
    service: ThreadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left is for the games that are being played."""
    table = service.new_table("me", "friend")
    store: Store = service.app.state.hub.store
    monkeypatch.setattr(store, "has_room", lambda _: False)
    answer = service.http.post("/api/games", json={"seats": [{"kind": "me"}, {"kind": "me"}]})
    assert (answer.status_code, answer.json()["code"]) == (503, "storage-full")
    with service.sit(table, 0) as ana:
        ana.play()


def test_room_is_counted_in_megabytes_of_the_disk(service: ThreadService) -> None:
    store: Store = service.app.state.hub.store
    assert store.has_room(0)
    assert not store.has_room(1 << 50)


def test_a_bot_moves_as_soon_as_the_database_is_back(
    service: ThreadService, pragmas: Pragmas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_turns, "BOT_RETRY", 0.01)
    table = service.new_table("me", "random", first=0)
    with service.sit(table, 0) as ana:
        ana.play()
        with read_only(service, pragmas):
            ana.hear_until(lambda person: person.version > 0)
        ana.wait_for_turn()


def test_a_database_that_is_replaced_or_overwritten_is_not_healthy(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    store = open_store(str(path))
    store.check()
    content = path.read_bytes()
    path.write_bytes(b"\0" * len(content))
    with pytest.raises(sqlite3.DatabaseError):
        store.check()
    path.write_bytes(content)
    store.check()
    path.rename(tmp_path / "away")
    with pytest.raises(OSError, match="No such file"):
        store.check()
    path.write_bytes(content)
    with pytest.raises(OSError, match="another file"):
        store.check()
    store.close()


def test_a_damaged_page_of_a_large_table_is_not_healthy(tmp_path: Path) -> None:
    path = tmp_path / "t.db"
    store = open_store(str(path))
    store.write([new(f"game {number}") for number in range(500)])
    store.close()
    with sqlite3.connect(path) as connection:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'log'"
        (page,) = connection.execute(root).fetchone()
    connection.close()
    store = open_store(str(path))
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(SQLAlchemyError, match="malformed"):
        store.check()
    store.close()


def test_health_writes_once_in_a_while_however_many_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "REUSED_SECONDS", 1000.0)
    store, tried = open_store(str(tmp_path / "t.db")), []
    check = store.check

    def counting() -> None:
        tried.append(1)
        check()

    store.check = counting  # type: ignore[method-assign]

    async def ask() -> None:
        doctor = health.Health(store)
        await asyncio.gather(*(doctor.check() for _ in range(20)))
        await doctor.check()

    run_apart(ask())
    store.close()
    assert len(tried) == 1


# A whole process


def test_a_disk_without_room_stops_a_service_only_until_there_is_room(tmp_path: Path) -> None:
    """A limit of file sizes is the full disk of those who are not root."""
    resource = pytest.importorskip("resource")
    with ProcessService(tmp_path / "t.db") as service:
        pid = service.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        table = service.new_table("me", "friend")
        with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
            ana.play()
            ben.wait_for_turn()
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
            move = ben.options[0]["move"]
            answer = ben.ask("play", move=move, id="again")
            assert answer["code"] in ("storage-full", "storage-unavailable")
            sick = service.http.get("/api/health")
            while sick.status_code == 200:  # a result of a moment ago
                sick = service.http.get("/api/health")
            assert sick.status_code == 503
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
            assert ben.ask("play", move=move, id="again")["type"] == "done"
            ana.hear_until(lambda person: person.version == ben.version)
        service.kill()
    store = open_store(str(tmp_path / "t.db"))
    assert [row.number for row in store.after(table.id, 0)] == list(range(1, ben.version + 1))
    store.close()


@pytest.mark.soak
def test_a_second_service_on_one_file_ends_with_a_sentence(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "t.db"))
    done = subprocess.run(
        [
            *(sys.executable, "-m", "azulejos", "serve", "--no-browser", "--port", "0"),
            *("--database", str(tmp_path / "t.db")),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "COLUMNS": "300"},
    )
    store.close()
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "no other service uses" in done.stderr
