"""Latency of bystanders while one address floods the service, as a ratio to a quiet time.

The service is the real command with its usual limits. Bystanders play at their own tables from one
address, the flood comes from another one, in a process of its own, and reconnects whenever it is
disconnected.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import random
import re
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import httpx
from rich.console import Console
from rich.table import Table
from websockets.sync.client import ClientConnection, connect

BYSTANDERS = 8
SECONDS = 5.0
#: Seconds between two moves of a bystander.
PACE = 0.1
#: The addresses that flood, one for each flood; all of 127.0.0.0/8 is this machine.
ATTACKERS = "127.0.9."
TIMEOUT = 10.0
TEXT, CONTINUATION, PING = 0x1, 0x0, 0x9
HANDSHAKE = (
    "GET /api/games/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    "Sec-WebSocket-Version: 13\r\n\r\n"
)
HEAD = "Host: localhost\r\nContent-Type: application/json\r\n"


# The service


@contextlib.contextmanager
def service() -> Iterator[int]:
    """The port of a service with the usual limits."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "azulejos", "serve", "--no-browser", "--port", "0"]
        # The bystanders set up their tables one after the other, from one address.
        command += ["--database", f"{folder}/tables.db", "--limit", "tables=100000/60"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
            assert found
            yield int(found[1])
        finally:
            process.terminate()
            process.wait()


def new_table(port: int, seat: dict[str, str] | None = None) -> tuple[str, list[str]]:
    """A table for two, and its tokens; `seat` is what both seats are."""
    wanted = {"seats": [seat or {"kind": "me"}] * 2, "first": 0}
    url = f"http://127.0.0.1:{port}/api/games"
    made = httpx.post(url, json=wanted, trust_env=False, timeout=60).raise_for_status().json()
    return made["id"], [seat["token"] for seat in made["seats"]]


# Bystanders


class Bystander(threading.Thread):
    """Plays both seats of tables, a move every `PACE` seconds, and measures the answers."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = port
        self.latencies: list[float] = []
        self.failures = 0
        self.ended = threading.Event()

    def run(self) -> None:
        """Play until the end; a lost connection is a failure."""
        while not self.ended.is_set():
            try:
                self._play()
            except Exception:
                self.failures += 1
                time.sleep(PACE)

    def _play(self) -> None:
        table, tokens = new_table(self.port)
        address = f"ws://127.0.0.1:{self.port}/api/games/{table}/live"
        with connect(address, proxy=None, max_size=1 << 24) as client:
            client.send(json.dumps({"type": "hello", "tokens": tokens}))
            update = _hear(client, "update")
            for number in itertools.count():
                if self.ended.is_set() or not update["options"]:
                    return
                move = random.choice(update["options"])["move"]
                wish = {"type": "play", "id": f"m{number}", "version": update["version"]}
                before = time.perf_counter()
                client.send(json.dumps(wish | {"move": move}))
                update = _hear(client, "update")
                _hear(client, "done")
                self.latencies.append(time.perf_counter() - before)
                time.sleep(PACE)


def _hear(client: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(client.recv(TIMEOUT))
        if message["type"] == kind:
            return message


# Floods


@dataclass
class Target:
    """What is flooded, and from which address."""

    port: int
    table: str
    attacker: str


def frame(kind: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    length = struct.pack("!B", 0x80 | len(payload))
    return struct.pack("!B", (0x80 if last else 0) | kind) + length + bytes(4) + payload


def opened(target: Target) -> socket.socket:
    """A connection of the attacker."""
    client = socket.socket()
    client.bind((target.attacker, 0))
    client.settimeout(TIMEOUT)
    client.connect(("127.0.0.1", target.port))
    return client


def live(target: Target, tokens: Sequence[str] = ()) -> socket.socket:
    """A WebSocket of the attacker, with its hello."""
    client = opened(target)
    client.sendall(HANDSHAKE.replace("{table}", target.table).encode())
    client.recv(4096)
    hello = {"type": "hello", "tokens": list(tokens)[:1]}
    client.sendall(frame(TEXT, json.dumps(hello).encode()))
    return client


def sending(piece: bytes, first: bytes = b"") -> Callable[[Target], None]:
    """A flood of one frame, over one WebSocket, without reading."""

    def flood(target: Target) -> None:
        with live(target) as client:
            client.sendall(first)
            while True:
                client.sendall(piece * 200)

    return flood


def asking(request: str) -> Callable[[Target], None]:
    """A flood of requests, each over its own connection."""

    def flood(target: Target) -> None:
        with opened(target) as client:
            client.sendall(request.replace("{table}", target.table).encode())
            client.recv(65536)

    return flood


def holding(start: str, connections: int = 600) -> Callable[[Target], None]:
    """Many connections that stay open after the start of a request."""

    def flood(target: Target) -> None:
        with contextlib.ExitStack() as stack:
            for _ in range(connections):
                client = stack.enter_context(opened(target))
                client.sendall(start.replace("{table}", target.table).encode())
            time.sleep(1)

    return flood


def pipelining(target: Target) -> None:
    """Requests that do not wait for answers, nor read them."""
    with opened(target) as client:
        client.sendall(f"GET /api/games/{target.table} HTTP/1.1\r\n{HEAD}\r\n".encode() * 1000)
        client.recv(65536)


def sockets(target: Target) -> None:
    """As many WebSockets as one address may have."""
    with contextlib.ExitStack() as stack:
        for _ in range(150):
            stack.enter_context(live(target))
        time.sleep(1)


def thinking(target: Target) -> None:
    """As many tables of strong bots as one address may watch."""
    with contextlib.ExitStack() as stack:
        for _ in range(60):
            table, _ = new_table(target.port, {"kind": "bot", "bot": "expert"})
            watching = Target(target.port, table, target.attacker)
            stack.enter_context(live(watching))
        time.sleep(SECONDS)


def hinting(target: Target) -> None:
    """Hints at as many tables as one address may play at, again and again."""
    with contextlib.ExitStack() as stack:
        players = []
        for _ in range(60):
            table, tokens = new_table(target.port)
            watching = Target(target.port, table, target.attacker)
            players.append(stack.enter_context(live(watching, tokens)))
        for number in itertools.count():
            for player in players:
                player.sendall(frame(TEXT, b'{"type":"hint","id":"%d"}' % number))
            time.sleep(PACE)


def connecting(target: Target) -> None:
    """A connection that is closed at once."""
    opened(target).close()


HELLO, HINT = b'{"type":"hello"}', b'{"type":"hint","id":"x"}'
CHUNKED = f"POST /api/games HTTP/1.1\r\n{HEAD}Transfer-Encoding: chunked\r\n\r\n"
FLOODS: dict[str, Callable[[Target], None]] = {
    "pings": sending(frame(PING)),
    "long pings, unread": sending(frame(PING, bytes(125))),
    "empty fragments": sending(frame(CONTINUATION, last=False), frame(TEXT, b"{", last=False)),
    "hellos": sending(frame(TEXT, HELLO)),
    "messages": sending(frame(TEXT, HINT)),
    "unreadable messages": sending(frame(TEXT, b"[" * 100)),
    "WebSockets": sockets,
    "bots that think": thinking,
    "hints": hinting,
    "idle connections": holding(""),
    "half heads": holding("GET / HTTP/1.1\r\nHost: loc"),
    "half bodies": holding(f"POST /api/games HTTP/1.1\r\n{HEAD}Content-Length: 50\r\n\r\n{{"),
    "connections": connecting,
    "bad requests": asking("\x01\r\n\r\n"),
    "large heads": asking("GET / HTTP/1.1\r\n" + "a: b\r\n" * 3000),
    "tiny chunks": asking(CHUNKED + "1\r\n \r\n" * 3000),
    "pipelined requests": pipelining,
    "page": asking("GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"),
    "tables as seen": asking("GET /api/games/{table} HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "replays": asking("GET /api/games/{table}/replay HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "handshakes": asking(HANDSHAKE),
}


def attack(name: str, target: Target) -> None:
    """Repeat a flood for ever, whatever becomes of it."""
    while True:
        with contextlib.suppress(OSError):
            FLOODS[name](target)


@contextlib.contextmanager
def attacking(name: str, target: Target) -> Iterator[None]:
    """Run a flood meanwhile."""
    spawn = multiprocessing.get_context("spawn")
    process = spawn.Process(target=attack, args=(name, target), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


# Report


@dataclass
class Run:
    """What the bystanders have seen."""

    latencies: list[float]
    failures: int

    def percentile(self, percent: int) -> float:
        """Percentile of the latency in milliseconds."""
        return statistics.quantiles(self.latencies, n=100)[percent - 1] * 1000


def watch(port: int, seconds: float) -> Run:
    """Let the bystanders play for some seconds."""
    bystanders = [Bystander(port) for _ in range(BYSTANDERS)]
    for bystander in bystanders:
        bystander.start()
    time.sleep(seconds)
    for bystander in bystanders:
        bystander.ended.set()
    for bystander in bystanders:
        bystander.join()
    latencies = [latency for bystander in bystanders for latency in bystander.latencies]
    return Run(latencies, sum(bystander.failures for bystander in bystanders))


def main() -> None:
    """Measure every flood, or those named as arguments."""
    names = sys.argv[1:] or list(FLOODS)
    report = Table(title=f"{BYSTANDERS} bystanders, a move every {PACE * 1000:.0f} ms")
    report.add_column("flood")
    for heading in ("p50 ms", "p99 ms", "p99 quiet ms", "ratio", "failures"):
        report.add_column(heading, justify="right")
    with service() as port:
        table, _ = new_table(port)
        watch(port, SECONDS)  # so that everything is compiled and loaded
        for number, name in enumerate(names, 1):
            target = Target(port, table, f"{ATTACKERS}{number}")
            quiet = watch(port, SECONDS)
            with attacking(name, target):
                time.sleep(0.5)
                run = watch(port, SECONDS)
            report.add_row(
                name,
                f"{run.percentile(50):.1f}",
                f"{run.percentile(99):.1f}",
                f"{quiet.percentile(99):.1f}",
                f"{run.percentile(99) / quiet.percentile(99):.1f}",
                str(run.failures),
            )
    Console().print(report)


if __name__ == "__main__":
    main()
