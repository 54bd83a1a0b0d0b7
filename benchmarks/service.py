"""Latency and throughput of the service with 200 live tables, against a WebSocket echo."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import random
import socket
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

from azulejos.server.app import create_app
from azulejos.server.settings import MESSAGE_BYTES, Limits, Settings

TABLES = 200
SECONDS = 7.0
#: Seconds between moves at a busy table.
PACE = 2.0
#: Messages per move: the move, two updates, the acknowledgement.
MESSAGES_A_MOVE = 4
LIMITS = Limits(
    messages="1000000 per second",
    tables="1000000 per second",
    requests="1000000 per second",
    address_connections=10_000,
)


# Servers, each in its own process


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


def run_server(kind: str, database: str, ready: Connection) -> None:
    """Serve tables or an echo, with the options that `azulejos serve` uses."""
    settings = Settings(database, bot_pace=0, limits=LIMITS)
    app = create_app(settings) if kind == "tables" else echo_app()
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(1024)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=True,
        timeout_graceful_shutdown=2,
    )
    ready.send(listener.getsockname()[1])
    uvicorn.Server(config).run(sockets=[listener])


@contextlib.contextmanager
def server(kind: str, database: str = "") -> Iterator[tuple[int, int]]:
    """A running server: its port and the number of its process."""
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    process = spawn.Process(target=run_server, args=(kind, database, theirs), daemon=True)
    process.start()
    port: int = ours.recv()
    assert process.pid is not None
    try:
        yield port, process.pid
    finally:
        process.terminate()
        process.join()


def processor_of(process: int) -> float:
    """CPU seconds of a process; NaN where the system does not report them."""
    with contextlib.suppress(OSError):
        facts = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")
    return float("nan")


def memory_of(process: int) -> float:
    """Resident memory of a process in megabytes; NaN where the system does not report it."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return float("nan")


# Players


@dataclass
class Tally:
    """Measurements of one run; `processor` is the server's CPU time in seconds."""

    seconds: float = 0.0
    processor: float = 0.0
    latencies: list[float] = field(default_factory=list)
    messages: int = 0
    characters: int = 0

    @property
    def moves_per_second(self) -> float:
        """Moves, or groups of as many messages."""
        return len(self.latencies) / self.seconds

    def percentile(self, percent: int) -> float:
        """Percentile of the latency in milliseconds."""
        return statistics.quantiles(self.latencies, n=100)[percent - 1] * 1000


class LiveTable:
    """Two scripted players at one table, each with its own connection."""

    def __init__(self, seats: list[ClientConnection], number: int) -> None:
        self.seats = seats
        self.chance = random.Random(number)
        self.update: dict[str, Any] = {}
        self.number = 0

    async def hear(self, seat: int, kind: str, tally: Tally) -> dict[str, Any]:
        """The next message of a kind for a seat."""
        while True:
            text = await self.seats[seat].recv()
            message: dict[str, Any] = json.loads(text)
            tally.messages += 1
            tally.characters += len(text)
            if message["type"] == kind:
                return message

    async def join(self, tokens: list[str]) -> None:
        """Send `hello` for both players."""
        for seat, token in enumerate(tokens):
            await self.seats[seat].send(json.dumps({"type": "hello", "tokens": [token]}))
            update = await self.hear(seat, "update", Tally())
            self.update = update if update["options"] else self.update

    async def move(self, tally: Tally) -> None:
        """Play one move, until both players have the update and the mover the acknowledgement."""
        self.number += 1
        mover = self.update["state"]["to_play"]
        wish = {
            "type": "play",
            "id": str(self.number),
            "version": self.update["version"],
            "move": self.chance.choice(self.update["options"])["move"],
        }
        text = json.dumps(wish)
        tally.messages += 1
        tally.characters += len(text)
        before = time.perf_counter()
        await self.seats[mover].send(text)
        updates = await asyncio.gather(*(self.hear(seat, "update", tally) for seat in (0, 1)))
        tally.latencies.append(time.perf_counter() - before)
        await self.hear(mover, "done", tally)
        self.update = next((u for u in updates if u["options"]), updates[0])

    @property
    def is_over(self) -> bool:
        """Whether the game at this table is over."""
        return not self.update["options"]


