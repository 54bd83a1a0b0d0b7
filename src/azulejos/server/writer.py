"""Group commit: writes of all tables that arrive during a commit share the next one.

A durable commit takes milliseconds, whatever its size. Nothing is broadcast before it is committed.
One thread writes. Commits start at least `COMMIT_SECONDS` after each other, because a commit costs
more than the rows in it: a table on its own never waits, and a thousand tables share. Where several
processes write to a database, all of them together commit no more often than one.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from azulejos.server.errors import ServiceError
from azulejos.server.metrics import Metrics
from azulejos.server.storage_errors import is_lost, is_outage
from azulejos.server.store import Batch, Store

#: Seconds between the starts of two commits to a database.
COMMIT_SECONDS = 0.008
#: The most processes for which each of them waits longer: clients must not notice it.
MOST_SHARING = 3

#: A batch, and the future of its result.
Pending: TypeAlias = tuple[Batch, asyncio.Future[bool]]


class Writer:
    """The only writer of a process."""

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self._store = store
        self._metrics = metrics or Metrics()
        #: How many processes write to the database.
        self.processes: Callable[[], int] = lambda: 1
        self._pending: list[Pending] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")

    async def write(self, batch: Batch) -> bool:
        """Write a batch; False if a concurrent writer took its numbers."""
        if self._closed:
            raise ServiceError("closing")
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._pending.append((batch, written))
        if self._task is None:
            self._task = asyncio.create_task(self._commit_all())
        return await written

    async def _commit_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._pending:
            due = loop.time() + COMMIT_SECONDS * min(self.processes(), MOST_SHARING)
            pending, self._pending = self._pending, []
            try:
                await self._commit(pending)
            except Exception as error:
                if is_outage(error):
                    await self._commit_again(pending, error)
                    continue
                for one in pending:  # a batch that fails must not fail the others
                    await self._commit_alone(one)
            if not self._closed:
                await asyncio.sleep(due - loop.time())
        self._task = None

    async def _commit(self, pending: list[Pending]) -> None:
        started = time.perf_counter()
        batches = [batch for batch, _ in pending]
        loop = asyncio.get_running_loop()
        answers = await loop.run_in_executor(self._thread, self._store.write, batches)
        self._metrics.commits.observe(time.perf_counter() - started)
        self._metrics.batches += len(pending)
        for (_, written), answer in zip(pending, answers, strict=True):
            if not written.done():
                written.set_result(answer)

    async def _commit_again(self, pending: list[Pending], error: Exception) -> None:
        """Try once more if the connection was lost; else all of them fail alike, and at once."""
        try:
            if not is_lost(error):
                raise error
            await self._commit(pending)
        except Exception as failure:
            for _, written in pending:
                if not written.done():
                    written.set_exception(failure)

    async def _commit_alone(self, one: Pending) -> None:
        try:
            await self._commit([one])
        except Exception as error:
            if not one[1].done():
                one[1].set_exception(error)

    async def close(self) -> None:
        """Finish pending writes; later ones are refused."""
        self._closed = True
        if self._task:
            await self._task
        self._thread.shutdown()
