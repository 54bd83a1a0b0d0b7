"""Notices between processes over PostgreSQL: LISTEN, NOTIFY, and leases as advisory locks.

Two sessions of the database belong to a process: one listens, the other sends notices and holds
leases. The beat that the second one sends must come back through the first; otherwise both are
replaced. A lease ends with its session, so that a process that dies holds none.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

import sqlalchemy as sa

from azulejos.server.cluster import BEAT, Cluster
from azulejos.server.pg_commit import CHANNEL

if TYPE_CHECKING:
    import psycopg

    Session: TypeAlias = psycopg.AsyncConnection[tuple[object, ...]]

logger = logging.getLogger("azulejos")
#: Seconds before reconnecting.
RETRY_DELAY = 1.0
#: Seconds after which a session that does not answer is replaced.
SESSION_TIMEOUT = 4.0
#: Seconds between looks into the database for what no notice told.
CATCH_UP_INTERVAL = 30.0
#: TCP keepalive on both ends, so that the leases of a host that vanished end within seconds.
KEEPALIVES = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "options": ("-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"),
}

SEND = "SELECT pg_notify(%s, notice) FROM unnest(%s::text[]) AS notice"
TRY_LOCK = "SELECT pg_try_advisory_lock(%s)"
UNLOCK = "SELECT pg_advisory_unlock(%s)"
NEWEST = "SELECT coalesce(max(number), 0) FROM log WHERE game = %s"
#: Ends the sessions of a member that is silent, and its leases with them.
FENCE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s"

Answer = TypeVar("Answer")


class SessionLost(ConnectionError):
    """A session of the database does not answer."""


class Links:
    """The two sessions of this process, kept open as long as the service runs."""

    def __init__(
        self, url: sa.URL, cluster: Cluster, catch_up: Callable[[], Awaitable[None]]
    ) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._cluster = cluster
        self._catch_up = catch_up
        self._sender: Session | None = None
        #: How often the sessions were lost.
        self.losses = 0
        self._outgoing = asyncio.Event()
        cluster.on_outgoing = self._outgoing.set

    async def run(self) -> None:
        """Exchange notices, and reconnect where a session is lost."""
        while True:
            try:
                async with self._session() as listener, self._session() as sender:
                    self._sender = sender
                    await self._exchange(listener, sender)
            except Exception as error:
                self.losses += 1
                logger.warning("lost the connection for notices; trying again", exc_info=error)
            finally:
                self._sender = None
            await asyncio.sleep(RETRY_DELAY)

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[Session]:
        import psycopg

        session = await psycopg.AsyncConnection.connect(
            self._address,
            autocommit=True,
            cursor_factory=psycopg.AsyncClientCursor,
            application_name=_application(self._cluster.name),
            **KEEPALIVES,  # type: ignore[arg-type]
        )
        try:
            yield session
        finally:
            await session.close()

    async def _exchange(self, listener: Session, sender: Session) -> None:
        await _answer(listener, listener.execute(f"LISTEN {CHANNEL}"))
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._receive_all(listener))
            self._cluster.join()
            tasks.create_task(self._send_all(sender))
            tasks.create_task(self._beat_all(sender))
            tasks.create_task(self._catch_up_all())

    async def _receive_all(self, listener: Session) -> None:
        """Read notices as they arrive, all that are there at once."""
        loop = asyncio.get_running_loop()
        lost: asyncio.Future[None] = loop.create_future()
        connection = listener.pgconn
        # A descriptor of its own: libpq closes its one when the session ends, and the number could
        # be that of another connection before the loop forgets it.
        readable = os.dup(connection.socket)

        def read() -> None:
            try:
                connection.consume_input()
                while note := connection.notifies():
                    self._receive(note.extra)
            except Exception as error:
                loop.remove_reader(readable)
                if not lost.done():
                    lost.set_exception(error)

        loop.add_reader(readable, read)
        try:
            read()  # what came with the answer to LISTEN
            await lost
        finally:
            loop.remove_reader(readable)
            os.close(readable)

    def _receive(self, notice: bytes) -> None:
        try:
            self._cluster.receive(notice)
        except Exception:  # a table that fails must not cut off the others
            logger.exception("a notice could not be handled")

    async def _send_all(self, sender: Session) -> None:
        outbox = self._cluster.outbox
        while True:
            await self._outgoing.wait()
            self._outgoing.clear()
            notices = outbox[:]
            outbox.clear()
            await _answer(sender, sender.execute(SEND, (CHANNEL, notices)))

    async def _beat_all(self, sender: Session) -> None:
        """Beat, and notice where this process or another one is cut off."""
        sent = self._cluster.echoed
        while sent - self._cluster.echoed <= SESSION_TIMEOUT / BEAT:
            for name in self._cluster.expire():
                await _answer(sender, sender.execute(FENCE, (_application(name),)))
            sent = self._cluster.beat()
            await asyncio.sleep(BEAT)
        raise SessionLost("no beat came back")

    async def _catch_up_all(self) -> None:
        """Read what no notice told: before this connection, or for whatever reason later."""
        while True:
            await self._catch_up()
            await asyncio.sleep(CATCH_UP_INTERVAL)

    @contextlib.asynccontextmanager
    async def lease(self, table: str) -> AsyncIterator[int | None]:
        """The exclusive right to play the bots of a table, as long as the context lasts.

        Yields the table's newest version, or None where another process has the right.
        """
        sender, key = self._sender, _lease_key(table)
        newest = await _answer(sender, _try_lease(sender, key, table)) if sender else None
        try:
            yield newest
        finally:
            if sender and newest is not None:
                with contextlib.suppress(Exception):  # the session is lost, and the lease with it
                    await _answer(sender, sender.execute(UNLOCK, (key,)))

    async def close(self) -> None:
        """Announce the shutdown, so that others take over at once."""
        self._cluster.leave()
        if sender := self._sender:
            with contextlib.suppress(Exception):
                await _answer(sender, sender.execute(SEND, (CHANNEL, self._cluster.outbox)))


async def _try_lease(sender: Session, key: int, table: str) -> int | None:
    """Take an advisory lock, then read the version: what its last holder wrote is visible."""
    cursor = await sender.execute(f"{TRY_LOCK}; {NEWEST}", (key, table))
    granted = await cursor.fetchone()
    cursor.nextset()
    newest = await cursor.fetchone()
    if granted is None or newest is None or not granted[0]:
        return None
    return int(str(newest[0]))


def _lease_key(table: str) -> int:
    digest = hashlib.blake2b(table.encode(), digest_size=8, person=b"bots").digest()
    return int.from_bytes(digest, "big", signed=True)


def _application(name: str) -> str:
    """The name by which the database knows the sessions of a member."""
    return f"azulejos {name}"


async def _answer(session: Session, query: Awaitable[Answer]) -> Answer:
    """The answer to a query; a session that does not give one in time is disconnected."""
    timer = asyncio.get_running_loop().call_later(SESSION_TIMEOUT, _hang_up, session)
    try:
        return await query
    finally:
        timer.cancel()


def _hang_up(session: Session) -> None:
    """Shut the socket down, which ends every wait for it; a cancelled query would still wait."""
    with (
        contextlib.suppress(Exception),  # it is lost already
        socket.socket(fileno=os.dup(session.fileno())) as line,
    ):
        line.shutdown(socket.SHUT_RDWR)
