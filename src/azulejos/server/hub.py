"""Live tables: those with connections in this process, their bots, and the order of writes.

A command is validated, appended to the database, made current and then broadcast, under a lock per
table. Clients never see what is not committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from typing import TypeAlias

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from azulejos.bots.pool import BotPool
from azulejos.server.auth import is_table_id
from azulejos.server.errors import ServiceError
from azulejos.server.settings import Settings
from azulejos.server.store import Batch, Store
from azulejos.server.writer import Writer
from azulejos.session import Change, OutOfSync, Stale, Table
from azulejos.session.codec import encode
from azulejos.session.messages import Presence, ServerMessage

logger = logging.getLogger("azulejos")

#: WebSocket close codes.
RESTART, SLOW = 1012, 1013
#: Backpressure: a client with this many unsent messages is disconnected.
MAX_QUEUED = 64
#: Seconds before a bot that failed is asked again.
BOT_RETRY = 5.0

#: Code and reason of a closed connection.
CloseReason: TypeAlias = tuple[int, str]


class Connection:
    """One client of a table: its seats, the last version sent, and its queue of messages."""

    def __init__(self, seats: frozenset[int], *, version: int, options: bool) -> None:
        self.seats = seats
        self.version = version
        self.options = options
        self.outgoing: asyncio.Queue[str | CloseReason] = asyncio.Queue()

    def send(self, message: ServerMessage) -> None:
        """Queue a message."""
        self.send_text(encode(message).decode())

    def send_text(self, text: str) -> None:
        """Queue an encoded message; a client that reads too slowly is disconnected."""
        if self.outgoing.qsize() == MAX_QUEUED:
            self.close(SLOW)
        elif self.outgoing.qsize() < MAX_QUEUED:
            self.outgoing.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after the queued messages."""
        self.outgoing.put_nowait((code, reason))


class LiveTable:
    """A table with its connections and bots."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        #: Reference count: sessions, and work that must finish. See `Hub.live`.
        self.users = 0
        self._hub = hub
        self._lock = asyncio.Lock()
        self._left_at: dict[int, float] = {}
        self._hurried = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._presence_timer: asyncio.TimerHandle | None = None

    # Presence

    @property
    def present(self) -> frozenset[int]:
        """The seats whose owners are connected to this process."""
        return frozenset(seat for connection in self.connections for seat in connection.seats)

    def join(self, connection: Connection) -> None:
        """Add a connection: it gets an update, the others the new presence."""
        self.connections.add(connection)
        for seat in connection.seats:
            self._left_at.pop(seat, None)
        self.send_update(connection)
        self._broadcast_presence()
        self._schedule_presence()
        self.wake_bots()

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        now = asyncio.get_running_loop().time()
        for seat in connection.seats - self.present:
            self._left_at[seat] = now
        self._broadcast_presence()
        self._schedule_presence()

    def _broadcast_presence(self) -> None:
        seats = self.table.view(present=self.present, away=self.away).seats
        message = Presence([seat.present for seat in seats], [seat.replaceable for seat in seats])
        text = encode(message).decode()
        for connection in self.connections:
            connection.send_text(text)

    def _schedule_presence(self) -> None:
        """Broadcast presence again when the grace period of absent players has passed."""
        if self._presence_timer:
            self._presence_timer.cancel()
        if self.connections:
            loop = asyncio.get_running_loop()
            delay = self._hub.settings.grace_period + 0.1
            self._presence_timer = loop.call_later(delay, self._broadcast_presence)

    @property
    def away(self) -> frozenset[int]:
        """The seats whose owners are absent for longer than the grace period."""
        return frozenset(seat for seat in range(self.table.players) if self._is_away(seat))

    def _is_away(self, seat: int) -> bool:
        if seat in self.present:
            return False
        grace_period = self._hub.settings.grace_period
        if seat in self._left_at:
            return asyncio.get_running_loop().time() - self._left_at[seat] >= grace_period
        waiting = datetime.now(UTC) - self.table.last_change
        return waiting.total_seconds() >= grace_period

    # Commands

    async def perform(
        self, command: Callable[[Table], Change], message: str, version: int | None = None
    ) -> None:
        """Carry out a command once: store it, then broadcast it. Survives cancellation."""
        await asyncio.shield(asyncio.create_task(self._perform(command, message, version)))

    async def _perform(
        self, command: Callable[[Table], Change], message: str, version: int | None
    ) -> None:
        async with self._hub.holding(self), self._lock:
            if message in self.table.seen_messages:
                return
            if version is not None:
                self.table.check_current(version)
            try:
                await self._write(command(self.table))
            except Stale:
                if message not in self.table.seen_messages:
                    raise
        self.wake_bots()

    async def _write(self, change: Change, also: Batch | None = None) -> None:
        """Store a change, make it current and broadcast it; the lock is held."""
        table = self.table
        batch = Batch(table.setup.id, change.rows, finished=change.ends_game, also=also)
        if not await self._hub.writer.write(batch):
            await self._catch_up()
            raise Stale("stale-version")
        table.commit(change)
        self._broadcast_update()

    async def rematch(self, seat: int, set_up: Callable[[Table], Batch]) -> None:
        """Set up the table of a rematch, unless there is one already."""
        async with self._lock:
            while self.table.rematch is None:
                table = set_up(self.table)
                with contextlib.suppress(Stale):
                    await self._write(self.table.rematch_at(seat, table.game), also=table)

    async def refresh(self) -> None:
        """Apply what another process has written."""
        async with self._lock:
            await self._catch_up()
        self.wake_bots()

    async def _catch_up(self) -> None:
        before = self.table.version
        try:
            rows = await asyncio.to_thread(
                self._hub.store.after, self.table.setup.id, self.table.version
            )
            self.table.apply(rows)
        except OutOfSync:
            self.table = await self._hub.load(self.table.setup.id)
        if self.table.version != before:
            self._broadcast_update()

    def _broadcast_update(self) -> None:
        """Send the update to all connections, encoded once per audience."""
        encoded: dict[tuple[frozenset[int], int, bool], str] = {}
        for connection in self.connections:
            audience = connection.seats, connection.version, connection.options
            if audience not in encoded:
                encoded[audience] = self._update_for(connection)
            connection.version = self.table.version
            connection.send_text(encoded[audience])
        self._schedule_presence()

    def send_update(self, connection: Connection) -> None:
        """Send the update to one connection."""
        text = self._update_for(connection)
        connection.version = self.table.version
        connection.send_text(text)

    def _update_for(self, connection: Connection) -> str:
        seats, version, options = connection.seats, connection.version, connection.options
        update = self.table.update(seats, self.present, self.away, version, options=options)
        return encode(update).decode()

    # Bots

    def wake_bots(self) -> None:
        """Let the bots play, if it is their turn and there are connections."""
        if self._bots is None and self.table.bot_to_play and self.connections:
            self._bots = asyncio.create_task(self._play_bots())

    def hurry(self) -> None:
        """Skip the bots' pauses until it is a person's turn."""
        if self.table.bot_to_play:
            self._hurried.set()

    async def _play_bots(self) -> None:
        try:
            async with self._hub.holding(self):
                while self.table.bot_to_play and self.connections:
                    await self._play_bot()
        finally:
            self._bots = None
            self._hurried.clear()

    async def _play_bot(self) -> None:
        try:
            await self._play_one_move()
        except Exception:
            logger.exception("a bot could not move", extra={"table": self.table.setup.id})
            await asyncio.sleep(BOT_RETRY)

    async def _play_one_move(self) -> None:
        version, seat = self.table.version, self.table.to_play
        name = self.table.bot_to_play
        assert name is not None
        assert seat is not None
        thinking = self._hub.pool.choose(name, self.table.game.position)
        choice, _ = await asyncio.gather(thinking, self._pause())
        with contextlib.suppress(Stale):  # another process was faster: look again
            async with self._lock:
                if self.table.is_current(version):
                    move = str(choice.move)
                    await self._write(self.table.play(frozenset({seat}), move, bot=name))

    async def _pause(self) -> None:
        """Wait for `bot_pace` seconds, or until a client hurries the bots."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), self._hub.settings.bot_pace)

    def stop(self) -> None:
        """Close all connections; the service shuts down."""
        if self._bots:
            self._bots.cancel()
        if self._presence_timer:
            self._presence_timer.cancel()
        for connection in self.connections:
            connection.close(RESTART)


