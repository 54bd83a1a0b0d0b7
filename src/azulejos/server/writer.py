"""Group commit: writes of all tables that arrive during a commit share the next one.

A durable commit takes milliseconds, whatever its size. Nothing is broadcast before it is committed.
"""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from azulejos.server.errors import ServiceError
from azulejos.server.store import Batch, Store

#: A batch, and the future of its result.
Pending: TypeAlias = tuple[Batch, asyncio.Future[bool]]


class Writer:
    """The only writer of a process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[Pending] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

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
        while self._pending:
            pending, self._pending = self._pending, []
            try:
                await self._commit(pending)
            except Exception:
                for one in pending:  # a batch that fails must not fail the others
                    await self._commit_alone(one)
        self._task = None

    async def _commit(self, pending: list[Pending]) -> None:
        answers = await asyncio.to_thread(self._store.write, [batch for batch, _ in pending])
        for (_, written), answer in zip(pending, answers, strict=True):
            if not written.done():
                written.set_result(answer)

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
