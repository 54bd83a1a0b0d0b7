"""A service to test against, in a thread or in a process of its own, and people who play on it."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from azulejos.server.app import create_app
from azulejos.server.run import WebServer
from azulejos.server.settings import Limits, Rate, Settings

#: Nothing here takes so long unless it hangs.
PATIENCE = 60.0
#: A service may have to compile before it starts.
STARTING = 400.0
#: For tests that are not about limits.
GENEROUS = Limits(
    messages=Rate(1_000_000, seconds=1),
    tables=Rate(1_000_000, seconds=1),
    joins=Rate(1_000_000, seconds=1),
    requests=Rate(1_000_000, seconds=1),
    page_requests=Rate(1_000_000, seconds=1),
    connects=Rate(1_000_000, seconds=1),
    hellos=Rate(1_000_000, seconds=1),
    frames=Rate(1_000_000, seconds=1),
    address_messages=Rate(1_000_000, seconds=1),
    address_connections=10_000,
    address_sockets=10_000,
    lag_seconds=3600,
    max_errors=1_000_000,
)


def wait_until(true: Callable[[], bool]) -> None:
    """For what can be seen from inside only."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.005)


@dataclass
class Made:
    """A table as it was set up."""

    id: str
    tokens: list[str | None]

    def token(self, seat: int) -> str:
        """The token of a person's seat."""
        token = self.tokens[seat]
        assert token is not None
        return token


