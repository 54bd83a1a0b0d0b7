"""Time-outs at a live table: when a player's time has run out, a bot takes over.

Of the processes that have a table's clients, one stores the time-out: the one that holds the lease.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.server.hub import Hub, LiveTable

logger = logging.getLogger("azulejos")
#: Seconds after which a look is repeated: at a clock with days left, and after a failure.
LONGEST_WAIT, RETRY = 3600.0, 1.0


class ClockWatch:
    """The timer of the clock that runs at one table."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self._hub = hub
        #: Not a cycle of references: a table that is left leaves memory at once.
        self._reference = weakref.ref(live)
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def _live(self) -> LiveTable:
        live = self._reference()
        assert live is not None
        return live

    def schedule(self, at_least: float = 0.0) -> None:
        """Look when the time of the player to move runs out, if there is one."""
        self.stop()
        clocks = self._live.table.clocks
        due = clocks.due(self._hub.uptime.now()) if clocks else None
        if due is not None and self._live.connections:
            delay = max(at_least, min(due, LONGEST_WAIT))
            self._timer = asyncio.get_running_loop().call_later(delay, self._look)

    def stop(self) -> None:
        """End the timer."""
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        if self._reference() is None:
            return
        clocks = self._live.table.clocks
        if clocks and clocks.out_of_time() is None:  # the timer was early, or waits for days
            self.schedule()
        elif self._task is None:
            self._task = asyncio.create_task(self._time_out())

    async def _time_out(self) -> None:
        live = self._live
        try:
            with self._hub.holding(live):
                await self._time_out_with_lease()
        except Exception:
            logger.exception("a time-out was not stored", extra={"table": live.id})
        finally:
            self._task = None
            self.schedule(RETRY)

    async def _time_out_with_lease(self) -> None:
        """Store the time-out, unless the time was lost by the service itself."""
        if await asyncio.to_thread(self._hub.uptime.beat):
            self._hub.recount_clocks()
        async with self._hub.lease(self._live.id) as newest:
            if newest is None:
                return
            if newest > self._live.table.version:
                await self._live.refresh()
            await self._live.time_out()
