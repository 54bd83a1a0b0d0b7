"""Workload: how late the event loop is, and how much work is in progress.

New work is refused while the service cannot keep up, so that games that are being played go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Iterator

from azulejos.server.errors import ServiceError
from azulejos.server.settings import Limits

logger = logging.getLogger("azulejos")

#: Seconds between measurements, and how many late ones in a row are an overload: a single one may
#: be a pause of the machine.
INTERVAL = 0.1
LATE_IN_A_ROW = 3


class Turn:
    """A command or request of a client in progress, as long as the context lasts."""

    __slots__ = ("_client", "_workload")

    def __init__(self, workload: Workload, client: str) -> None:
        self._workload = workload
        self._client = client

    async def __aenter__(self) -> None:
        await self._workload.take_turn(self._client)

    async def __aexit__(self, *_: object) -> None:
        self._workload.end_turn(self._client)


class Workload:
    """The load of one process."""

    def __init__(self, limits: Limits) -> None:
        self.most_pending = limits.pending
        self.most_lag = limits.lag_seconds
        self._late = 0
        self._pending = 0
        #: Commands and requests of clients that are in progress, and those that wait.
        self._busy: dict[str, int] = {}
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._most_turns = limits.address_turns
        #: Seconds by which the event loop was late at the last measurement.
        self.lag = 0.0

    def __len__(self) -> int:
        """Number of clients with commands or requests in progress."""
        return len(self._busy)

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

    def turn(self, client: str) -> Turn:
        """Wait until few enough commands or requests of a client are in progress.

        Those of others pass by in the meantime, however many one client has.
        """
        return Turn(self, client)

    async def take_turn(self, client: str) -> None:
        """Start a command or request of a client, after those that wait already."""
        busy = self._busy.get(client, 0)
        if busy < self._most_turns:
            self._busy[client] = busy + 1
            return
        turn = asyncio.get_running_loop().create_future()
        waiting = self._waiting.setdefault(client, deque())
        waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end_turn(client)
            raise

    def end_turn(self, client: str) -> None:
        """End a command or request of a client: the next one that waits takes its place."""
        waiting = self._waiting.get(client)
        while waiting:
            turn = waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._waiting.pop(client, None)
        self._busy[client] -= 1
        if not self._busy[client]:
            del self._busy[client]

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
