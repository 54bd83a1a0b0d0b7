"""Servers and players for `benchmarks.service`: each server in its own process, on its own core."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import socket
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from azulejos.server.app import create_app
from azulejos.server.run import WebServer
from azulejos.server.settings import MESSAGE_BYTES, Limits, Rate, Settings

#: Messages per move: the move, two updates, the acknowledgement.
MESSAGES_A_MOVE = 4
UNLIMITED = Rate(1_000_000, seconds=1)


def unlimited() -> Limits:
    """Limits that thousands of clients of one address do not reach."""
    rates = {limit.name: UNLIMITED for limit in fields(Limits) if isinstance(limit.default, Rate)}
    names = "address_connections", "address_sockets", "address_turns", "sockets", "pending"
    many = dict.fromkeys(names, 50_000)
    changed: dict[str, Any] = {**rates, **many, "lag_seconds": 60.0, "ping_seconds": 120.0}
    return replace(Limits(), **changed)


# Servers


def echo_app() -> FastAPI:
    """WebSocket echo: the reference."""
    app = FastAPI()

    @app.websocket("/echo")
    async def echo(client: WebSocket) -> None:
        await client.accept()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await client.send_text(await client.receive_text())

    return app


def run_server(kind: str, database: str, port: int, ready: Connection, hand_over: bool) -> None:
    """Serve tables as `azulejos serve` does, or an echo on the same stack; on the last core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(1024)
    ready.send(listener.getsockname()[1])
    if kind == "tables":
        settings = Settings(database, bot_pace=0, hand_over=hand_over, limits=unlimited())
        WebServer(create_app(settings), settings).run(sockets=[listener])
        return
    config = uvicorn.Config(
        echo_app(),
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listener])


@contextlib.contextmanager
def server(
    kind: str, database: str = "", port: int = 0, *, hand_over: bool = True
) -> Iterator[tuple[int, int]]:
    """A running server: its port and the number of its process. It is killed in the end."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    arguments = kind, database, port, theirs, hand_over
    process = spawn.Process(target=run_server, args=arguments, daemon=True)
    process.start()
    found: int = ours.recv()
    assert process.pid is not None
    try:
        yield found, process.pid
    finally:
        process.kill()
        process.join()


def processor_of(process: int) -> float:
    """CPU seconds of a process; NaN where the system does not report them."""
    with contextlib.suppress(OSError):
        facts = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    return float("nan")


def memory_of(process: int) -> float:
    """Resident memory of a process in kilobytes; NaN where the system does not report it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return float("nan")


# Players


@dataclass
class Tally:
    """Measurements of one run; `processor` is the server's CPU time, `own` the players'."""

    seconds: float = 0.0
    processor: float = 0.0
    own: float = 0.0
    latencies: list[float] = field(default_factory=list)
    messages: int = 0
    characters: int = 0

    @property
    def moves(self) -> int:
        """Moves, or groups of as many messages."""
        return len(self.latencies)

    @property
    def milliseconds(self) -> float:
        """The server's CPU time for a move."""
        return 1000 * self.processor / self.moves

    def percentile(self, percent: int) -> float:
        """Percentile of the latency in milliseconds."""
        return statistics.quantiles(self.latencies, n=100)[percent - 1] * 1000


class _Option(msgspec.Struct):
    move: str


class _State(msgspec.Struct):
    to_play: int | None = None


class _Message(msgspec.Struct):
    """What the players need of the service's messages."""

    type: str
    version: int = 0
    options: list[_Option] | None = None
    state: _State | None = None


_READ = msgspec.json.Decoder(_Message)


