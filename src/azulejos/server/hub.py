"""Live tables: those with connections in this process, their bots, and the order of writes.

A command is validated, appended to the database, made current and then broadcast, under a lock per
table. Clients never see what is not committed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from azulejos.bots.pool import BotPool
from azulejos.precompile import Precompiler
from azulejos.server.bot_turns import BotTurns
from azulejos.server.clock_watch import ClockWatch
from azulejos.server.cluster import Cluster, NoticeRow
from azulejos.server.connections import Connection, send_presence, send_updates
from azulejos.server.errors import ServiceError
from azulejos.server.guards import guard_after
from azulejos.server.health import Health
from azulejos.server.holding import Holding
from azulejos.server.loading import Loader
from azulejos.server.metrics import Metrics
from azulejos.server.open_tables import free_seats
from azulejos.server.pg_listen import Links
from azulejos.server.presence import NO_SEATS, PresenceRegistry
from azulejos.server.rate_limits import RateLimiter
from azulejos.server.settings import Settings
from azulejos.server.storage_errors import STORAGE_FAILURES
from azulejos.server.store import Batch, Store
from azulejos.server.uptime import Uptime
from azulejos.server.workload import Workload
from azulejos.server.writer import Writer
from azulejos.session import Row
from azulejos.session.errors import OutOfSync, Stale, TableError
from azulejos.session.tokens import hash_of, seats_of

if TYPE_CHECKING:
    from azulejos.session import Change, News, Table

logger = logging.getLogger("azulejos")

#: WebSocket close codes: the service restarts; the table is not shown, or no longer stored.
RESTART, FORBIDDEN, MISSING = 1012, 4403, 4404
#: A table's time of change is stored once a minute: its log has the exact one.
TOUCH_AFTER = timedelta(minutes=1)
#: Seconds between looks at compilations that are waited for.
PREPARATION_POLL = 0.1


class LiveTable:
    """A table with its connections and bots."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.table = table
        self.connections: set[Connection] = set()
        #: Reference count: sessions, and work that must finish. See `Hub.live`.
        self.users = 0
        self._hub = hub
        self._lock = asyncio.Lock()
        self.bots = BotTurns(hub, self)
        self.clock_watch = ClockWatch(hub, self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._presence_timer: asyncio.TimerHandle | None = None
        self._token_version = table.token_version

    # Presence

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.setup.id

    @property
    def present(self) -> frozenset[int]:
        """The seats whose owners are connected, to any process."""
        return self._hub.presence.connected(self.id)

    @property
    def is_complete(self) -> bool:
        """Whether every seat has its owner connected, or a bot."""
        table, present = self.table, self.present
        return all(seat in present or table.bot_of(seat) for seat in range(table.players))

    def join(self, connection: Connection) -> None:
        """Add a connection: it gets an update, the others the new presence."""
        self.connections.add(connection)
        self._note_presence()
        self.send_update(connection)
        self.presence_changed()

    def leave(self, connection: Connection) -> None:
        """Remove a connection."""
        self.connections.discard(connection)
        self._note_presence()
        self.presence_changed()

    def _note_presence(self) -> None:
        """Note which seats are connected to this process, and tell the others."""
        seats = NO_SEATS.union(*(connection.seats for connection in self.connections))
        self._hub.set_presence(self.id, seats if self.connections else None)

    def presence_changed(self) -> None:
        """Clients have come or gone, in this process or in another one."""
        self._broadcast_presence()
        self._schedule_presence()
        self.clock_watch.schedule()
        self.bots.wake()

    def _broadcast_presence(self) -> None:
        away = self.away
        send_presence(self.connections, self.table, self.present, away)
        if self.table.undo_policy.settle(away):
            self._in_background(self._settle_undo())

    def _schedule_presence(self) -> None:
        """Broadcast presence again when the grace period of absent players has passed."""
        if self._presence_timer:
            self._presence_timer.cancel()
            self._presence_timer = None
        present = self.present
        everyone = all(self.table.is_present(seat, present) for seat in range(self.table.players))
        if self.connections and not everyone:
            loop = asyncio.get_running_loop()
            delay = self._hub.settings.grace_period + 0.1
            self._presence_timer = loop.call_later(delay, self._broadcast_presence)

    @property
    def away(self) -> frozenset[int]:
        """The seats whose owners are absent for longer than the grace period."""
        if len(self.present) == self.table.players:
            return NO_SEATS
        idle = datetime.now(UTC) - self.table.last_change
        return self._hub.presence.away(self.id, self.table.players, idle.total_seconds())

    # Commands

    async def perform(
        self,
        command: Callable[[Table], Change],
        message: str,
        version: int | None,
        answer: Callable[[int], None],
    ) -> None:
        """Carry out a command once: store it, then broadcast it. Survives cancellation.

        `answer` is called with the version at which the command was carried out.
        """
        work = self._perform(command, message, version, answer)
        started = time.perf_counter()
        await asyncio.shield(asyncio.create_task(work))
        self._hub.metrics.commands.observe(time.perf_counter() - started)

    async def _perform(
        self,
        command: Callable[[Table], Change],
        message: str,
        version: int | None,
        answer: Callable[[int], None],
    ) -> None:
        with self._hub.holding(self):
            async with self._lock:
                if message not in self.table.seen_messages:
                    if version is not None:
                        self.table.check_current(version)
                    try:
                        await self._write(command(self.table))
                    except Stale:
                        if message not in self.table.seen_messages:
                            raise
                answer(self.table.seen_messages.get(message, self.table.version))
        self.bots.wake()

    async def _write(self, change: Change, also: Batch | None = None) -> None:
        """Store a change, make it current and broadcast it; the lock is held."""
        table = self.table
        last, now = table.last_change, change.rows[-1].entry.time
        shared = self._hub.presence.is_shared(table.setup.id)
        batch = Batch(
            table.setup.id,
            change.rows,
            finished=change.ends_game,
            touched=now - last >= TOUCH_AFTER or now.minute != last.minute,
            also=also,
            free=free_seats(table, change),
            news=table.news_of(change) if shared else None,
            guard=guard_after(table, change),
        )
        if not await self._hub.writer.write(batch):
            await self._catch_up()
            await self._check_kept(change)
            raise Stale("stale-version")
        table.commit(change, batch.news)
        self._broadcast_update()
        self._hub.metrics.count_moves(table.game.name, change.rows)

    async def _check_kept(self, change: Change) -> None:
        """Close a table whose change was refused because it is no longer stored."""
        table = self.table
        kept = table.version >= change.rows[0].number
        if not kept and not await asyncio.to_thread(self._hub.store.exists, table.setup.id):
            for connection in self.connections:
                connection.close(MISSING, "table-removed")
            raise ServiceError("table-removed")

    async def rematch(self, seat: int, set_up: Callable[[Table], Batch]) -> None:
        """Set up the table of a rematch, unless there is one already."""
        async with self._lock:
            while self.table.rematch is None:
                table = set_up(self.table)
                with contextlib.suppress(Stale):
                    await self._write(self.table.rematch_at(seat, table.game), also=table)

    async def take_seat(self, name: str | None, token: str) -> int:
        """Give an open seat to the owner of a token; returns the seat."""
        async with self._lock:
            while not (seats := seats_of([hash_of(token)], self.table.seats)):
                with contextlib.suppress(Stale):  # another one may be free
                    await self._write(self.table.join(name, token))
        return min(seats)

    def receive(self, rows: Sequence[Row], news: News | None = None) -> None:
        """Apply rows that another process has written; at once where no write is in progress."""
        if self._lock.locked():
            self._in_background(self._receive_locked(rows, news))
        else:
            self._apply(rows, news)

    async def _receive_locked(self, rows: Sequence[Row], news: News | None) -> None:
        with self._hub.holding(self):
            async with self._lock:
                pass
            self._apply(rows, news)

    def _apply(self, rows: Sequence[Row], news: News | None) -> None:
        before = self.table.version
        try:
            self.table.apply(rows, news)
        except OutOfSync:
            self.refresh_soon()
        if self.table.version != before:
            self._broadcast_update()
            self.bots.wake()

    def refresh_soon(self) -> None:
        """Read what another process has written, in the background."""
        self._in_background(self.refresh())

    def _in_background(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def refresh(self) -> None:
        """Read what another process has written."""
        with self._hub.holding(self):
            async with self._lock:
                await self._catch_up()
        self.bots.wake()

    async def _catch_up(self) -> None:
        before = self.table.version
        try:
            rows = await asyncio.to_thread(
                self._hub.store.after, self.table.setup.id, self.table.version
            )
            self.table.apply(rows)
        except OutOfSync:
            self.table = await self._hub.loader.load(self.table.setup.id)
        if self.table.version != before:
            self._broadcast_update()

    def _broadcast_update(self) -> None:
        reseated = self._token_version != self.table.token_version
        if reseated:
            self._check_tokens()
        send_updates(self.connections, self.table, self.present, self.away)
        if reseated:
            self.presence_changed()
        else:
            self._schedule_presence()
            if self.table.clocks:
                self.clock_watch.schedule()

    def _check_tokens(self) -> None:
        """A token was replaced: connections with the old one lose its seat."""
        self._token_version = self.table.token_version
        for connection in list(self.connections):
            connection.seats = seats_of(connection.hashes, self.table.seats)
            try:
                self.table.check_visible(connection.seats)
            except TableError as error:
                self.connections.discard(connection)
                connection.close(FORBIDDEN, error.code)
        self._note_presence()

    def send_update(self, connection: Connection) -> None:
        """Send the update to one connection."""
        send_updates([connection], self.table, self.present, self.away)

    async def _settle_undo(self) -> None:
        """Carry out an undo for which no answer is awaited any more: a player has left."""
        with contextlib.suppress(Stale), self._hub.holding(self):  # another process was faster
            async with self._lock:
                if change := self.table.undo_policy.settle(self.away):
                    await self._write(change)
        self.bots.wake()

    async def follow_clocks(self) -> None:
        """Start the clocks; or let a bot take over from the player whose time has run out."""
        with contextlib.suppress(Stale):  # a move was faster
            async with self._lock:
                if change := self.table.start_clocks() or self.table.time_out():
                    await self._write(change)
        self.bots.wake()

    def recount_clocks(self) -> None:
        """The service was down without noticing: give the lost time back."""
        if self.table.clocks:
            self.table.clocks.recount()
            self._broadcast_update()

    # Bots

    async def play_bot(self, seat: int, bot: str, move: str, version: int) -> None:
        """Play a bot's move, unless the game has changed since it was chosen."""
        with contextlib.suppress(Stale):  # another process was faster
            async with self._lock:
                if self.table.is_current(version) and self.table.bot_due:
                    await self._write(self.table.play(frozenset({seat}), move, bot=bot))

    def hurry(self) -> None:
        """Skip the bots' pauses until it is a person's turn, whichever process plays them."""
        if self.table.bot_to_play:
            self.bots.hurry()
            if self._hub.cluster:
                self._hub.cluster.hurry(self.id)

    def stop(self) -> None:
        """Close all connections; the service shuts down."""
        self.bots.stop()
        self.clock_watch.stop()
        if self._presence_timer:
            self._presence_timer.cancel()
        for connection in self.connections:
            connection.close(RESTART)


class Hub:
    """The live tables of one process."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.metrics = Metrics()
        self.writer = Writer(store, self.metrics)
        self.health = Health(store)
        self.uptime = Uptime(store)
        self.precompiler = Precompiler()
        #: Messages and hellos by connection; all else by client address.
        self.message_rate = RateLimiter(settings.limits.messages)
        self.table_rate = RateLimiter(settings.limits.tables)
        self.join_rate = RateLimiter(settings.limits.joins)
        self.request_rate = RateLimiter(settings.limits.requests)
        self.page_rate = RateLimiter(settings.limits.page_requests)
        self.hello_rate = RateLimiter(settings.limits.hellos)
        self.address_rate = RateLimiter(settings.limits.address_messages)
        self.workload = Workload(settings.limits)
        #: Open connections by client address.
        self.addresses: Counter[str] = Counter()
        self._tables: dict[str, LiveTable] = {}
        self.loader = Loader(self)
        self.pool = BotPool(settings.bot_seconds, settings.hint_seconds)
        self.presence = PresenceRegistry(settings.grace_period)
        #: The other processes; None where this one is alone.
        self.cluster: Cluster | None = None
        self.links: Links | None = None

    async def prepare(self, game: str, players: int | None = None) -> None:
        """Wait until the rules of a game are compiled, or its bots for a number of players."""
        self.precompiler.want(game, players)
        while not self.precompiler.is_ready(game, players):
            await asyncio.sleep(PREPARATION_POLL)

    @property
    def tables(self) -> Collection[LiveTable]:
        """The live tables."""
        return self._tables.values()

    async def table(self, name: str) -> Table:
        """A table to read: the live one, or a copy from the database."""
        live = self._tables.get(name)
        return live.table if live else await self.loader.load(name)

    async def live(self, name: str) -> LiveTable:
        """The live table of an id, loaded if needed. The caller must `release` it.

        There is never more than one for an id.
        """
        fresh = False
        if name not in self._tables:
            table = await self.loader.load_once(name)
            if name not in self._tables:
                self._tables[name] = LiveTable(self, table)
                fresh = True
        live = self._tables[name]
        with self.holding(live):
            if fresh:  # it may have been live, changed and released while it was loaded
                await live.refresh()
            live.users += 1
        return live

    def release(self, live: LiveTable) -> None:
        """Drop a reference; an unused table leaves memory."""
        live.users -= 1
        if live.users == 0:
            del self._tables[live.table.setup.id]

    def holding(self, live: LiveTable) -> Holding:
        """Hold a reference to a live table, in a context."""
        return Holding(self, live)

    def recount_clocks(self) -> None:
        """The service was down for a while: that time does not count for the players."""
        for live in self._tables.values():
            live.recount_clocks()

    # Other processes

    def join_cluster(self) -> Links:
        """Become a member of the processes that share a PostgreSQL database."""
        self.cluster = Cluster(self.presence, self)
        self.store.notices, self.writer.processes = self.cluster.written, self.cluster.size
        self.links = Links(self.store.engine.url, self.cluster, self.catch_up)
        return self.links

    def lease(self, table: str) -> contextlib.AbstractAsyncContextManager[int | None]:
        """The right to play a table's bots, with its newest version; see `Links.lease`."""
        return self.links.lease(table) if self.links else contextlib.nullcontext(0)

    def set_presence(self, table: str, seats: frozenset[int] | None) -> None:
        """Note which seats of a table are connected to this process; None without connections."""
        if self.presence.set_here(table, seats) and self.cluster:
            self.cluster.seats_changed(table, seats)

    def receive(self, table: str, rows: list[NoticeRow] | None, news: News | None) -> None:
        """Another process has written to a table."""
        if live := self._tables.get(table):
            if rows is None:
                live.refresh_soon()
            else:
                live.receive([Row(entry, message) for entry, message in rows], news)

    def presence_changed(self, tables: Iterable[str]) -> None:
        """Clients of other processes have come or gone."""
        for table in tables:
            if live := self._tables.get(table):
                live.presence_changed()

    def hurry(self, table: str) -> None:
        """A client of another process hurries the bots."""
        if live := self._tables.get(table):
            live.bots.hurry()

    async def catch_up(self) -> None:
        """Read what other processes have written to any live table, in one query."""
        versions = {name: live.table.version for name, live in self._tables.items()}
        for table, rows in (await asyncio.to_thread(self.store.after_all, versions)).items():
            if live := self._tables.get(table):
                live.receive(rows)

    async def close(self) -> None:
        """Close all connections and finish writing."""
        for live in self._tables.values():
            live.stop()
        await self.writer.close()
        if self.cluster is None or not self.cluster.members:
            with contextlib.suppress(*STORAGE_FAILURES):
                await asyncio.to_thread(self.uptime.stop)
        if self.links:
            await self.links.close()
        self.pool.close()
        self.precompiler.close()
