"""Cost of the service: CPU time of a move, latency, memory, stored games, restarts, reviews.

The reference is a WebSocket echo on the same stack, with as many messages of the same size. The
server runs on one core; the players run in this process, and their own CPU time is printed, because
a measurement with players at the limit of their core says nothing about the service.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import statistics
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx
from rich.console import Console
from rich.table import Table as Report
from websockets.asyncio.client import connect

from benchmarks.service_load import Tally, echoes, live_tables, memory_of, play, server

PACE = 2.0  # seconds between moves at a busy table
FAST_TABLES, FAST_SECONDS = 100, 8.0
console = Console()


async def measure(
    port: int, process: int, count: int, seconds: float, pace: float | None
) -> tuple[Tally, float]:
    """Play at `count` tables; returns the tally and the memory of a table in kilobytes."""
    async with live_tables([port], 2) as warm:
        await play(warm, process, 5.0, None)
    before = memory_of(process)
    async with live_tables([port], count) as tables:
        tally = await play(tables, process, seconds, pace)
        return tally, (memory_of(process) - before) / count


def report(runs: dict[str, Tally]) -> None:
    """Print runs as a table."""
    table = Report(title="tables of two players, one process on one core")
    table.add_column("run")
    headings = ("moves", "moves/s", "messages/s", "bytes", "p50 ms", "p99 ms", "ms CPU/move", "own")
    for heading in headings:
        table.add_column(heading, justify="right")
    for name, tally in runs.items():
        table.add_row(
            name,
            f"{tally.moves:,}",
            f"{tally.moves / tally.seconds:,.0f}",
            f"{tally.messages / tally.seconds:,.0f}",
            f"{tally.characters / tally.messages:,.0f}",
            f"{tally.percentile(50):.1f}",
            f"{tally.percentile(99):.1f}",
            f"{tally.milliseconds:.2f}",
            f"{tally.own / tally.seconds:.0%}",
        )
    console.print(table)


def compare_with_echo(folder: Path, paced: int, seconds: float) -> None:
    """CPU time of a move against the echo, and latency with many tables at a usual pace."""
    with server("tables", str(folder / "tables.db")) as (port, process):
        fast, _ = asyncio.run(measure(port, process, FAST_TABLES, FAST_SECONDS, None))
    with server("echo") as (port, process):
        size = fast.characters // fast.messages
        work = echoes(port, process, fast.moves, size, 2 * FAST_TABLES)
        bare = asyncio.run(work)
    runs = {"as fast as it goes": fast, "bare echo": bare}
    with server("tables", str(folder / "paced.db")) as (port, process):
        slow, memory = asyncio.run(measure(port, process, paced, seconds, PACE))
    report({**runs, f"{paced} tables, a move every {PACE:.0f} s": slow})
    console.print(
        f"a move costs {fast.processor / bare.processor:.1f} times the CPU time of its messages in"
        f" the echo: {bare.processor / fast.processor:.2f} of its messages per second of CPU"
    )
    console.print(f"memory: {memory:.0f} KB for each of {paced} live tables and its connections")


# Stored games


def store_games(database: Path, count: int) -> None:
    """Copy one finished game of a database many times."""
    with sqlite3.connect(database) as connection:
        (game,) = connection.execute(
            "SELECT id FROM games WHERE finished ORDER BY created_at LIMIT 1"
        ).fetchone()
        numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
        columns = "setup, seats, seed, nonce, uploaded, finished, created_at, changed_at"
        name = "substr(id, 1, 4) || printf('%012d', (i * 7919) % 1000003)"
        connection.execute(
            f"{numbers} INSERT INTO games (id, {columns})"
            f" SELECT {name}, {columns} FROM n, games WHERE id = ?",
            (count, game),
        )
        connection.execute(
            f"{numbers} INSERT INTO log (game, number, kind, data, message, at)"
            f" SELECT {name.replace('id', 'game')}, number, kind, data, message, at"
            " FROM n, log WHERE game = ? ORDER BY 1, 2",
            (count, game),
        )


def compare_stored_games(folder: Path, count: int) -> None:
    """CPU time of a move with many finished games in the database."""
    database = folder / "stored.db"
    with server("tables", str(database)) as (port, process):
        few, _ = asyncio.run(measure(port, process, FAST_TABLES, 12.0, None))
    store_games(database, count)
    with server("tables", str(database)) as (port, process):
        many, _ = asyncio.run(measure(port, process, FAST_TABLES, 12.0, None))
    size = sum(path.stat().st_size for path in folder.glob("stored.db*")) / 1e6
    console.print(
        f"stored games: {many.milliseconds:.2f} ms a move with {count:,} ({size:,.0f} MB),"
        f" {few.milliseconds:.2f} with few: {many.milliseconds / few.milliseconds:.2f} times"
    )


# The length of a game


def compare_lengths() -> None:
    """Time of a move and its updates in a short and in a long log, without network."""
    # Imported here: the servers' processes import this module, and must not import the rules.
    from azulejos.session import GameSetup, SeatSetup, Table, TableSetup

    seats = [SeatSetup("me"), SeatSetup("person")]
    game = GameSetup("azul", "coloured", 2, 0, {}, {}, None)
    setup = TableSetup("", game, seats, "1".rjust(64, "0"), "0" * 64, False, datetime.now(UTC))
    table = Table(setup, setup.start())
    times = []
    for turn in range(2400):  # the same few positions again and again, by undo
        start = time.perf_counter()
        version, mover = table.version, frozenset({table.to_play or 0})
        if turn % 2:
            table.commit(table.undo(frozenset({0, 1})))
        else:
            table.commit(table.play(mover, str(next(iter(table.game.legal_moves))), str(turn)))
        for seat in (0, 1):
            table.encoded_update(frozenset({seat}), after=version)
        times.append(time.perf_counter() - start)
    short, long = statistics.median(times[100:500]), statistics.median(times[-400:])
    console.print(
        f"length: {1e6 * long:.0f} µs a move after {table.version:,} log entries,"
        f" {1e6 * short:.0f} µs after 300: {long / short:.2f} times"
    )


# Restarts


async def first_answer(table_address: str, token: str, start: float) -> float:
    """Seconds from `start` until a client that reconnects has its update."""
    while True:
        try:
            async with connect(table_address, proxy=None, max_size=1 << 24) as socket:
                await socket.send(json.dumps({"type": "hello", "tokens": [token]}))
                await socket.recv()
                return time.perf_counter() - start
        except OSError:
            await asyncio.sleep(0.02)


async def restart(database: str, count: int) -> list[float]:
    """Kill a server during play, start another, and reconnect all players."""
    with server("tables", database) as (port, process):
        async with live_tables([port], count) as tables:
            await play(tables, process, 3.0, PACE)
    start = time.perf_counter()
    opening = asyncio.get_running_loop().run_in_executor
    running = server("tables", database, port)
    entered = opening(None, running.__enter__)
    waiting = [
        first_answer(table.addresses[0], token, start) for table in tables for token in table.tokens
    ]
    seconds = sorted(await asyncio.gather(*waiting))
    await entered
    running.__exit__(None, None, None)
    return seconds


def measure_restart(folder: Path, count: int) -> None:
    """Time from the start of a server to the first answer, with all players waiting."""
    seconds = asyncio.run(restart(str(folder / "restart.db"), count))
    console.print(
        f"restart with {count} tables: first answer after {seconds[0]:.2f} s,"
        f" half of the players after {statistics.median(seconds):.2f} s,"
        f" all after {seconds[-1]:.2f} s"
    )


# Reviews beside live tables


def long_record() -> str:
    """A record of random moves, whose review takes longer than the measurement."""
    from azulejos import Game

    game = Game("azul", players=4, seed=1)
    chance = random.Random(1)
    while not game.is_over:
        game.play(chance.choice(list(game.legal_moves)))
    return game.to_text()


async def request_reviews(port: int, count: int) -> None:
    """Ask for deep reviews of some games, and wait until the first one is worked on."""
    base = f"http://127.0.0.1:{port}/api"
    async with httpx.AsyncClient(trust_env=False, timeout=300) as client:
        names = []
        for _ in range(count):
            answer = await client.post(f"{base}/records", json={"record": long_record()})
            names.append(answer.raise_for_status().json()["id"])
            path = f"{base}/games/{names[-1]}/review"
            (await client.post(path, json={"effort": "deep"})).raise_for_status()
        while (await client.get(f"{base}/games/{names[0]}/review")).json()["steps"] < 1:
            await asyncio.sleep(0.5)


async def beside_reviews(port: int, process: int, count: int, seconds: float) -> list[Tally]:
    """Play at some tables, at first without and then beside reviews."""
    tallies = []
    async with live_tables([port], 2) as warm:
        await play(warm, process, 5.0, None)
    for reviews in (0, 3):
        if reviews:
            await request_reviews(port, reviews)
        async with live_tables([port], count) as tables:
            tallies.append(await play(tables, process, seconds, PACE))
    return tallies


def compare_with_reviews(folder: Path, count: int, seconds: float) -> None:
    """Latency of moves with and without reviews, which share the core of the server."""
    with server("tables", str(folder / "reviews.db")) as (port, process):
        alone, beside = asyncio.run(beside_reviews(port, process, count, seconds))
    report({"without reviews": alone, "beside reviews": beside})
    ratio = beside.percentile(99) / alone.percentile(99)
    console.print(f"reviews: the p99 of a move is {ratio:.2f} times that without")


def main() -> None:
    """Run all parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000, help="live tables at a usual pace")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long they play")
    parser.add_argument("--stored", type=int, default=10_000, help="finished games; 0: none")
    parser.add_argument("--restart", type=int, default=200, help="tables at a restart; 0: none")
    parser.add_argument("--reviews", type=int, default=200, help="tables beside reviews; 0: none")
    parser.add_argument("--only-reviews", action="store_true", help="leave out all other parts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.reviews:
            compare_with_reviews(folder, options.reviews, options.seconds)
        if options.only_reviews:
            return
        compare_with_echo(folder, options.tables, options.seconds)
        compare_lengths()
        if options.restart:
            measure_restart(folder, options.restart)
        if options.stored:
            compare_stored_games(folder, options.stored)


if __name__ == "__main__":
    main()
