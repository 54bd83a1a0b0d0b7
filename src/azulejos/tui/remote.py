"""Remote table: a client of the WebSocket protocol (docs/protocol.md), given a table's link.

Unanswered messages are sent again with the same id after a reconnect: commands are idempotent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import secrets
import urllib.request
from dataclasses import dataclass
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from azulejos.i18n import Words
from azulejos.session import messages
from azulejos.session.codec import encode, read_server_message, with_delta, with_presence
from azulejos.session.messages import ClientMessage, ServerMessage
from azulejos.tui.source import LineState, Listener, TableSource

#: Seconds before each attempt to reconnect; the last one repeats.
RETRY_DELAYS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
#: Close codes of a table that is not shown to spectators, and of an unknown one.
FORBIDDEN, MISSING = 4403, 4404
#: What the tokens of a link to one's own seats follow.
CONTINUE = "continue="
#: The form of a token.
TOKEN = re.compile(r"[\w-]{20,64}")
#: Timeout of an HTTP request, in seconds.
REQUEST_TIMEOUT = 10


@dataclass(frozen=True)
class Link:
    """The parts of a table's link."""

    service: str  # such as http://localhost:8000
    table: str
    token: str | None  # or several, joined by dots

    @property
    def live(self) -> str:
        """The address of the table's WebSocket."""
        return f"{self.service.replace('http', 'ws', 1)}/api/games/{self.table}/live"


def read_link(text: str) -> Link | None:
    """Parse a link such as http://host:port/table/ID#TOKEN; None for other texts.

    A link of `#continue=TOKEN.TOKEN` has the tokens of all seats of a person.
    """
    parts = urlsplit(text.strip())
    path = re.fullmatch(r"(?P<base>.*)/(?:table|replay)/(?P<id>[\w-]+)/?", parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not path:
        return None
    tokens = parts.fragment.removeprefix(CONTINUE)
    token = tokens if all(map(TOKEN.fullmatch, tokens.split("."))) else None
    return Link(f"{parts.scheme}://{parts.netloc}{path['base']}", path["id"], token)


class RemoteTable(TableSource):
    """A table of a service; reconnects by itself."""

    def __init__(self, link: Link, words: Words) -> None:
        super().__init__()
        self.link = link
        self.words = words
        self.version = 0
        self._game: str | None = None
        #: The last update, which deltas build on.
        self._update: messages.Update | None = None
        self._unanswered: dict[str, ClientMessage] = {}  # by id, in the order of sending
        self._socket: ClientConnection | None = None
        self._connection: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self, listener: Listener) -> None:
        """Connect, and reconnect after failures."""
        await super().open(listener)
        self._connection = asyncio.ensure_future(self._stay_connected())

    async def close(self) -> None:
        """Disconnect."""
        await super().close()
        if self._connection is not None:
            self._connection.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._connection

    def play(self, move: str, version: int) -> None:
        """Send a move."""
        self._request(messages.Play(_new_id(), version, move))

    def undo(self, version: int) -> None:
        """Ask to go back."""
        self._request(messages.Undo(_new_id(), version))

    def answer_undo(self, request: int, *, agree: bool) -> None:
        """Answer a request for an undo."""
        self._request(messages.UndoAnswer(_new_id(), request, agree))

    def hint(self) -> None:
        """Ask for a hint, unless one is pending."""
        if not any(isinstance(message, messages.Hint) for message in self._unanswered.values()):
            self._request(messages.Hint(_new_id()))

    def hurry(self) -> None:
        """Skip the bots' pauses; not repeated if it is lost."""
        self._send(messages.Hurry())

    async def again(self) -> TableSource | None:
        """The table of the rematch, which is the same for all players."""
        if self.link.token is None:
            return None
        made = await asyncio.to_thread(self._ask_for_rematch)
        return RemoteTable(Link(self.link.service, made, self.link.token), self.words)

    async def record(self) -> str:
        """The record, fetched from the service."""
        return await asyncio.to_thread(self._fetch_record)

    def _fetch_record(self) -> str:
        address = f"{self.link.service}/api/games/{self.link.table}/record?format=text"
        head = {"Authorization": f"Bearer {self.link.token}"} if self.link.token else {}
        request = urllib.request.Request(address, headers=head)
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT) as answer:
            text: bytes = answer.read()
        return text.decode()

    def _ask_for_rematch(self) -> str:
        address = f"{self.link.service}/api/games/{self.link.table}/rematch"
        head = {"Content-Type": "application/json", "Authorization": f"Bearer {self.link.token}"}
        request = urllib.request.Request(address, b"{}", head, method="POST")
        with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT) as answer:
            made: str = json.load(answer)["id"]
        return made

    # The connection

    async def _stay_connected(self) -> None:
        """Connect and reconnect, until the table turns out to be missing."""
        failures = 0
        while True:
            try:
                async with connect(self.link.live, max_size=None, origin=None) as socket:
                    await self._greet(socket)
                    failures = 0
                    async for text in socket:
                        self._receive(read_server_message(text, self._game))
                    code = socket.close_code
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except InvalidStatus as refused:
                code = MISSING if refused.response.status_code == 404 else None
            except (OSError, TimeoutError, WebSocketException):
                code = None
            self._socket = None
            if code in (FORBIDDEN, MISSING):  # the error before the first one says why
                self.emit(LineState("missing" if code == MISSING else "refused"))
                return
            self.emit(LineState("lost"))
            await asyncio.sleep(RETRY_DELAYS[min(failures, len(RETRY_DELAYS) - 1)])
            failures += 1

    async def _greet(self, socket: ClientConnection) -> None:
        tokens = self.link.token.split(".") if self.link.token else []
        hello = messages.Hello(tokens, self.words.language, self.version, deltas=True)
        await socket.send(encode(hello).decode())
        self._socket = socket
        self.emit(LineState("open"))
        for message in list(self._unanswered.values()):
            await socket.send(encode(message).decode())

    def _receive(self, message: ServerMessage) -> None:
        if isinstance(message, messages.Delta):
            if self._update is None or self._update.version != message.after:
                raise OSError("a delta of another version: connect again for a whole update")
            message = with_delta(self._update, message)
        if isinstance(message, messages.Update):
            self._update = message
            self.version, self._game = message.version, message.table.game
        elif isinstance(message, messages.Presence) and self._update:
            self._update = with_presence(self._update, message)
        elif isinstance(message, messages.Done | messages.ErrorMessage | messages.HintAnswer):
            self._unanswered.pop(message.id or "", None)
        self.emit(message)

    def _request(
        self, message: messages.Play | messages.Undo | messages.UndoAnswer | messages.Hint
    ) -> None:
        """Send a message until it is answered."""
        self._unanswered[message.id] = message
        self._send(message)

    def _send(self, message: ClientMessage) -> None:
        if self._socket is not None:
            task = asyncio.ensure_future(self._send_now(self._socket, message))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    @staticmethod
    async def _send_now(socket: ClientConnection, message: ClientMessage) -> None:
        with contextlib.suppress(ConnectionClosed):  # it is sent again after the reconnect
            await socket.send(encode(message).decode())


def _new_id() -> str:
    return secrets.token_hex(8)
