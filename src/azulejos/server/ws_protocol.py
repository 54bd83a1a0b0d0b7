"""WebSocket connections with limits: frames that are no messages, and unsent bytes.

Messages themselves are counted in `websocket`, which can answer them.
"""

from __future__ import annotations

import asyncio
import contextlib
from asyncio.transports import BaseTransport
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from azulejos.server.frames import EXTENSION, FrameSender, compression
from azulejos.server.gate import LINGER_BYTES, LINGER_SECONDS, Gate, GatedConfig, Watch
from azulejos.server.http_protocol import bad_request

#: Bytes that are read and parsed at once, before other connections have their turn: at most 340
#: frames.
READ_BYTES = 2048
#: Messages that may wait for the application before no more are read.
WAITING_MESSAGES = 8
#: WebSocket close code.
POLICY = 1008


class LimitedWebSocket(WebSocketsSansIOProtocol, asyncio.BufferedProtocol):
    """Uvicorn's WebSocket protocol, behind the gate."""

    watch: Watch

    def __init__(
        self,
        config: GatedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        if config.ws_per_message_deflate:
            self.conn.available_extensions = [compression()]
        self.gate: Gate = config.gate
        self.close_timeout = LINGER_SECONDS
        self._buffer = bytearray(READ_BYTES)
        self._frames = 0
        self._window_end = 0.0
        self._dropped: int | None = None  # bytes after the last frame

    # Connections

    def connection_made(self, transport: BaseTransport) -> None:
        """Join the gate, which has admitted the HTTP connection."""
        super().connection_made(transport)
        self.gate.adopt(self, self.client[0] if self.client else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the gate."""
        self.gate.remove(self)
        super().connection_lost(exc)

    def handle_connect(self, event: Request) -> None:
        """Start the application, which can send frames itself."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = FrameSender(self)

    # Data

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        """The buffer that the transport reads into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Handle what was read."""
        self.data_received(bytes(memoryview(self._buffer)[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Handle frames, unless the connection has ended."""
        if self._dropped is not None:
            self._dropped += len(data)
            if self._dropped > LINGER_BYTES:
                self.transport.abort()
        elif not self.transport.is_closing():
            super().data_received(data)
            if not self.handshake_initiated:  # a head that h11 accepts and websockets does not
                self.transport.write(bad_request("expected a WebSocket handshake"))
                self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Hand a message to the application; stop reading while several wait for it.

        Uvicorn stops after each message, which costs two system calls.
        """
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not paused and self.queue.qsize() >= WAITING_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_cont(self, event: Frame) -> None:
        """A further fragment of a message."""
        if self._count_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer pings, and disconnect a client that does not read the answers."""
        if self._count_frame():
            super().handle_ping()
        if self.transport.get_write_buffer_size() > self.gate.limits.unsent_bytes:
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping, asked for or not."""
        if self._count_frame():
            super().handle_pong(event)

    def _count_frame(self) -> bool:
        """Count a frame that is no message; whether it is within the rate."""
        if self._dropped is not None:
            return False
        rate, now = self.gate.limits.frames, self.loop.time()
        if now >= self._window_end:
            self._window_end, self._frames = now + rate.seconds, 0
        self._frames += 1
        if self._frames > rate.hits:
            self._finish(POLICY, "too-fast")
        return self._dropped is None

    def handle_parser_exception(self) -> None:
        """Close the connection because of a frame that cannot be read."""
        sent = self.conn.close_sent
        if self._dropped is None and sent is not None:
            self._finish(sent.code, sent.reason)

    def _finish(self, code: int, reason: str) -> None:
        """Close the connection, and drop what the client still sends."""
        self._dropped = 0
        self.stop_keepalive()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        if not self.close_sent:
            if self.conn.close_sent is None:
                self.conn.fail(code, reason)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        with contextlib.suppress(OSError):  # the client may be gone already
            self.transport.write_eof()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)
