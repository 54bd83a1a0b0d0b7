"""Tables from the database: each is loaded once, however many wait for it."""

from __future__ import annotations

import asyncio
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from azulejos.server.errors import ServiceError
from azulejos.server.loading import LOADS_AT_ONCE, Loader
from azulejos.session.clocks import WALL_CLOCK
from tests.loops import run_apart
from tests.server.batches import game_named

#: An id of the form that tables have.
NAME = "abcdefghijklmnopqrstuv"


class SlowStore:
    """A store that reads when it may, and counts how often."""

    def __init__(self) -> None:
        self.reads = 0
        self.may_read = threading.Event()
        self.error: Exception | None = None

    def load(self, _: str) -> Any:
        self.reads += 1
        self.may_read.wait(60)
        if self.error:
            raise self.error
        return game_named(NAME), []


class Rules:
    """Rules that are compiled when someone waits for them."""

    def __init__(self, *, ready: bool) -> None:
        self.ready = ready

    def is_ready(self, _: str) -> bool:
        return self.ready

    async def prepare(self, _: str) -> None:
        self.ready = True


def a_loader(store: SlowStore, *, ready: bool = True) -> Loader:
    rules = Rules(ready=ready)
    metrics = SimpleNamespace(loads=SimpleNamespace(observe=lambda _: None))
    hub: Any = SimpleNamespace(
        store=store,
        precompiler=rules,
        prepare=rules.prepare,
        metrics=metrics,
        uptime=WALL_CLOCK,
    )
    return Loader(hub)


@pytest.mark.parametrize("ready", [True, False])
def test_a_table_that_several_wait_for_is_loaded_once(ready: bool) -> None:
    async def load() -> None:
        store = SlowStore()
        loader = a_loader(store, ready=ready)
        waiting = [asyncio.create_task(loader.load_once(NAME)) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()  # the others go on waiting
        store.may_read.set()
        one, other = await asyncio.gather(*waiting[1:])
        assert one is other
        assert one.setup.id == NAME
        assert store.reads == 1
        assert await loader.load_once(NAME) is not one

    run_apart(load())


def test_many_tables_leave_threads_to_others() -> None:
    """What else a client waits for must not come after the last of a thousand tables."""

    async def load() -> None:
        store = SlowStore()
        loader = a_loader(store)
        waiting = [asyncio.create_task(loader.load(NAME)) for _ in range(100)]
        try:
            while not store.reads:
                await asyncio.sleep(0.001)
            await asyncio.wait_for(asyncio.to_thread(int), 60)
            assert store.reads <= LOADS_AT_ONCE
        finally:
            store.may_read.set()
            await asyncio.gather(*waiting)

    run_apart(load())


def test_an_error_reaches_all_who_wait_and_is_not_kept() -> None:
    async def load() -> None:
        store = SlowStore()
        loader, store.error = a_loader(store), OSError("the disk is gone")
        waiting = [asyncio.create_task(loader.load_once(NAME)) for _ in range(2)]
        store.may_read.set()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(error) for error in found] == [OSError, OSError]
        store.error = None
        assert (await loader.load_once(NAME)).setup.id == NAME

    run_apart(load())


def test_what_is_no_id_is_not_looked_for() -> None:
    async def load() -> None:
        store = SlowStore()
        with pytest.raises(ServiceError) as error:
            await a_loader(store).load_once("../secrets")
        assert error.value.code == "no-such-table"
        assert store.reads == 0

    run_apart(load())
