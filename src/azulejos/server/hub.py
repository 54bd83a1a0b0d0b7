"""All tables that somebody is at right now in this process, and who is connected to them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from azulejos.bots.pool import Minds
from azulejos.server.auth import is_table_id
from azulejos.server.errors import ServiceError, Stale
from azulejos.server.settings import Settings
from azulejos.server.store import Batch, Row, Store
from azulejos.server.table import NONE, OutOfStep, Table
from azulejos.server.writer import Writer

logger = logging.getLogger("azulejos")

#: Codes with which connections are closed.
RESTART, SLOW = 1012, 1013
#: A client that has so many messages waiting reads too slowly to be kept.
MOST_WAITING = 64
#: Seconds before a bot that could not move tries again.
BOT_RECOVERY = 5.0


#: The code and the reason with which a connection is closed.
Farewell: TypeAlias = tuple[int, str]


class Connection:
    """Someone who looks at a table, perhaps from one or more of its seats."""

    def __init__(self, seats: frozenset[int], *, version: int, options: bool) -> None:
        self.seats = seats
        self.version = version
        self.options = options
        self.outgoing: asyncio.Queue[str | Farewell] = asyncio.Queue()

    def send(self, message: dict[str, Any]) -> None:
        """Put a message into the queue; a client that never reads is let go."""
        if self.outgoing.qsize() == MOST_WAITING:
            self.close(SLOW)
        elif self.outgoing.qsize() < MOST_WAITING:
            self.outgoing.put_nowait(json.dumps(message, separators=(",", ":")))

    def close(self, code: int, reason: str = "") -> None:
        """Let the client go, with a code that says why, once it has what waits for it."""
        self.outgoing.put_nowait((code, reason))


class LiveTable:
    """A table, the connections to it, and the bots at it."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        #: How many hold on to it: sessions, and work that must be finished. See `Hub.live`.
        self.users = 0
        self._hub = hub
        self._lock = asyncio.Lock()
        self._left_at: dict[int, float] = {}
        self._hurried = asyncio.Event()
        self._bots: asyncio.Task[None] | None = None
        self._later: asyncio.TimerHandle | None = None

    # Who is here

    @property
    def present(self) -> frozenset[int]:
        """The seats whose owners are connected to this process."""
        return frozenset(seat for connection in self.connections for seat in connection.seats)

    def join(self, connection: Connection) -> None:
        """Somebody looks at the table: tell them everything, and the others that they are here."""
        self.connections.add(connection)
        for seat in connection.seats:
            self._left_at.pop(seat, None)
        self.send_update(connection)
        self._tell_presence()
        self._look_again_later()
        self.wake_bots()

    def leave(self, connection: Connection) -> None:
        """Somebody looks away."""
        self.connections.discard(connection)
        now = asyncio.get_running_loop().time()
        for seat in connection.seats - self.present:
            self._left_at[seat] = now
        self._tell_presence()
        self._look_again_later()

    def _tell_presence(self) -> None:
        seats = self.table.summary(NONE, self.present, self.away)["seats"]
        message = {
            "type": "presence",
            "present": [seat["present"] for seat in seats],
            "replaceable": [seat["replaceable"] for seat in seats],
        }
        for connection in self.connections:
            connection.send(message)

    def _look_again_later(self) -> None:
        """Who is missing now may be gone for good when patience has run out."""
        if self._later:
            self._later.cancel()
        if self.connections:
            loop = asyncio.get_running_loop()
            self._later = loop.call_later(self._hub.settings.patience + 0.1, self._tell_presence)

    @property
    def away(self) -> frozenset[int]:
        """The seats whose owners have been gone for long."""
        return frozenset(seat for seat in range(self.table.players) if self.is_away(seat))

    def is_away(self, seat: int) -> bool:
        """Whether somebody has been gone long enough to be replaced."""
        if seat in self.present:
            return False
        patience = self._hub.settings.patience
        if seat in self._left_at:
            return asyncio.get_running_loop().time() - self._left_at[seat] >= patience
        waiting = datetime.now(UTC) - self.table.last_change
        return waiting.total_seconds() >= patience

    # What happens

    async def perform(
        self, wish: Callable[[Table], Sequence[Row]], message: str, version: int | None = None
    ) -> None:
        """Do what somebody wants, once and whole: write it down, then tell everyone."""
        await asyncio.shield(asyncio.create_task(self._perform(wish, message, version)))

    async def _perform(
        self, wish: Callable[[Table], Sequence[Row]], message: str, version: int | None
    ) -> None:
        async with self._hub.holding(self), self._lock:
            if message in self.table.answered:
                return
            if version is not None and not self.table.is_current(version):
                raise Stale("stale-version")
            try:
                await self.write(wish(self.table))
            except Stale:
                if message not in self.table.answered:
                    raise
        self.wake_bots()

    async def write(self, rows: Sequence[Row], also: Batch | None = None) -> None:
        """Write rows and make them true; the lock is held."""
        table = self.table
        ends = _ends_with(table, rows)
        batch = Batch(table.stored.id, rows, finished=ends, also=also)
        if not await self._hub.writer.write(batch):
            await self._catch_up()
            raise Stale("stale-version")
        table.absorb(rows)
        self._tell_everyone()

    async def rematch(self, seat: int, set_up: Callable[[Table], Batch]) -> None:
        """Set up the table of a rematch, unless there is one already."""
        async with self._lock:
            while self.table.rematch is None:
                table = set_up(self.table)
                with contextlib.suppress(Stale):
                    await self.write(self.table.rematch_with(seat, table.game), also=table)

    async def refresh(self) -> None:
        """Take over what another process has written."""
        async with self._lock:
            await self._catch_up()
        self.wake_bots()

    async def _catch_up(self) -> None:
        before = self.table.version
        try:
            rows = await asyncio.to_thread(
                self._hub.store.after, self.table.stored.id, self.table.version
            )
            self.table.absorb(rows)
        except OutOfStep:
            self.table = await self._hub.load(self.table.stored.id)
        if self.table.version != before:
            self._tell_everyone()

    def _tell_everyone(self) -> None:
        for connection in self.connections:
            self.send_update(connection)
        self._look_again_later()

    def send_update(self, connection: Connection) -> None:
        """Send what a client does not know yet."""
        update = self.table.update(
            connection.seats,
            self.present,
            self.away,
            connection.version,
            options=connection.options,
        )
        connection.version = self.table.version
        connection.send(update)

    # Bots

    def wake_bots(self) -> None:
        """Let the bots play, if it is their turn and somebody is watching."""
        if self._bots is None and self.table.bot_to_play and self.connections:
            self._bots = asyncio.create_task(self._play_bots())

    def hurry(self) -> None:
        """Bots answer at once until it is a person's turn."""
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
            logger.exception("a bot could not move", extra={"table": self.table.stored.id})
            await asyncio.sleep(BOT_RECOVERY)

    async def _play_one_move(self) -> None:
        version, seat = self.table.version, self.table.to_play
        name = self.table.bot_to_play
        assert name is not None
        assert seat is not None
        thinking = self._hub.minds.choose(name, self.table.game.position)
        choice, _ = await asyncio.gather(thinking, self._pause())
        with contextlib.suppress(Stale):  # then somebody else was faster: look again
            async with self._lock:
                if self.table.is_current(version):
                    await self.write(self.table.play(frozenset({seat}), str(choice.move), bot=name))

    async def _pause(self) -> None:
        """As long as a person would take, unless somebody is in a hurry."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._hurried.wait(), self._hub.settings.bot_pace)

    def stop(self) -> None:
        """Send everyone away; the service closes."""
        if self._bots:
            self._bots.cancel()
        if self._later:
            self._later.cancel()
        for connection in self.connections:
            connection.close(RESTART)


def _ends_with(table: Table, rows: Sequence[Row]) -> bool:
    """Whether these rows end the game."""
    if not rows or rows[-1].kind != "move":
        return False
    trial = table.game.copy()
    trial.play(rows[-1].data["move"])
    return trial.is_over


class Hub:
    """The live tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.writer = Writer(store)
        self.limiter = FixedWindowRateLimiter(MemoryStorage())
        self.addresses: Counter[str] = Counter()
        self._tables: dict[str, LiveTable] = {}
        self.minds = Minds(settings.bot_seconds, settings.hint_seconds)

    async def load(self, name: str) -> Table:
        """A table as the log has it."""
        known = is_table_id(name)
        found = await asyncio.to_thread(self.store.load, name) if known else None
        if found is None:
            raise ServiceError("no-such-table")
        return await asyncio.to_thread(Table, *found)

    async def table(self, name: str) -> Table:
        """A table to look at."""
        live = self._tables.get(name)
        return live.table if live else await self.load(name)

    async def live(self, name: str) -> LiveTable:
        """A table to sit at. Who asks must `release` it: there must never be two of one."""
        fresh = False
        if name not in self._tables:
            table = await self.load(name)
            if name not in self._tables:
                self._tables[name] = LiveTable(self, table)
                fresh = True
        live = self._tables[name]
        async with self.holding(live):
            if fresh:  # somebody may have come, played and gone while it was loaded
                await live.refresh()
            live.users += 1
        return live

    def release(self, live: LiveTable) -> None:
        """Forget a table that nobody holds on to; the log remembers it."""
        live.users -= 1
        if live.users == 0:
            del self._tables[live.table.stored.id]

    @contextlib.asynccontextmanager
    async def holding(self, live: LiveTable) -> AsyncIterator[None]:
        """Keep a live table until some work at it is finished."""
        live.users += 1
        try:
            yield
        finally:
            self.release(live)

    async def refresh(self, name: str) -> None:
        """Another process wrote something about a table."""
        if name in self._tables:
            await self._tables[name].refresh()

    async def refresh_all(self) -> None:
        """Other processes may have written something about any table."""
        for name in list(self._tables):
            await self.refresh(name)

    def check_rate(self, limit: str, *who: str) -> None:
        """Refuse whoever asks too often."""
        if not self.limiter.hit(parse(limit), *who):
            raise ServiceError("too-fast")

    async def close(self) -> None:
        """Send everyone away and finish writing."""
        for live in self._tables.values():
            live.stop()
        await self.writer.close()
        self.minds.close()
