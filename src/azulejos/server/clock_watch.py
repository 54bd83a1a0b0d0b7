"""Clocks of a live table: when they start, and when a player's time has run out.

Of the processes that have a table's clients, one stores it: the one that holds the lease.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.server.hub import Hub, LiveTable
    from azulejos.session.clocks import Clocks

logger = logging.getLogger("azulejos")
#: Seconds for a first move, from when all persons have been connected. Then the clocks start: a
#: player who waits must not be held up for ever.
FIRST_MOVE = 60.0
#: Seconds after which a look is repeated: at a clock with days left, and after a failure.
LONGEST_WAIT, RETRY = 3600.0, 1.0


class ClockWatch:
    """The timer of the clock that runs at one table."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self._hub = hub
        #: Not a cycle of references: a table that is left leaves memory at once.
        self._reference = weakref.ref(live)
        self._timer: asyncio.TimerHandle | None = None
        #: When the clocks start, in the loop's time, and the version of the game that is about.
        self._start: tuple[float, int] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def _live(self) -> LiveTable:
        live = self._reference()
        assert live is not None
        return live

    def schedule(self, at_least: float = 0.0) -> None:
        """Look when the clocks start, or the time of the player to move runs out."""
        self.stop()
        clocks = self._live.table.clocks
        if clocks is None or not self._live.connections:
            return
        due = self._due(clocks)
        if due is not None:
            delay = max(at_least, min(due, LONGEST_WAIT))
            self._timer = asyncio.get_running_loop().call_later(delay, self._look)

    def _due(self, clocks: Clocks) -> float | None:
        """Seconds until there is something to store."""
        return clocks.due(self._hub.uptime.now()) if clocks.started else self._until_start()

    def _until_start(self) -> float | None:
        """Seconds until the clocks start; None before all were there for this move."""
        live, now = self._live, asyncio.get_running_loop().time()
        version = live.table.game_version
        if self._start is None or self._start[1] != version:
            self._start = (now + FIRST_MOVE, version) if live.is_complete else None
        return self._start[0] - now if self._start else None

    def stop(self) -> None:
        """End the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._reference() is None:
            return
        if not self._is_due():
            self.schedule()  # the timer was early, or waits for days
        elif self._task is None:
            self._task = asyncio.create_task(self._act())

    def _is_due(self) -> bool:
        clocks = self._live.table.clocks
        due = self._due(clocks) if clocks else None
        return due is not None and due <= 0

    async def _act(self) -> None:
        live = self._live
        try:
            with self._hub.holding(live):
                await self._act_with_lease()
        except Exception:
            logger.exception("a clock was not followed", extra={"table": live.id})
        finally:
            self._task = None
            self.schedule(RETRY)

    async def _act_with_lease(self) -> None:
        """Store the start or the time-out, unless the time was lost by the service itself."""
        if await asyncio.to_thread(self._hub.uptime.beat):
            self._hub.recount_clocks()
        async with self._hub.lease(self._live.id) as newest:
            if newest is None:
                return
            if newest > self._live.table.version:
                await self._live.refresh()
            if self._is_due():  # and not stored by another process
                await self._live.follow_clocks()
