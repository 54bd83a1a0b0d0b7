"""The log: nothing is written twice, nothing over something else, and nothing half."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from datetime import UTC, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext

from azulejos.server import store as stores
from azulejos.server import writer as writers
from azulejos.server.errors import ServiceError
from azulejos.server.schema import games, guards, log, metadata
from azulejos.server.store import Batch, Store
from azulejos.server.writer import Writer
from azulejos.session.guard import Guard
from tests.loops import run_apart
from tests.server.batches import NOW, game_named, new, row
from tests.server.service import ThreadService, wait_until


def numbers(store: Store, name: str) -> list[int]:
    return [one.number for one in store.after(name, 0)]


# Writing


def test_what_is_written_can_be_read(store: Store) -> None:
    rows = [row(1), row(2, "mine")]
    assert store.write([Batch("a", rows, created=game_named("a"))]) == [True]
    assert store.load("a") == (game_named("a"), rows)
    assert store.after("a", 1) == rows[1:]
    assert store.load("b") is None
    assert store.after("b", 0) == []
    store.check()


def test_a_number_that_is_taken_is_refused_and_nothing_is_lost(store: Store) -> None:
    store.write([new("a"), new("b")])
    kept = Batch("a", [row(2, "first")])
    assert store.write([kept]) == [True]
    late = Batch("a", [row(2, "second"), row(3)])
    other = Batch("b", [row(2)])
    assert store.write([late, other, late]) == [False, True, False]
    assert [one.message for one in store.after("a", 1)] == ["first"]
    assert numbers(store, "b") == [1, 2]


def test_a_batch_is_written_whole_or_not_at_all(store: Store) -> None:
    store.write([new("a")])
    assert store.write([Batch("a", [row(2), row(3), row(1)])]) == [False]
    assert numbers(store, "a") == [1]


def test_a_message_is_written_once(store: Store) -> None:
    store.write([new("a"), new("b")])
    assert store.write([Batch("a", [row(2, "x")])]) == [True]
    assert store.write([Batch("a", [row(3, "x")]), Batch("b", [row(2, "x")])]) == [False, True]
    assert store.write([Batch("a", [row(3)]), Batch("a", [row(4)])]) == [True, True]


def test_a_game_that_does_not_exist_has_no_log(store: Store) -> None:
    assert store.write([Batch("nowhere", [row(1)])]) == [False]
    assert store.after("nowhere", 0) == []


def test_a_game_is_made_once(store: Store) -> None:
    assert store.write([new("a")]) == [True]
    assert store.write([new("a")]) == [False]


def test_a_rematch_shares_the_fate_of_its_entry(store: Store) -> None:
    store.write([new("a")])
    assert store.write([Batch("a", [row(1)], also=new("again"))]) == [False]
    assert store.load("again") is None
    assert store.write([Batch("a", [row(2)], also=new("again"))]) == [True]
    assert store.load("again") is not None


def test_the_order_of_answers_is_that_of_the_batches(store: Store) -> None:
    store.write([new("a"), new("z")])
    batches = [Batch("z", [row(2)]), Batch("a", [row(1)]), Batch("a", [row(2)])]
    assert store.write(batches) == [True, False, True]


def test_many_writers_at_once_lose_nothing(store: Store) -> None:
    """Each number is won by one of them, whoever is faster."""
    store.write([new(name) for name in "abcd"])
    won: list[tuple[str, int, str]] = []

    def write(writer: int) -> None:
        for number in range(2, 8):
            names = "abcd" if writer % 2 else "dcba"
            batches = [Batch(name, [row(number, f"{writer} {number}")]) for name in names]
            for name, good in zip(names, store.write(batches), strict=True):
                if good:
                    won.append((name, number, f"{writer} {number}"))

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in "abcd":
        written = [(name, one.number, one.message) for one in store.after(name, 1)]
        assert written == sorted(entry for entry in won if entry[0] == name)
        assert [number for _, number, _ in written] == list(range(2, 8))


def test_times_ends_and_notes_are_written_with_the_rows(store: Store) -> None:
    store.write([new("a"), new("b"), new("c")])
    later = NOW + timedelta(hours=1)
    batches = [
        Batch("a", [row(2, at=later)], touched=False, guard=Guard("one", "{}")),
        Batch("b", [row(2, at=later)], touched=False, guard=Guard("two", "{}")),
    ]
    assert store.write(batches) == [True, True]
    batches = [
        Batch("a", [row(3, at=later)], finished=True),
        Batch("b", [row(3, at=later)], touched=False, guard=Guard("three", "[]")),
        Batch("c", [row(2, at=later)]),
    ]
    assert store.write(batches) == [True, True, True]
    taken = Batch("c", [row(1)], finished=True, guard=Guard("four", "{}"))
    assert store.write([taken]) == [False]
    with store.engine.connect() as connection:
        found = connection.execute(sa.select(games).order_by(games.c.id)).all()
        assert [game.finished for game in found] == [True, False, False]
        times = [game.changed_at.replace(tzinfo=UTC) for game in found]
        assert times == [later, NOW, later]
        assert connection.execute(sa.select(guards)).all() == [("b", "three", "[]")]


# The shape of the database


def test_migrations_lead_to_the_tables_that_the_code_uses(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        found = sa.inspect(connection)
        assert set(metadata.tables) <= set(found.get_table_names())
        unique = found.get_unique_constraints("log")
        assert [constraint["column_names"] for constraint in unique] == [["game", "message"]]
        (foreign,) = found.get_foreign_keys("log")
        assert foreign["options"].get("ondelete") == "CASCADE"


def test_migrations_go_up_and_down_and_up_again(store: Store) -> None:
    store.write([new("a")])
    config = Config()
    config.set_main_option("script_location", str(stores.MIGRATIONS))
    with store.engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
    assert set(sa.inspect(store.engine).get_table_names()) == {"alembic_version"}
    store.migrate()
    store.migrate()
    assert store.write([new("a")]) == [True]


def test_sqlite_survives_a_power_cut(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    store.migrate()
    with store.engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    store.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_reading_does_not_wait_for_somebody_who_writes(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "t.db"))
    store.migrate()
    store.write([new("a")])
    with store.writing.begin() as connection:
        connection.execute(games.update().values(nonce="x"))
        assert store.load("a") == (game_named("a"), [row(1)])
        assert connection.execute(sa.select(sa.func.count()).select_from(log)).scalar() == 1
    store.close()


# Writing together


class SlowStore:
    """Counts commits, each of which takes until it is let through."""

    def __init__(self) -> None:
        self.commits: list[list[str]] = []
        self.gate = threading.Semaphore(0)
        self.poison: str | None = None

    def write(self, batches: Sequence[Batch]) -> list[bool]:
        self.gate.acquire()
        names = [batch.game for batch in batches]
        self.commits.append(names)
        if self.poison in names:
            raise OSError("disk full")
        return [name != "late" for name in names]


def test_what_arrives_during_a_commit_goes_into_the_next() -> None:
    async def write() -> tuple[SlowStore, list[bool]]:
        slow = SlowStore()
        writer = Writer(slow)  # type: ignore[arg-type]
        first = asyncio.create_task(writer.write(new("first")))
        await asyncio.sleep(0)
        others = [asyncio.create_task(writer.write(new(name))) for name in ("b", "late", "c")]
        await asyncio.sleep(0)
        slow.gate.release(2)
        answers = await asyncio.gather(first, *others)
        await writer.close()
        with pytest.raises(ServiceError, match="restart"):
            await writer.write(new("too late"))
        return slow, answers

    slow, answers = run_apart(write())
    assert slow.commits == [["first"], ["b", "late", "c"]]
    assert answers == [True, True, False, True]


def test_processes_together_commit_as_often_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "COMMIT_SECONDS", 0.02)

    async def gap_of(processes: int) -> float:
        slow = SlowStore()
        slow.gate.release(100)
        writer = Writer(slow)  # type: ignore[arg-type]
        writer.processes = lambda: processes
        begun = time.perf_counter()
        await writer.write(new("a"))
        await writer.write(new("a"))
        return time.perf_counter() - begun

    assert run_apart(gap_of(1)) >= 0.02
    assert run_apart(gap_of(2)) >= 0.04
    assert 0.06 <= run_apart(gap_of(50)) < 1


def test_one_that_cannot_be_written_does_not_spoil_the_others() -> None:
    async def write() -> list[bool | BaseException]:
        slow = SlowStore()
        slow.poison = "bad"
        slow.gate.release(100)
        writer = Writer(slow)  # type: ignore[arg-type]
        tasks = [writer.write(new(name)) for name in ("a", "bad", "b")]
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert await writer.write(new("after"))
        return answers

    first, bad, last = run_apart(write())
    assert (first, last) == (True, True)
    assert isinstance(bad, OSError)


def test_tables_that_move_together_are_committed_together(service: ThreadService) -> None:
    store = service.app.state.hub.store
    write, sizes = store.write, []
    begun, gate = threading.Event(), threading.Event()

    def counting(batches: Sequence[Batch]) -> list[bool]:
        begun.set()
        gate.wait()
        sizes.append(len(batches))
        answers: list[bool] = write(batches)
        return answers

    people = [service.sit(service.new_table("me", "here"), 0, 1) for _ in range(6)]
    store.write = counting
    try:
        for person in people:
            move = person.options[0]["move"]
            person.send(type="play", id="x", version=person.version, move=move)
            begun.wait()
        waiting = service.app.state.hub.writer
        wait_until(lambda: len(waiting._pending) == 5)
        gate.set()
        for person in people:
            assert person.hear("done")["version"] == 2
            person.leave()
    finally:
        gate.set()
        store.write = write
    assert sizes == [1, 5]