@contextlib.asynccontextmanager
async def live_tables(port: int) -> AsyncIterator[list[LiveTable]]:
    """Tables with their players, ready for the first move; both games."""
    async with contextlib.AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(trust_env=False, timeout=60))
        tables = []
        for number in range(TABLES):
            game = ("azul", "summer-pavilion")[number % 2]
            wanted = {"game": game, "seats": [{"kind": "me"}, {"kind": "friend"}], "first": 0}
            answer = await client.post(f"http://127.0.0.1:{port}/api/games", json=wanted)
            made = answer.raise_for_status().json()
            address = f"ws://127.0.0.1:{port}/api/games/{made['id']}/live"
            seats = [
                await stack.enter_async_context(connect(address, proxy=None, max_size=1 << 24))
                for _ in range(2)
            ]
            table = LiveTable(seats, number)
            await table.join([seat["token"] for seat in made["seats"]])
            tables.append(table)
        yield tables


async def play(tables: list[LiveTable], process: int, seconds: float, pace: float | None) -> Tally:
    """Play at all tables for some seconds: at full speed, or with a pause between moves."""
    tally = Tally()
    start = time.perf_counter()
    busy = processor_of(process)

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
    return tally


async def echoes(port: int, process: int, moves: int, size: int) -> Tally:
    """Echo as many messages of a given size as `moves` moves take, over as many connections."""
    tally = Tally()
    text = json.dumps({"filler": "".join(random.choices("abcdefgh0123 ,:{}", k=size))})
    async with contextlib.AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/echo"
        clients = [
            await stack.enter_async_context(connect(address, proxy=None, max_size=1 << 24))
            for _ in range(2 * TABLES)
        ]
        left = moves
        start = time.perf_counter()
        busy = processor_of(process)

        async def keep_talking(pair: list[ClientConnection]) -> None:
            nonlocal left
            while left > 0:
                left -= 1
                before = time.perf_counter()
                await asyncio.gather(*(client.send(text) for client in pair))
                await asyncio.gather(*(client.recv() for client in pair))
                tally.latencies.append(time.perf_counter() - before)
                tally.messages += MESSAGES_A_MOVE
                tally.characters += MESSAGES_A_MOVE * len(text)

        await asyncio.gather(
            *(keep_talking(clients[two : two + 2]) for two in range(0, 2 * TABLES, 2))
        )
        tally.seconds = time.perf_counter() - start
        tally.processor = processor_of(process) - busy
    return tally


# Report


def report(runs: dict[str, Tally], console: Console) -> None:
    """Print all runs as a table."""
    table = Table(title=f"{TABLES} live tables of two players, one process")
    table.add_column("run")
    for heading in ("moves/s", "messages/s", "characters", "p50 ms", "p99 ms", "server ms/move"):
        table.add_column(heading, justify="right")
    for name, tally in runs.items():
        table.add_row(
            name,
            f"{tally.moves_per_second:,.0f}",
            f"{tally.messages / tally.seconds:,.0f}",
            f"{tally.characters / tally.messages:,.0f} each",
            f"{tally.percentile(50):.1f}",
            f"{tally.percentile(99):.1f}",
            f"{1000 * tally.processor / len(tally.latencies):.2f}",
        )
    console.print(table)


async def measure_tables(port: int, process: int) -> tuple[Tally, Tally, float]:
    """Run the service with pauses and at full speed, and read its memory."""
    async with live_tables(port) as tables:
        paced = await play(tables, process, SECONDS, PACE)
        fast = await play(tables, process, SECONDS, None)
        return paced, fast, memory_of(process)


def main() -> None:
    """Measure the service, then the echo with equally many messages."""
    console = Console()
    with (
        tempfile.TemporaryDirectory() as folder,
        server("tables", str(Path(folder) / "tables.db")) as (port, process),
    ):
        empty = memory_of(process)
        paced, fast, full = asyncio.run(measure_tables(port, process))
    with server("echo") as (port, process):
        size = fast.characters // fast.messages
        bare = asyncio.run(echoes(port, process, len(fast.latencies), size))
    runs = {
        f"a move every {PACE:.0f} s": paced,
        "as fast as it goes": fast,
        "bare echo, as many messages": bare,
    }
    report(runs, console)
    console.print(f"memory of the service: {empty:.0f} MB before, {full:.0f} MB with all tables")
    ratio = fast.messages / fast.seconds / (bare.messages / bare.seconds)
    console.print(
        f"ratio: {ratio:.2f} of the messages per second of the echo; "
        f"{fast.processor / bare.processor:.1f} times its processor time"
    )


if __name__ == "__main__":
    main()
