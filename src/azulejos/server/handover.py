"""Hand-over of WebSockets between the processes of one host: one process serves a table.

A table whose clients are split between processes is replayed and encoded in each of them. So a
process passes the socket of a new client, with what it has read of it, to the process that serves
the table, which goes on as if it had accepted the connection itself: it checks origin, host and
limits, and a proxy in front does not notice. The process that serves a table is one with clients
of it, or else the one with the highest hash of its name and the table's (rendezvous hashing), so
that two clients who come at once meet.

The socket is passed over an abstract Unix socket (Linux only) whose name only members of the
cluster know, between processes of one user, which both ends check. Where a process cannot be
reached in time, because it runs on another host, is busy or has ended, the next one is asked, and
in the end the connection stays where it is: any process can serve any client.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import socket
import struct
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.server.cluster import Cluster
    from azulejos.server.hub import Hub

#: Seconds for the other process to answer, and for the socket to arrive after its answer.
ANSWER_SECONDS = 0.5
#: Seconds for which a process that could not be reached is not asked again.
AVOIDED_SECONDS = 10.0
#: Hand-overs that arrive at once; beyond them clients stay where they are.
MOST_ARRIVING = 256
BACKLOG = 1024
#: What a process sends that takes a connection.
READY = b"+"
#: Bytes that are passed with a socket: more than a head may have.
MOST_BYTES = 16 * 1024
_LIVE = re.compile(r"/api/games/([\w-]{1,32})/live", re.ASCII)

#: Goes on with a socket and what was read of it.
Adopt = Callable[[socket.socket, bytes], Awaitable[None]]


def is_possible() -> bool:
    """Whether the system can pass sockets between processes that know each other's names."""
    return sys.platform == "linux"


class Handover:
    """The end of one process: it offers connections to other members, and takes theirs."""

    def __init__(self, hub: Hub, cluster: Cluster, adopt: Adopt, has_room: Callable[[], bool]):
        """`adopt` goes on with a connection; `has_room` says whether one more is welcome."""
        self._hub = hub
        self._cluster = cluster
        self._adopt = adopt
        self._has_room = has_room
        self._avoided: dict[str, float] = {}
        self._arriving: set[asyncio.Task[None]] = set()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.setblocking(False)
        self._listener.bind(_address(cluster.name))
        self._listener.listen(BACKLOG)
        asyncio.get_running_loop().add_reader(self._listener, self._accept)

    def close(self) -> None:
        """Take no more connections; others notice at once."""
        asyncio.get_running_loop().remove_reader(self._listener)
        self._listener.close()
        for task in self._arriving:
            task.cancel()

    # To another process

    def elsewhere(self, path: str) -> list[str]:
        """The processes that should rather serve the WebSocket at a path, the best one first."""
        found = _LIVE.fullmatch(path)
        if found is None or not self._cluster.members:
            return []
        choices = self._choices(found[1])
        return choices[: choices.index(self._cluster.name)]

    def _choices(self, table: str) -> list[str]:
        """All processes that can be asked: first those with clients of a table."""
        now, us = asyncio.get_running_loop().time(), self._cluster.name
        members = [us, *(one for one in self._cluster.members if self._avoided.get(one, 0) <= now)]
        presence = self._hub.presence
        serving = presence.members_at(table)
        if table in presence.here:
            serving.add(us)
        key = table.encode()
        return sorted(
            members,
            key=lambda one: (one in serving, hashlib.blake2b(one.encode(), key=key).digest()),
            reverse=True,
        )

    async def give(self, connection: socket.socket, read: bytes, members: list[str]) -> bool:
        """Pass on a connection, with what was read of it, to the first member that takes it."""
        for member in members:
            try:
                async with asyncio.timeout(ANSWER_SECONDS):
                    await _give(connection, read, member)
            except BlockingIOError:  # it has too much to do
                continue
            except OSError:  # it has ended, is on another host, or does not answer in time
                self._avoid(member)
            else:
                self._hub.metrics.handovers["given"] += 1
                return True
        return False

    def _avoid(self, member: str) -> None:
        now = asyncio.get_running_loop().time()
        self._avoided = {one: until for one, until in self._avoided.items() if until > now}
        self._avoided[member] = now + AVOIDED_SECONDS

    # From another process

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            channel, _ = self._listener.accept()
            if len(self._arriving) >= MOST_ARRIVING or not self._has_room():
                channel.close()
                return
            task = asyncio.create_task(self._take(channel))
            self._arriving.add(task)
            task.add_done_callback(self._arriving.discard)

    async def _take(self, channel: socket.socket) -> None:
        with channel, contextlib.suppress(OSError):
            channel.setblocking(False)
            _check_user(channel)
            channel.send(READY)
            async with asyncio.timeout(ANSWER_SECONDS):
                await _readable(channel)
            read, files, _, _ = socket.recv_fds(channel, MOST_BYTES, 1, socket.MSG_CMSG_CLOEXEC)
            if files:
                self._hub.metrics.handovers["taken"] += 1
                await self._adopt(socket.socket(fileno=files[0]), read)


async def _give(connection: socket.socket, read: bytes, member: str) -> None:
    """Pass a connection to a member; raises `OSError` if it does not take it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
        channel.setblocking(False)
        channel.connect(_address(member))
        _check_user(channel)
        await _readable(channel)
        if channel.recv(1) != READY:
            raise BlockingIOError
        socket.send_fds(channel, [read], [connection.fileno()])


def _address(member: str) -> bytes:
    """The abstract address of a member: it belongs to no folder, and ends with its process."""
    return b"\0azulejos " + member.encode()


def _check_user(channel: socket.socket) -> None:
    """Raise an error if the other end belongs to another user, who could have taken the name."""
    size = struct.calcsize("3i")
    credentials = channel.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack("3i", credentials)
    if user != os.geteuid():
        raise PermissionError


async def _readable(channel: socket.socket) -> None:
    """Wait until the other end has sent something or has closed."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    loop.add_reader(channel, _set, ready)
    try:
        await ready
    finally:
        loop.remove_reader(channel)


def _set(ready: asyncio.Future[None]) -> None:
    if not ready.done():
        ready.set_result(None)
