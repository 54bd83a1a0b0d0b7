"""Workload: how late the event loop is, and how much work is in progress.

New work is refused while the service cannot keep up, so that games that are being played go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator

from azulejos.server.errors import ServiceError
from azulejos.server.settings import Limits

logger = logging.getLogger("azulejos")

#: Seconds between measurements, and how many late ones in a row are an overload: a single one may
#: be a pause of the machine.
INTERVAL = 0.1
LATE_IN_A_ROW = 3


class Workload:
    """The load of one process."""

    def __init__(self, limits: Limits) -> None:
        self.most_pending = limits.pending
        self.most_lag = limits.lag_seconds
        self._late = 0
        self._pending = 0
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._waiting: Counter[str] = Counter()
        self._most_turns = limits.address_turns
        #: Seconds by which the event loop was late at the last measurement.
        self.lag = 0.0

    @property
    def is_late(self) -> bool:
        """Whether the event loop cannot keep up."""
        return self._late >= LATE_IN_A_ROW

    def check(self) -> None:
        """Raise an error where new work is refused."""
        if self.is_late or self._pending >= self.most_pending:
            raise ServiceError("overloaded")

    @contextlib.contextmanager
    def work(self) -> Iterator[None]:
        """Count a piece of work while it is in progress, or refuse it."""
        if self._pending >= self.most_pending:
            raise ServiceError("overloaded")
        self._pending += 1
        try:
            yield
        finally:
            self._pending -= 1

    @contextlib.asynccontextmanager
    async def turn(self, client: str) -> AsyncIterator[None]:
        """Wait until few enough commands or requests of a client are in progress.

        Those of others pass by in the meantime, however many one client has.
        """
        turns = self._turns.setdefault(client, asyncio.Semaphore(self._most_turns))
        self._waiting[client] += 1
        try:
            async with turns:
                yield
        finally:
            self._waiting[client] -= 1
            if not self._waiting[client]:
                del self._waiting[client], self._turns[client]

    async def watch(self) -> None:
        """Measure the lag of the event loop, for ever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + INTERVAL
            await asyncio.sleep(INTERVAL)
            self.note(loop.time() - due)

    def note(self, lag: float) -> None:
        """Note a measurement."""
        self.lag = lag
        was_late = self.is_late
        self._late = self._late + 1 if lag > self.most_lag else 0
        if self.is_late and not was_late:
            logger.warning("overloaded: new tables and connections are refused")
        elif was_late and not self.is_late:
            logger.warning("no longer overloaded")