class Hub:
    """The live tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.writer = Writer(store)
        self.rate_limiter = FixedWindowRateLimiter(MemoryStorage())
        #: Open connections by client address.
        self.addresses: Counter[str] = Counter()
        self._tables: dict[str, LiveTable] = {}
        self.pool = BotPool(settings.bot_seconds, settings.hint_seconds)

    async def load(self, name: str) -> Table:
        """Load a table from the database."""
        known = is_table_id(name)
        found = await asyncio.to_thread(self.store.load, name) if known else None
        if found is None:
            raise ServiceError("no-such-table")
        return await asyncio.to_thread(Table.load, *found)

    async def table(self, name: str) -> Table:
        """A table to read: the live one, or a copy from the database."""
        live = self._tables.get(name)
        return live.table if live else await self.load(name)

    async def live(self, name: str) -> LiveTable:
        """The live table of an id, loaded if needed. The caller must `release` it.

        There is never more than one for an id.
        """
        fresh = False
        if name not in self._tables:
            table = await self.load(name)
            if name not in self._tables:
                self._tables[name] = LiveTable(self, table)
                fresh = True
        live = self._tables[name]
        async with self.holding(live):
            if fresh:  # it may have been live, changed and released while it was loaded
                await live.refresh()
            live.users += 1
        return live

    def release(self, live: LiveTable) -> None:
        """Drop a reference; an unused table leaves memory."""
        live.users -= 1
        if live.users == 0:
            del self._tables[live.table.setup.id]

    @contextlib.asynccontextmanager
    async def holding(self, live: LiveTable) -> AsyncIterator[None]:
        """Hold a reference to a live table."""
        live.users += 1
        try:
            yield
        finally:
            self.release(live)

    async def refresh(self, name: str) -> None:
        """Another process has written to a table."""
        if name in self._tables:
            await self._tables[name].refresh()

    async def refresh_all(self) -> None:
        """Other processes may have written to any table."""
        for name in list(self._tables):
            await self.refresh(name)

    def check_rate(self, limit: str, *key: str) -> None:
        """Raise an error where a rate limit is exceeded."""
        if not self.rate_limiter.hit(parse(limit), *key):
            raise ServiceError("too-fast")

    async def close(self) -> None:
        """Close all connections and finish writing."""
        for live in self._tables.values():
            live.stop()
        await self.writer.close()
        self.pool.close()
