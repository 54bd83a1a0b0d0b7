"""Turns of bots at a live table: they think in the pool, one move after the other.

Of the processes that have a table's clients, one plays its bots: the one that holds the lease.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.server.hub import Hub, LiveTable

logger = logging.getLogger("azulejos")
#: Seconds before a bot that failed is asked again.
BOT_RETRY = 5.0
#: Seconds before a lease is asked for again that another process holds.
LEASE_RETRY = 1.0


class BotTurns:
    """The task that plays the bots of one table, as long as it is their turn."""

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self._hub = hub
        #: Not a cycle of references: a table that is left leaves memory at once.
        self._reference = weakref.ref(live)
        self._hurried = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._retry: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether no bot thinks or pauses."""
        return self._task is None

    def wake(self) -> None:
        """Let the bots play, if it is their turn and there are connections."""
        live = self._reference()
        if live is None or not live.table.bot_to_play:
            self._hurried.clear()
        elif self._task is None and _are_due(live):
            self._task = asyncio.create_task(self._play(live))

    def hurry(self) -> None:
        """Skip the pauses until it is a person's turn."""
        live = self._reference()
        if live and live.table.bot_to_play:
            self._hurried.set()

    def stop(self) -> None:
        """End the task; the service shuts down."""
        if self._task:
            self._task.cancel()
        if self._retry:
            self._retry.cancel()

    async def _play(self, live: LiveTable) -> None:
        try:
            with self._hub.holding(live):
                granted = await self._play_with_lease(live)
        except Exception:
            logger.exception("no lease for the bots", extra={"table": live.id})
            granted = False
        finally:
            self._task = None
            self._hurried.clear()
        if granted:
            self.wake()  # a person may have moved while the lease was given back
        else:
            self._wake_later()

    def _wake_later(self) -> None:
        """Ask again for the lease: its holder may stop, or die."""
        if self._retry:
            self._retry.cancel()
        self._retry = asyncio.get_running_loop().call_later(LEASE_RETRY, self.wake)

    async def _play_with_lease(self, live: LiveTable) -> bool:
        """Play until it is a person's turn; False where another process plays."""
        async with self._hub.lease(live.id) as newest:
            if newest is None:
                return False
            if newest > live.table.version:  # written by the last holder of the lease
                await live.refresh()
            while _are_due(live):
                await self._play_one(live)
        return True

    async def _play_one(self, live: LiveTable) -> None:
        try:
            await self._play_one_move(live)
        except Exception:
            logger.exception("a bot could not move", extra={"table": live.id})
            await asyncio.sleep(BOT_RETRY)

    async def _play_one_move(self, live: LiveTable) -> None:
        table = live.table
        version, seat, name = table.version, table.to_play, table.bot_to_play
        assert name is not None
        assert seat is not None
        await self._hub.prepare(table.game.name, table.players)
        started = time.perf_counter()
        thinking = self._hub.pool.choose(name, table.game.position, _client_of(live))
        choice, _ = await asyncio.gather(thinking, self._pause())
        self._hub.metrics.bots.observe(time.perf_counter() - started)
        await live.play_bot(seat, name, str(choice.move), version)

    async def _pause(self) -> None:
        """Wait for `bot_pace` seconds, or until a client hurries the bots."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), self._hub.settings.bot_pace)


def _are_due(live: LiveTable) -> bool:
    """Whether a bot has to move now, and there are connections."""
    return bool(live.table.bot_due and live.connections)


def _client_of(live: LiveTable) -> str:
    """The address for which a table's bots think: of a player, or else of a spectator."""
    players = (connection for connection in live.connections if connection.seats)
    first = next(players, None) or next(iter(live.connections), None)
    return first.address if first else ""
