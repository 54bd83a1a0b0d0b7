"""Connections of clients to a table: queues of messages, and updates encoded once per audience."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from azulejos.server.frames import Sender
from azulejos.session.codec import encode
from azulejos.session.messages import Presence, ServerMessage

if TYPE_CHECKING:
    from azulejos.session import Table

#: WebSocket close code: the client reads too slowly.
SLOW = 1013
#: Backpressure: a client with this many unsent messages is disconnected.
MAX_QUEUED = 64

#: Code and reason of a closed connection.
CloseReason: TypeAlias = tuple[int, str]


class Connection:
    """One client of a table: its seats, the last version sent, and its queue of messages."""

    def __init__(
        self,
        seats: frozenset[int],
        *,
        hashes: frozenset[str] = frozenset(),
        version: int,
        options: bool,
        deltas: bool = False,
        sender: Sender | None = None,
        address: str = "",
    ) -> None:
        """`seats` are what tokens with these `hashes` authorise now; `address` is the client's.

        `sender` sends messages at once, as long as none is queued.
        """
        self.hashes = hashes
        self.seats = seats
        self.address = address
        self.version = version
        self.options = options
        self.deltas = deltas
        self.outgoing: asyncio.Queue[bytes | CloseReason] = asyncio.Queue()
        self._sender = sender
        #: Whether it was sent an update, which deltas can build on.
        self.informed = False
        #: Messages that are queued, or being sent from the queue.
        self.waiting = 0

    def send(self, message: ServerMessage) -> None:
        """Send a message."""
        self.send_text(encode(message))

    def send_text(self, text: bytes) -> None:
        """Send an encoded message, or queue it; a client that reads too slowly is disconnected."""
        if not self.waiting and self._sender and self._sender.send(text):
            return
        if self.waiting == MAX_QUEUED:
            self.close(SLOW)
        elif self.waiting < MAX_QUEUED:
            self.waiting += 1
            self.outgoing.put_nowait(text)

    def close(self, code: int, reason: str = "") -> None:
        """Close the connection after the queued messages."""
        self.waiting += 1
        self.outgoing.put_nowait((code, reason))


def send_updates(
    connections: Iterable[Connection],
    table: Table,
    present: frozenset[int],
    away: frozenset[int],
) -> None:
    """Send each connection what it does not have yet, encoded once per audience."""
    encoded: dict[tuple[frozenset[int], int, bool, bool], bytes] = {}
    for connection in connections:
        seats, version = connection.seats, connection.version
        audience = seats, version, connection.options, connection.deltas
        if audience not in encoded:
            encoded[audience] = table.encoded_update(
                seats,
                present,
                away,
                version,
                options=connection.options,
                deltas=connection.deltas and connection.informed,
            )
        connection.version = table.version
        connection.informed = True
        connection.send_text(encoded[audience])


def send_presence(
    connections: Iterable[Connection],
    table: Table,
    present: frozenset[int],
    away: frozenset[int],
) -> None:
    """Tell each connection who is connected, and who can be replaced by a bot."""
    seats = range(table.players)
    message = Presence(
        [table.is_present(seat, present) for seat in seats],
        [table.is_replaceable(seat, away) for seat in seats],
    )
    text = encode(message)
    for connection in connections:
        connection.send_text(text)
