"""Outgoing WebSocket frames: messages are written at once, several in one system call.

Uvicorn takes every message through the ASGI interface, a task and a compressor of its own for each
connection, which costs more than all else that a move needs. Here a message becomes a frame where
it is sent. Only long messages are compressed: that takes longer than making them.
"""

from __future__ import annotations

import zlib
from typing import Protocol, cast

from starlette.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

#: Bytes from which messages are compressed: whole logs. An update has 2 to 8 KB.
COMPRESSED_FROM = 16 * 1024
COMPRESSION_LEVEL = 1
WINDOW_BITS = 12
MEMORY_LEVEL = 5
#: The name under which the scope of a connection has its `FrameSender`.
EXTENSION = "azulejos.frames"

#: First bytes of frames with a whole text message: plain, and compressed (RFC 6455, RFC 7692).
PLAIN, COMPRESSED = 0x81, 0xC1
#: Lengths up to which a frame's header has no, or two, additional bytes.
SHORT, MEDIUM = 125, 0xFFFF
#: What a flushed deflate stream ends with, and a frame leaves out.
FLUSH_BYTES = 4


def compression() -> ServerPerMessageDeflateFactory:
    """The compression that is agreed on: without a context, so that nothing is kept between."""
    return ServerPerMessageDeflateFactory(
        server_no_context_takeover=True,
        client_no_context_takeover=True,
        server_max_window_bits=WINDOW_BITS,
        client_max_window_bits=WINDOW_BITS,
        compress_settings={"level": COMPRESSION_LEVEL, "memLevel": MEMORY_LEVEL},
    )


def frame(text: bytes, window_bits: int | None) -> bytes:
    """A text message as one frame; `window_bits` is None where the client takes none compressed."""
    first = PLAIN
    if window_bits and len(text) >= COMPRESSED_FROM:
        first, text = COMPRESSED, _compressed(text, window_bits)
    size = len(text)
    if size <= SHORT:
        return bytes((first, size)) + text
    if size <= MEDIUM:
        return bytes((first, 126)) + size.to_bytes(2) + text
    return bytes((first, 127)) + size.to_bytes(8) + text


def _compressed(text: bytes, window_bits: int) -> bytes:
    stream = zlib.compressobj(COMPRESSION_LEVEL, zlib.DEFLATED, -window_bits, MEMORY_LEVEL)
    return (stream.compress(text) + stream.flush(zlib.Z_SYNC_FLUSH))[:-FLUSH_BYTES]


class FrameSender:
    """Sends messages over one WebSocket, past the ASGI interface."""

    def __init__(self, protocol: WebSocketsSansIOProtocol) -> None:
        self._protocol = protocol
        self._frames: list[bytes] = []
        self._window_bits: int | None = None
        for extension in protocol.conn.extensions:
            if isinstance(extension, PerMessageDeflate):
                self._window_bits = extension.local_max_window_bits

    def send(self, text: bytes) -> bool:
        """Send a message; False if the client does not keep up, or has gone."""
        if not self._is_open():
            return False
        if not self._frames:
            self._protocol.loop.call_soon(self._flush)
        self._frames.append(frame(text, self._window_bits))
        return True

    def _is_open(self) -> bool:
        protocol = self._protocol
        return (
            protocol.handshake_complete
            and not protocol.close_sent
            and not protocol.disconnected
            and protocol.writable.is_set()
        )

    def _flush(self) -> None:
        data = b"".join(self._frames)
        self._frames.clear()
        protocol = self._protocol
        if not (protocol.close_sent or protocol.transport.is_closing()):
            protocol.transport.write(data)


class Sender(Protocol):
    """What sends messages at once, if it can."""

    def send(self, text: bytes) -> bool:
        """Send a message; False if it has to wait."""


def sender_of(scope: Scope) -> Sender | None:
    """The sender of a connection; None under another web server."""
    return cast("Sender | None", scope.get("extensions", {}).get(EXTENSION))
