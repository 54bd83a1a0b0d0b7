"""Tables from the database: built in threads, since the rules take long to import."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from azulejos.server.auth import is_table_id
from azulejos.server.errors import ServiceError

if TYPE_CHECKING:
    from azulejos.server.hub import Hub
    from azulejos.session import Row, Table, TableSetup
    from azulejos.session.clocks import Clock

#: Tables that are loaded at once. More would fill the threads, which all wait for the interpreter,
#: and what else a client waits for would come after the last table of all.
LOADS_AT_ONCE = 2


class Loader:
    """Loads tables; after a restart the players of a thousand tables wait for it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._in_progress: dict[str, asyncio.Task[Table]] = {}
        self._turns = asyncio.Semaphore(LOADS_AT_ONCE)

    async def load(self, name: str) -> Table:
        """The table as it is stored now."""
        started = time.perf_counter()
        async with self._turns:
            found, table = await asyncio.to_thread(self._read, name)
        if found is None:
            raise ServiceError("no-such-table")
        if table is None:
            await self._hub.prepare(found[0].game.game)
            table = await asyncio.to_thread(_table_of, *found, self._hub.uptime)
        self._hub.metrics.loads.observe(time.perf_counter() - started)
        return table

    async def load_once(self, name: str) -> Table:
        """The table, loaded once for all who wait for it: possibly not with its newest rows."""
        task = self._in_progress.get(name)
        if task is None:
            task = self._in_progress[name] = asyncio.create_task(self.load(name))
            task.add_done_callback(lambda done: self._end(name, done))
        return await asyncio.shield(task)

    def _end(self, name: str, task: asyncio.Task[Table]) -> None:
        del self._in_progress[name]
        if not task.cancelled():
            task.exception()  # is told to those who wait, if they still do

    def _read(self, name: str) -> tuple[tuple[TableSetup, list[Row]] | None, Table | None]:
        """What is stored; and the table, unless its rules are to be compiled first.

        In one step, so that the first table is there before the last one has been read.
        """
        found = self._hub.store.load(name) if is_table_id(name) else None
        if found is None or not self._hub.precompiler.is_ready(found[0].game.game):
            return found, None
        return found, _table_of(*found, self._hub.uptime)


def _table_of(setup: TableSetup, rows: list[Row], clock: Clock) -> Table:
    from azulejos.session import Table

    return Table.load(setup, rows, clock)
