"""Collects what tables want to write, and commits it together.

A commit that survives a power cut takes milliseconds, whatever is in it: what arrives while one is
under way goes into the next. Only what is committed is told to anyone.
"""

from __future__ import annotations

import asyncio
from typing import TypeAlias

from azulejos.server.errors import ServiceError
from azulejos.server.store import Batch, Store

#: What is to be written, and who waits for it.
Waiting: TypeAlias = tuple[Batch, asyncio.Future[bool]]


class Writer:
    """The one way into the log, for all tables of a process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    async def write(self, batch: Batch) -> bool:
        """Write a batch; True when it is safe, False if somebody else was faster."""
        if self._closed:
            raise ServiceError("closing")
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, written))
        if self._task is None:
            self._task = asyncio.create_task(self._commit_all())
        return await written

    async def _commit_all(self) -> None:
        while self._waiting:
            waiting, self._waiting = self._waiting, []
            try:
                await self._commit(waiting)
            except Exception:
                for one in waiting:  # one that cannot be written must not spoil the others
                    await self._commit_alone(one)
        self._task = None

    async def _commit(self, waiting: list[Waiting]) -> None:
        answers = await asyncio.to_thread(self._store.write, [batch for batch, _ in waiting])
        for (_, written), answer in zip(waiting, answers, strict=True):
            if not written.done():
                written.set_result(answer)

    async def _commit_alone(self, one: Waiting) -> None:
        try:
            await self._commit([one])
        except Exception as error:
            if not one[1].done():
                one[1].set_exception(error)

    async def close(self) -> None:
        """Finish what is under way; nothing more is accepted."""
        self._closed = True
        if self._task:
            await self._task
