"""A table of a running service, by its link: the WebSocket protocol of docs/protocol.md.

Messages that were not answered are sent again after a break with the same id, so nothing is lost
and nothing happens twice.
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
from azulejos.tui.source import Listener, Message, TableSource

#: Seconds before trying again; the last one is kept.
PATIENCE = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
#: The code with which the service closes the line to a table that it does not know.
MISSING = 4404
#: What a token looks like; any other piece of an address is none.
TOKEN = re.compile(r"[\w-]{20,64}")
#: Seconds that a plain request may take.
REQUEST = 10


@dataclass(frozen=True)
class Link:
    """A table's link, taken apart."""

    service: str  # such as http://localhost:8000
    table: str
    token: str | None

    @property
    def live(self) -> str:
        """The address of the table's WebSocket."""
        return f"{self.service.replace('http', 'ws', 1)}/api/games/{self.table}/live"


def read_link(text: str) -> Link | None:
    """A link such as http://host:port/table/ID#TOKEN; None if it is none."""
    parts = urlsplit(text.strip())
    path = re.fullmatch(r"(?P<base>.*)/(?:table|replay)/(?P<id>[\w-]+)/?", parts.path)
    if parts.scheme not in ("http", "https") or not parts.netloc or not path:
        return None
    token = parts.fragment if TOKEN.fullmatch(parts.fragment) else None
    return Link(f"{parts.scheme}://{parts.netloc}{path['base']}", path["id"], token)


class RemoteTable(TableSource):
    """A table of a service. Lines break; this one comes back."""

    def __init__(self, link: Link, words: Words) -> None:
        super().__init__()
        self.link = link
        self.words = words
        self.version = 0
        self._waiting: dict[str, Message] = {}  # what was not answered, in order
        self._socket: ClientConnection | None = None
        self._line: asyncio.Task[None] | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def open(self, listener: Listener) -> None:
        """Connect, and stay connected."""
        await super().open(listener)
        self._line = asyncio.ensure_future(self._stay())

    async def close(self) -> None:
        """Hang up."""
        await super().close()
        if self._line is not None:
            self._line.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._line

    def play(self, move: str, version: int) -> None:
        """Send a move."""
        self._ask({"type": "play", "version": version, "move": move})

    def undo(self, version: int) -> None:
        """Ask to go back."""
        self._ask({"type": "undo", "version": version})

    def hint(self) -> None:
        """Ask for a hint, unless one is on its way."""
        if not any(message["type"] == "hint" for message in self._waiting.values()):
            self._ask({"type": "hint"})

    def hurry(self) -> None:
        """Tell the bots; who does not hear it loses nothing."""
        self._send({"type": "hurry"})

    async def again(self) -> TableSource | None:
        """The rematch: that of whoever asked first."""
        if self.link.token is None:
            return None
        made = await asyncio.to_thread(self._ask_for_rematch)
        return RemoteTable(Link(self.link.service, made, self.link.token), self.words)

    def _ask_for_rematch(self) -> str:
        address = f"{self.link.service}/api/games/{self.link.table}/rematch"
        head = {"Content-Type": "application/json", "Authorization": f"Bearer {self.link.token}"}
        request = urllib.request.Request(address, b"{}", head, method="POST")
        with urllib.request.urlopen(request, timeout=REQUEST) as answer:
            made: str = json.load(answer)["id"]
        return made

    # The line

    async def _stay(self) -> None:
        """Connect again and again, until the table is gone or nobody listens."""
        failures = 0
        while True:
            try:
                async with connect(self.link.live, max_size=None, origin=None) as socket:
                    await self._greet(socket)
                    failures = 0
                    async for text in socket:
                        self._hear(json.loads(text))
                    code = socket.close_code
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else None
            except InvalidStatus as refused:
                code = MISSING if refused.response.status_code == 404 else None
            except (OSError, TimeoutError, WebSocketException):
                code = None
            self._socket = None
            if code == MISSING:
                self.tell({"type": "line", "state": "missing"})
                return
            self.tell({"type": "line", "state": "lost"})
            await asyncio.sleep(PATIENCE[min(failures, len(PATIENCE) - 1)])
            failures += 1

    async def _greet(self, socket: ClientConnection) -> None:
        tokens = [self.link.token] if self.link.token else []
        hello = {"type": "hello", "tokens": tokens, "language": self.words.language}
        await socket.send(json.dumps({**hello, "version": self.version, "options": True}))
        self._socket = socket
        self.tell({"type": "line", "state": "open"})
        for message in list(self._waiting.values()):
            await socket.send(json.dumps(message))

    def _hear(self, message: Message) -> None:
        if message["type"] == "update":
            self.version = message["version"]
        if message["type"] in ("done", "error", "hint"):
            self._waiting.pop(message.get("id") or "", None)
        self.tell(message)

    def _ask(self, message: Message) -> None:
        """Send something that must arrive."""
        numbered = {**message, "id": secrets.token_hex(8)}
        self._waiting[numbered["id"]] = numbered
        self._send(numbered)

    def _send(self, message: Message) -> None:
        if self._socket is not None:
            task = asyncio.ensure_future(self._send_now(self._socket, message))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)

    @staticmethod
    async def _send_now(socket: ClientConnection, message: Message) -> None:
        with contextlib.suppress(ConnectionClosed):
            await socket.send(json.dumps(message))  # a broken line comes back and sends it again
