"""HTTP connections with limits: size and time of a request, one request at a time.

Requests whose length is ambiguous are refused, and the connection is closed: a proxy in front could
see other borders between requests than this service.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import h11
import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from azulejos.i18n import words_in
from azulejos.server.errors import RETRY_AFTER, STATUS, ServiceError
from azulejos.server.gate import LINGER_BYTES, LINGER_SECONDS, Gate, GatedConfig, Watch

if TYPE_CHECKING:
    from azulejos.server.handover import Handover

#: Bytes that are read and parsed at once, before other connections have their turn.
READ_BYTES = 4096
#: Bounds of the head of a request; browsers send about 1 KB.
HEAD_BYTES = 8 * 1024
MAX_HEADERS = 100
#: Line ends in a chunked body, two a chunk: tiny chunks cost much to parse.
MAX_CHUNK_LINES = 600
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"\ncontent-length:([^\r\n]*)", re.IGNORECASE)
_CHUNKED = re.compile(rb"\ntransfer-encoding:", re.IGNORECASE)


class LimitedHttp(H11Protocol, asyncio.BufferedProtocol):
    """Uvicorn's HTTP protocol, behind the gate."""

    config: GatedConfig
    watch: Watch

    def __init__(
        self,
        config: GatedConfig,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
        handed_over: bytes = b"",
    ) -> None:
        """`handed_over` is what another process has read of the connection."""
        super().__init__(config, server_state, app_state, _loop)
        self._handed_over = handed_over
        self._offer: asyncio.Task[None] | None = None
        self.gate: Gate = config.gate
        self._buffer = bytearray(READ_BYTES)
        self._head = bytearray()
        self._chunked = False
        self._chunk_lines = 0
        self._refusal: bytes | None = None  # sent as soon as the client has sent something
        self._dropped: int | None = None  # bytes after the last answer

    # Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Ask the gate."""
        super().connection_made(transport)
        error = self.gate.admit(self, self.client[0] if self.client else None)
        if error is None:
            self._await_head()
        else:
            self._refusal = answer_to(error)
        if self._handed_over:
            self.data_received(self._handed_over)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the gate."""
        self.gate.remove(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Go on as a WebSocket, in the process that serves its table."""
        handover = None if self._handed_over else self.config.handover
        if handover and (members := handover.elsewhere(self.scope["path"])):
            self.flow.pause_reading()
            task = self._offer = self.loop.create_task(self._hand_over(event, handover, members))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            self._upgrade(event)

    async def _hand_over(self, event: h11.Request, handover: Handover, members: list[str]) -> None:
        """Hand the connection over; if no other process takes it, it goes on here."""
        with contextlib.suppress(OSError), self.transport.get_extra_info("socket").dup() as ours:
            if await handover.give(ours, bytes(self._head), members):
                self.transport.abort()  # closes this descriptor, and not the connection
                return
        if not self.transport.is_closing():
            self.flow.resume_reading()
            self._upgrade(event)

    def _upgrade(self, event: h11.Request) -> None:
        """Go on as a WebSocket here, which the gate counts in place of this."""
        self.gate.remove(self)
        super().handle_websocket_upgrade(event)

    def shutdown(self) -> None:
        """Close the connection after the answer in progress."""
        if self._offer or self._dropped is not None:
            self.transport.close()  # an offered one may still go on in another process
        else:
            super().shutdown()

    # Data

    def get_buffer(self, sizehint: int) -> bytearray:  # noqa: ARG002
        """The buffer that the transport reads into."""
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Handle what was read."""
        self.data_received(bytes(memoryview(self._buffer)[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Handle a part of a request, unless it breaks a limit."""
        if self._dropped is not None:
            self._drop(data)
            return
        if self._refusal is not None:
            self._finish(self._refusal)
            return
        if self.transport.is_closing():
            return
        before = self.conn.their_state
        refused = self._refusal_of(data)
        if refused is not None:
            self._finish(refused)
            return
        super().data_received(data)
        self._follow(before)

    def _refusal_of(self, data: bytes) -> bytes | None:
        """The answer to a request that cannot be accepted; None if it can, so far."""
        if self.conn.their_state is h11.IDLE:
            return self._refusal_of_head(data)
        if self._chunked:
            self._chunk_lines += data.count(b"\r\n")
            if self._chunk_lines > MAX_CHUNK_LINES:
                return bad_request("expected larger chunks")
        return None

    def _refusal_of_head(self, data: bytes) -> bytes | None:
        self._head += data
        end = _HEAD_END.search(self._head)
        head = bytes(self._head[: end.start()] if end else self._head)
        if len(head) > HEAD_BYTES or head.count(b"\n") > MAX_HEADERS:
            return bad_request(
                f"expected a head of at most {HEAD_BYTES} bytes and {MAX_HEADERS} headers", 431
            )
        if end is None:
            return None
        lengths = _LENGTH.findall(head)
        self._chunked = _CHUNKED.search(head) is not None
        self._chunk_lines = self._head.count(b"\r\n", end.end()) if self._chunked else 0
        if len(lengths) + self._chunked > 1 or (lengths and b"," in lengths[0]):
            return bad_request("expected one length of the body")
        if self._chunk_lines > MAX_CHUNK_LINES:
            return bad_request("expected larger chunks")
        return None

    def _follow(self, before: object) -> None:
        """Set the deadline for what is expected next."""
        now = self.conn.their_state
        if now is before or self._dropped is not None or self.transport.get_protocol() is not self:
            return
        waiting = now is h11.SEND_BODY
        self.gate.set_idle(self, idle=waiting)
        if waiting:
            self.watch.deadline = self.loop.time() + self.gate.limits.body_seconds
        elif now is not h11.IDLE:
            self.watch.deadline = None

    def _await_head(self) -> None:
        self._head.clear()
        self.watch.deadline = self.loop.time() + self.gate.limits.head_seconds
        self.gate.set_idle(self, idle=True)

    def on_response_complete(self) -> None:
        """Wait for the next request, if the client has sent all of this one and no more."""
        if not self.transport.is_closing() and (
            self.conn.their_state is not h11.DONE or self.conn.trailing_data[0]
        ):
            self._finish(b"")
            return
        super().on_response_complete()
        if not self.transport.is_closing():
            self._await_head()

    # The end

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be read, also in the middle of its body."""
        answered = self.cycle and self.cycle.response_started
        if self.cycle and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
            if answered:  # another answer would be read as a part of this one
                self.transport.abort()
                return
        self._finish(bad_request(msg))

    def _finish(self, answer: bytes) -> None:
        """Send a last answer, and drop what the client still sends until it closes."""
        if self.transport.is_closing():
            return
        self._dropped = 0
        self.transport.write(answer)
        with contextlib.suppress(OSError):  # the client may be gone already
            self.transport.write_eof()
        self.flow.resume_reading()
        self.gate.set_idle(self, idle=False)
        self.watch.deadline = self.loop.time() + LINGER_SECONDS

    def _drop(self, data: bytes) -> None:
        assert self._dropped is not None
        self._dropped += len(data)
        if self._dropped > LINGER_BYTES:
            self.transport.abort()


def answer_to(error: ServiceError) -> bytes:
    """A whole HTTP answer that refuses a connection."""
    return _answer(error.code, STATUS.get(error.code, 400))


def bad_request(reason: str, status: int = 400) -> bytes:
    """A whole HTTP answer to a request that cannot be read."""
    return _answer("bad-request", status, reason)


@cache
def _answer(code: str, status: int, reason: str | None = None) -> bytes:
    """The answer, after which the connection is closed; there are few different ones.

    In English, since it may be sent before the request is read.
    """
    error = ServiceError(code) if reason is None else ServiceError(code, reason=reason)
    text = words_in("en").error(error)
    parameters = {name: str(value) for name, value in error.parameters.items()}
    body = msgspec.json.encode({"code": error.code, "text": text, "parameters": parameters})
    retry = f"Retry-After: {RETRY_AFTER}\r\n" if status in (429, 503) else ""
    head = (
        f"HTTP/1.1 {status} Refused\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nCache-Control: no-store\r\n{retry}"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body