class Site:
    """An address where a service answers."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        # A connection for each request: the service closes idle ones, perhaps as one is used again.
        self.http = httpx.Client(
            base_url=self.address,
            timeout=PATIENCE,
            trust_env=False,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    def new_table(self, *kinds: str, **choices: Any) -> Made:
        """A table; a kind of seat such as "me", or the name of a bot."""
        seats = [
            {"kind": kind}
            if kind in ("me", "here", "friend", "open")
            else {"kind": "bot", "bot": kind}
            for kind in kinds or ("me", "friend")
        ]
        answer = self.http.post("/api/games", json={"seats": seats, "first": 0, **choices})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Made(made["id"], [seat["token"] for seat in made["seats"]])

    def live_address(self, table: str) -> str:
        """The WebSocket of a table."""
        return f"{self.address.replace('http', 'ws', 1)}/api/games/{table}/live"

    def connect(self, table: str, **options: Any) -> ClientConnection:
        """A bare connection, to be used in a `with` statement."""
        options = {"max_size": 1 << 26, "proxy": None, "close_timeout": 1, **options}
        address = self.live_address(table)
        client: ClientConnection = connect(address, open_timeout=PATIENCE, **options)
        return client

    def sit(self, table: Made, *seats: int, **hello: Any) -> Person:
        """Somebody at some seats of a table; at none: a spectator."""
        tokens = [table.token(seat) for seat in seats]
        return Person(self.connect(table.id), tokens, **hello)

    def rejoin(self, person: Person, table: Made) -> Person:
        """The same person over a new connection, who knows what they knew."""
        return Person(self.connect(table.id), person.tokens, version=person.version)

    def get(self, path: str, **options: Any) -> Any:
        """What a path answers, as data."""
        answer = self.http.get(path, **options)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Person:
    """A client that follows the protocol and remembers what it was told."""

    def __init__(self, socket: ClientConnection, tokens: Iterable[str], **hello: Any) -> None:
        self.socket = socket.__enter__()
        self.tokens = list(tokens)
        self.update: dict[str, Any] = {}
        self.entries: list[dict[str, Any]] = []
        self.heard: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.send(type="hello", tokens=self.tokens, **hello)
        if hello.pop("wait", True):
            self.hear("update")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Close the connection."""
        self.socket.__exit__(None, None, None)

    # Talking

    def send(self, **message: Any) -> None:
        """Send a message."""
        message.pop("wait", None)
        self.socket.send(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            text = self.socket.recv(PATIENCE)
            assert isinstance(text, str)
            message: dict[str, Any] = json.loads(text)
            self.texts.append(text)
            self.heard.append(message)
            if message["type"] == "update":
                self.update = message
                self.entries += message["entries"]
            if message["type"] in kinds:
                return message

    def hear_until(self, true: Callable[[Person], bool]) -> None:
        """Listen until the last update is as wanted."""
        while not true(self):
            self.hear("update")

    def ask(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a message with a number of its own; returns the answer to it."""
        number = message.pop("id", None) or secrets.token_hex(8)
        if kind in ("play", "undo"):
            message.setdefault("version", self.version)
        self.send(type=kind, id=number, **message)
        while True:
            answer = self.hear("done", "error", "hint")
            if answer["id"] == number:
                return answer

    def play(self, move: str | None = None, **message: Any) -> dict[str, Any]:
        """Play a move, the first legal one if none is given; it must be carried out."""
        answer = self.ask("play", move=move or self.options[0]["move"], **message)
        assert answer["type"] == "done", answer
        return answer

    def refused(self, kind: str, **message: Any) -> str:
        """The code with which a message is refused."""
        answer = self.ask(kind, **message)
        assert answer["type"] == "error", answer
        assert answer["text"]
        code: str = answer["code"]
        return code

    def closed(self) -> tuple[int, str]:
        """The code and the reason with which the service closes the connection."""
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            while True:
                self.hear()
        assert closed.value.rcvd is not None, closed.value
        return closed.value.rcvd.code, closed.value.rcvd.reason

    # Knowing

    @property
    def version(self) -> int:
        """The last version that was told."""
        version: int = self.update["version"]
        return version

    @property
    def state(self) -> dict[str, Any]:
        """What lies on the table."""
        state: dict[str, Any] = self.update["state"]
        return state

    @property
    def options(self) -> list[dict[str, Any]]:
        """What this person may do now."""
        return self.update["options"] or []

    def can_play(self) -> bool:
        """Whether it is this person's turn, or nobody's any more."""
        return bool(self.options) or self.state["over"]

    def wait_for_turn(self) -> None:
        """Listen until it is this person's turn, or the game is over."""
        self.hear_until(Person.can_play)

    def play_to_the_end(self, choose: Callable[[list[dict[str, Any]]], Any]) -> int:
        """Play whenever it is this person's turn; returns how many moves that were."""
        moves = 0
        self.wait_for_turn()
        while not self.state["over"]:
            self.play(choose(self.options)["move"])
            moves += 1
            self.wait_for_turn()
        return moves


def listen(port: int = 0) -> socket.socket:
    """A port; its protocol is named, because asyncio sends at once only over what is called TCP."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(1024)  # who comes before the service is up waits
    return listener


class ThreadService(Site):
    """A service in a thread of this process, for tests that look at it from both sides."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self._listener = listen(port)
        self._server = WebServer(self.app, settings)
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        self.port: int = self._listener.getsockname()[1]
        super().__init__(f"http://127.0.0.1:{self.port}")
        self.get("/api/health")

    def _serve(self) -> None:
        with self._runner:
            self._runner.run(self._server.serve(sockets=[self._listener]))

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something on the service's own loop."""
        done = asyncio.run_coroutine_threadsafe(work, self._runner.get_loop())
        return done.result(PATIENCE)

    def stop(self) -> None:
        """End it as a signal would."""
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class ProcessService(Site):
    """A service in a process of its own, started as people start it."""

    def __init__(self, database: str | Path, *options: str) -> None:
        environment = {**os.environ, "PYTHONWARNINGS": "default", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "azulejos", "serve", "--no-browser", "--port", "0"),
                *("--database", str(database)),
                *(options or ("--bot-pace", "0")),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.output: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._readers = [
            threading.Thread(target=self._read, args=(self.process.stdout, self._lines.put)),
            threading.Thread(target=self._read, args=(self.process.stderr, self.output.append)),
        ]
        for reader in self._readers:
            reader.start()
        found = re.search(r"http://\S+", self._lines.get(timeout=STARTING))
        assert found, self.output
        super().__init__(found[0].replace("localhost", "127.0.0.1"))

    @staticmethod
    def _read(stream: Any, keep: Callable[[str], None]) -> None:
        with stream:
            for line in stream:
                keep(line.rstrip("\n"))

    def end(self, how: signal.Signals) -> int:
        """Send a signal; returns what the process returned."""
        self.http.close()
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        for reader in self._readers:
            reader.join(PATIENCE)
        return code

    def kill(self) -> None:
        """As a power cut would."""
        self.end(signal.SIGKILL)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()
