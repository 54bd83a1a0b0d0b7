"""Health: whether the database takes a write, tried at most once a second."""

from __future__ import annotations

import asyncio
import logging
import time

from azulejos.server.errors import ServiceError
from azulejos.server.storage_errors import STORAGE_FAILURES, reason_of, storage_error
from azulejos.server.store import Store

logger = logging.getLogger("azulejos")

#: Seconds for which a result is reused, and for which one is waited.
REUSED_SECONDS = 1.0
WAIT_SECONDS = 5.0


class Health:
    """Tries writes; however many ask, one is under way at a time."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._trial: asyncio.Task[ServiceError | None] | None = None
        self._last: tuple[float, ServiceError | None] | None = None

    async def check(self) -> None:
        """Raise an error if the service could not store anything now."""
        if self._last is None or time.monotonic() - self._last[0] > REUSED_SECONDS:
            if self._trial is None:
                self._trial = asyncio.create_task(self._try())
            done, _ = await asyncio.wait({self._trial}, timeout=WAIT_SECONDS)
            if not done:
                raise ServiceError("storage-unavailable")
        if self._last and (error := self._last[1]):
            raise error

    async def _try(self) -> ServiceError | None:
        error: ServiceError | None = None
        try:
            await asyncio.to_thread(self._store.check)
        except (*STORAGE_FAILURES, OSError) as failure:
            error = storage_error(failure)
            if self._last is None or self._last[1] is None:
                logger.error("the database takes no writes: %s", reason_of(failure))
        finally:
            self._last = time.monotonic(), error
            self._trial = None
        return error
