"""Open connections of one process: bounds in total and by address, and deadlines.

Uvicorn's protocols know neither. `http_protocol` and `ws_protocol` extend them and report here;
what a connection carries is limited there and in `websocket`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from typing import TYPE_CHECKING, Any, Protocol

import uvicorn

from azulejos.server.errors import ServiceError
from azulejos.server.rate_limits import RateLimiter, client_key
from azulejos.server.settings import Limits

if TYPE_CHECKING:
    from azulejos.server.handover import Handover

logger = logging.getLogger("azulejos")

#: Seconds between looks at all connections; less where a time-out is shorter than some of them.
SWEEP_SECONDS = 1.0
SWEEPS_A_TIMEOUT = 4
#: Seconds for a closed connection to take its last bytes, and the bytes it may still send. They
#: are read and dropped, because unread ones would reset the connection and lose the last answer.
LINGER_SECONDS = 3.0
LINGER_BYTES = 1 << 20
#: Refused connections that are open at once, until they have sent what they are refused for.
MAX_REFUSED = 64


class Guarded(Protocol):
    """A connection, of either protocol."""

    transport: asyncio.Transport
    watch: Watch


class Watch:
    """What the gate knows of one connection."""

    def __init__(self, address: str | None, now: float) -> None:
        """`address` is None where no limit per address applies."""
        self.address = address
        self.deadline: float | None = None  # for what the client has to send
        self.stalled_at: float | None = None  # since when there are unsent bytes
        self.closing_at: float | None = None
        self.opened_at = now

    def is_overdue(self, transport: asyncio.Transport, now: float, limits: Limits) -> bool:
        """Whether to disconnect a client that neither sends nor reads what it should."""
        if transport.get_write_buffer_size() == 0:
            self.stalled_at = None
        elif self.stalled_at is None:
            self.stalled_at = now
        if transport.is_closing() and self.closing_at is None:
            self.closing_at = now
        return (
            (self.deadline is not None and now >= self.deadline)
            or (self.stalled_at is not None and now - self.stalled_at >= limits.write_seconds)
            or (self.closing_at is not None and now - self.closing_at >= LINGER_SECONDS)
        )


class Gate:
    """Admits, counts and disconnects the clients of one process."""

    def __init__(self, limits: Limits, proxies: tuple[str, ...] = (), files: int = 0) -> None:
        """Of `proxies` (addresses or networks) any number of connections is admitted.

        `files` is the number of file descriptors that connections may use, if that is limited.
        """
        self.limits = limits
        self._most = limits.sockets
        self.limit_files(files)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._rate = RateLimiter(limits.connects)
        self._open: dict[str | None, dict[Guarded, Watch]] = {}
        self._idle: dict[Guarded, None] = {}  # those that wait for a request, oldest first
        self._refused: set[Guarded] = set()
        self._sweeper: asyncio.TimerHandle | None = None
        shortest = min(limits.head_seconds, limits.body_seconds, limits.write_seconds)
        self._pause = min(SWEEP_SECONDS, shortest / SWEEPS_A_TIMEOUT)
        self._count = 0

    def __len__(self) -> int:
        """Number of admitted connections."""
        return self._count

    # Admission

    def admit(self, connection: Guarded, host: str | None) -> ServiceError | None:
        """Admit a new connection; an error if it is refused."""
        address = self._start_watch(connection, host)
        if address is not None:
            if not self._rate.hit(address):
                return self._refuse(connection, ServiceError("too-fast"))
            ours = self._open.get(address, {})
            if len(ours) >= self.limits.address_sockets and not self._evict(ours):
                return self._refuse(connection, ServiceError("too-many-connections"))
        if self._count >= self._most and not self._evict(self._idle):
            return self._refuse(connection, ServiceError("overloaded"))
        self._add(connection)
        return None

    def adopt(self, connection: Guarded, host: str | None) -> None:
        """Count a connection that was admitted with another protocol."""
        self._start_watch(connection, host)
        self._add(connection)

    def _start_watch(self, connection: Guarded, host: str | None) -> str | None:
        connection.watch = Watch(self._address(host), asyncio.get_running_loop().time())
        return connection.watch.address

    def _add(self, connection: Guarded) -> None:
        self._open.setdefault(connection.watch.address, {})[connection] = connection.watch
        self._count += 1
        if self._sweeper is None:
            self._schedule_sweep()

    def remove(self, connection: Guarded) -> None:
        """Forget a connection that is lost, or that goes on with another protocol."""
        self._refused.discard(connection)
        self._idle.pop(connection, None)
        ours = self._open.get(connection.watch.address, {})
        if ours.pop(connection, None) is None:
            return
        self._count -= 1
        if not ours:
            del self._open[connection.watch.address]

    def set_idle(self, connection: Guarded, *, idle: bool) -> None:
        """Note whether a connection waits for a request: such ones make room for new ones."""
        self._idle.pop(connection, None)
        if idle:
            self._idle[connection] = None

    @property
    def has_room(self) -> bool:
        """Whether a connection more is admitted without closing another one."""
        return self._count < self._most

    def limit_files(self, files: int) -> None:
        """Set the number of file descriptors for connections; 0 if it is not limited."""
        self._most = min(self.limits.sockets, files) if files else self.limits.sockets

    def make_room(self) -> None:
        """Disconnect all clients that wait for a request: file descriptors are needed."""
        while self._evict(self._idle):
            pass

    def _address(self, host: str | None) -> str | None:
        """The address that a limit counts; None for proxies, which stand for many clients."""
        try:
            address = ipaddress.ip_address(host or "")
        except ValueError:
            return client_key(host)
        known = any(address in proxy for proxy in self._proxies)
        return None if known else client_key(host)

    def _refuse(self, connection: Guarded, error: ServiceError) -> ServiceError:
        """Refuse a connection; beyond some at once without a word."""
        if len(self._refused) >= min(MAX_REFUSED, 1 + self._most // 4):
            connection.transport.abort()
        else:
            self._refused.add(connection)
            connection.watch.deadline = connection.watch.opened_at + LINGER_SECONDS
            if self._sweeper is None:
                self._schedule_sweep()
        return error

    def _evict(self, connections: dict[Guarded, Any]) -> bool:
        """Disconnect the oldest idle one of some connections, if there is any."""
        for connection in connections:
            if connection in self._idle:
                self.remove(connection)
                connection.transport.abort()
                return True
        return False

    # Deadlines

    def _schedule_sweep(self) -> None:
        self._sweeper = asyncio.get_running_loop().call_later(self._pause, self._sweep)

    def _sweep(self) -> None:
        """Disconnect clients that are late; stop when there are none left."""
        now = asyncio.get_running_loop().time()
        everyone = [one for ours in self._open.values() for one in ours]
        for connection in (*everyone, *self._refused):
            if connection.watch.is_overdue(connection.transport, now, self.limits):
                logger.info("disconnected a client that neither sends nor reads")
                connection.transport.abort()
        self._sweeper = None
        if everyone or self._refused:
            self._schedule_sweep()


class GatedConfig(uvicorn.Config):
    """Uvicorn's configuration, which its protocols are given, with the gate."""

    gate: Gate
    #: None where all connections stay in this process.
    handover: Handover | None = None