class LiveTable:
    """Two scripted players at one table, each with its own connection."""

    def __init__(self, addresses: list[str], tokens: list[str], number: int) -> None:
        self.addresses = addresses
        self.tokens = tokens
        self.chance = random.Random(number)
        self.seats: list[ClientConnection] = []
        self.update = _Message("")
        self.mover = 0
        self.number = 0

    async def hear(self, seat: int, kind: str, tally: Tally) -> _Message:
        """The next message of a kind for a seat."""
        while True:
            text = await self.seats[seat].recv(decode=False)
            message = _READ.decode(text)
            tally.messages += 1
            tally.characters += len(text)
            if message.type == kind:
                return message

    async def join(self, seat: int) -> _Message:
        """Connect one of the players, and send `hello`."""
        self.seats[seat:] = [await connect(self.addresses[seat], proxy=None, max_size=1 << 24)]
        await self.seats[seat].send(json.dumps({"type": "hello", "tokens": [self.tokens[seat]]}))
        update = await self.hear(seat, "update", Tally())
        self.note([update])
        return update

    def note(self, updates: list[_Message]) -> None:
        """Note who is to move, and what is possible."""
        for update in updates:
            if update.options:
                self.update = update
        last = updates[-1].state
        if last and last.to_play is not None:
            self.mover = last.to_play
        if last and last.to_play is None:
            self.update = updates[-1]

    async def move(self, tally: Tally) -> None:
        """Play one move, until both players have the update and the mover the acknowledgement."""
        self.number += 1
        mover = self.mover
        wish = {
            "type": "play",
            "id": str(self.number),
            "version": self.update.version,
            "move": self.chance.choice(self.update.options or []).move,
        }
        text = json.dumps(wish)
        tally.messages += 1
        tally.characters += len(text)
        before = time.perf_counter()
        await self.seats[mover].send(text)
        updates = [await self.hear(seat, "update", tally) for seat in (1 - mover, mover)]
        tally.latencies.append(time.perf_counter() - before)
        await self.hear(mover, "done", tally)
        self.note(updates)

    @property
    def is_over(self) -> bool:
        """Whether the game at this table is over."""
        return not self.update.options


@contextlib.asynccontextmanager
async def live_tables(ports: Sequence[int], count: int) -> AsyncIterator[list[LiveTable]]:
    """Tables of both games, ready for the first move; their players are split between the ports."""
    tables: list[LiveTable] = []
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
        for number in range(count):
            game = ("azul", "summer-pavilion")[number % 2]
            wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "friend"}], "first": 0}
            answer = await client.post(f"http://127.0.0.1:{ports[0]}/api/games", json=wanted)
            made = answer.raise_for_status().json()
            split = [ports[(seat + number // 2) % len(ports)] for seat in (0, 1)]
            addresses = [f"ws://127.0.0.1:{port}/api/games/{made['id']}/live" for port in split]
            tables.append(LiveTable(addresses, [seat["token"] for seat in made["seats"]], number))
    for table in tables:
        for seat in (0, 1):
            await table.join(seat)
    try:
        yield tables
    finally:
        for table in tables:
            for connection in table.seats:
                connection.transport.abort()


async def play(tables: list[LiveTable], process: int, seconds: float, pace: float | None) -> Tally:
    """Play at all tables for some seconds: at full speed, or with a pause between moves."""
    tally = Tally()
    start = time.perf_counter()
    busy, own = processor_of(process), time.process_time()

    async def keep_playing(number: int, table: LiveTable) -> None:
        due = start + (pace or 0.0) * number / len(tables)
        while time.perf_counter() < start + seconds and not table.is_over:
            if pace:
                await asyncio.sleep(due - time.perf_counter())
                due += pace
            await table.move(tally)

    await asyncio.gather(*(keep_playing(*numbered) for numbered in enumerate(tables)))
    tally.seconds = time.perf_counter() - start
    tally.processor = processor_of(process) - busy
    tally.own = time.process_time() - own
    return tally


async def echoes(port: int, process: int, moves: int, size: int, connections: int) -> Tally:
    """Echo as many messages of a given size as `moves` moves take, over as many connections."""
    tally = Tally()
    text = json.dumps({"filler": "".join(random.choices("abcdefgh0123 ,:{}", k=size))})
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/echo"
        clients = [
            await stack.enter_async_context(connect(address, proxy=None, max_size=1 << 24))
            for _ in range(connections)
        ]
        left = moves
        start = time.perf_counter()
        busy, own = processor_of(process), time.process_time()

        async def keep_talking(pair: list[ClientConnection]) -> None:
            nonlocal left
            while left > 0:
                left -= 1
                before = time.perf_counter()
                for client in pair:
                    await client.send(text)
                for client in pair:
                    await client.recv(decode=False)
                tally.latencies.append(time.perf_counter() - before)
                tally.messages += MESSAGES_A_MOVE
                tally.characters += MESSAGES_A_MOVE * len(text)

        pairs = [clients[two : two + 2] for two in range(0, connections, 2)]
        await asyncio.gather(*map(keep_talking, pairs))
        tally.seconds = time.perf_counter() - start
        tally.processor = processor_of(process) - busy
        tally.own = time.process_time() - own
    return tally
