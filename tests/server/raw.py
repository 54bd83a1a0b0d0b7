"""Clients that write bytes as they like: sockets, HTTP requests and WebSocket frames by hand."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
from typing import Any

from tests.server.service import PATIENCE, Site

TEXT, CONTINUATION, PING, PONG, CLOSE = 0x1, 0x0, 0x9, 0xA, 0x8
#: A key of a handshake; it need not be random.
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
HOST = "Host: localhost\r\n"


class RawClient:
    """A connection to a service, of which only the address is right."""

    def __init__(self, site: Site, *, receive_buffer: int = 0) -> None:
        host, port = site.address.removeprefix("http://").split(":")
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect((host, int(port)))

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, *texts: str | bytes) -> RawClient:
        """Send texts and bytes; returns the client itself."""
        parts = [text.encode() if isinstance(text, str) else text for text in texts]
        self.socket.sendall(b"".join(parts))
        return self

    def rest(self) -> bytes:
        """Everything that the service sends until it closes the connection."""
        received = b""
        with contextlib.suppress(ConnectionError):
            while part := self.socket.recv(65536):
                received += part
        return received

    def get(self, path: str, headers: str = HOST) -> RawClient:
        """Send a GET request."""
        return self.send(f"GET {path} HTTP/1.1\r\n{headers}\r\n")

    def answer(self) -> Answer:
        """The next answer, as long as its Content-Length says."""
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._more()
        head, _, body = received.partition(b"\r\n\r\n")
        answer = Answer(head.decode())
        while len(body) < int(answer.headers.get("content-length", "0")):
            body += self._more()
        answer.body = body
        return answer

    def _more(self) -> bytes:
        part = self.socket.recv(65536)
        assert part, "the service closed the connection"
        return part

    def is_closed(self) -> bool:
        """Whether the service closes the connection without another byte; waits for either."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionError:
            return True

    # WebSocket

    def upgrade(self, table: str, *headers: str) -> RawClient:
        """Open the WebSocket of a table."""
        lines = (
            f"GET /api/games/{table}/live HTTP/1.1",
            *("Host: localhost", "Upgrade: websocket", "Connection: Upgrade"),
            *(f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13", *headers),
        )
        self.send("\r\n".join(lines), "\r\n\r\n")
        received = b""
        while not received.endswith(b"\r\n\r\n"):
            received += self._one()
        assert received.startswith(b"HTTP/1.1 101 "), received
        return self

    def _one(self) -> bytes:
        byte = self.socket.recv(1)
        assert byte, "the service closed the connection"
        return byte

    def hello(self, *tokens: str) -> RawClient:
        """Send the first message."""
        return self.send(frame(TEXT, json.dumps({"type": "hello", "tokens": tokens}).encode()))

    def flood(self, piece: bytes, times: int) -> None:
        """Send something many times without reading, as long as the connection lasts."""
        with contextlib.suppress(ConnectionError):
            for _ in range(times):
                self.socket.sendall(piece)

    def close_code(self) -> int | None:
        """The code with which the service closes the WebSocket; None if it gives none."""
        received = b""
        with contextlib.suppress(ConnectionError):
            while part := self.socket.recv(65536):
                received += part
                while (first := _first_frame(received)) is not None:
                    kind, payload, received = first
                    if kind == CLOSE:
                        code: int = struct.unpack("!H", payload[:2])[0]
                        return code
        return None


class Answer:
    """An HTTP answer."""

    def __init__(self, head: str) -> None:
        first, *lines = head.split("\r\n")
        self.status = int(first.split()[1])
        pairs = (line.split(": ", 1) for line in lines)
        self.headers = {name.lower(): value for name, value in pairs}
        self.body = b""

    @property
    def code(self) -> str:
        """The code of a refusal."""
        body: dict[str, Any] = json.loads(self.body)
        code: str = body["code"]
        return code


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    length = len(payload)
    if length <= 125:
        size = struct.pack("!B", 0x80 | length)
    elif length <= 0xFFFF:
        size = struct.pack("!BH", 0x80 | 126, length)
    else:
        size = struct.pack("!BQ", 0x80 | 127, length)
    return struct.pack("!B", (0x80 if last else 0) | kind) + size + bytes(4) + payload


def _first_frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """Kind and payload of the first frame of a service, and what follows; None if not whole."""
    if len(data) < 10 and (len(data) < 2 or data[1] >= 126):
        return None
    length, start = data[1] & 0x7F, 2
    if length == 126:
        length, start = struct.unpack("!H", data[2:4])[0], 4
    elif length == 127:
        length, start = struct.unpack("!Q", data[2:10])[0], 10
    if len(data) < start + length:
        return None
    return data[0] & 0x0F, data[start : start + length], data[start + length :]
