"""Cost of a move on PostgreSQL: one process, and two to which each table's players connect.

Both run in turn, so that the ratio of their processor time depends little on what else the machine
does. The more moves a second, the more of them share a commit, a notice and a turn of the event
loop: runs are compared at equal rates, and as fast as each of them goes. All processes of the
service share one core. The players of a table connect to different processes, which hand them over
to one; with `--split` they do not. `--work` only compares the work at a table, without network and
database.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table
from tests.server import databases

from benchmarks.service_load import LiveTable, Tally, live_tables, processor_of, server

TABLES = 200
SECONDS = 6.0
#: Seconds between moves at a table before each run: while code is loaded.
PACE = 2.0
WARM_UP = 4.0
ROUNDS = 3
GAMES, WARM_UP_GAMES = 14, 6
#: Seconds between the moves at a table, by kind of run.
KINDS = {
    "as fast as it goes": None,
    "1,000 moves/s": TABLES / 1000,
    "500 moves/s": TABLES / 500,
    "100 moves/s": TABLES / 100,
}


# The work at a table


def work_at(game: str, seed: int, seconds: dict[str, list[float]]) -> None:
    """Play a game in one process and in two at once, and note what each takes for a move."""
    # Imported here: the servers' processes import this module, and must not import the rules.
    from azulejos.session import GameSetup, News, SeatSetup, Table, TableSetup

    seats = [SeatSetup("me"), SeatSetup("person")]
    kind = GameSetup(game, "coloured", 2, 0, {}, {}, None)
    setup = TableSetup("", kind, seats, f"{seed + 1:064x}", "0" * 64, False, datetime.now(UTC))
    alone, here, there, afresh = (Table(setup, setup.start()) for _ in range(4))
    chance, both, no_seats = random.Random(seed), frozenset({0, 1}), frozenset[int]()
    while not alone.game.is_over:
        move, version = str(chance.choice(list(alone.game.legal_moves))), alone.version
        mover = frozenset({alone.to_play or 0})
        other = both - mover
        start = time.thread_time()
        alone.commit(alone.play(mover, move))
        for seat in (mover, other):
            alone.encoded_update(seat, both, no_seats, version)
        seconds["one process"].append(time.thread_time() - start)
        start = time.thread_time()
        change = here.play(mover, move)
        news = here.news_of(change)
        here.commit(change, news)
        here.encoded_update(mover, both, no_seats, version)
        seconds["the writer of two"].append(time.thread_time() - start)
        text = msgspec.json.encode(news)
        for name, table in (("the other", there), ("the other, without news", afresh)):
            start = time.thread_time()
            known = msgspec.json.decode(text, type=News) if table is there else None
            table.apply(change.rows, known)
            table.encoded_update(other, both, no_seats, version)
            seconds[name].append(time.thread_time() - start)


def report_work(console: Console) -> None:
    """Print what the work at a table takes; the fastest tenth depends least on other work."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for seed in range(WARM_UP_GAMES + GAMES):
        if seed == WARM_UP_GAMES:
            seconds.clear()
        work_at(("azul", "summer-pavilion")[seed % 2], seed, seconds)
    for name, several in seconds.items():
        tenths = statistics.quantiles(several, n=10)
        console.print(f"{name}: {1e6 * tenths[0]:.0f} µs a move (median {1e6 * tenths[4]:.0f})")


# Services


@dataclass
class Run:
    """Measurements of one run: CPU seconds of the service's processes and of the database."""

    tally: Tally
    service: float
    database: float

    @property
    def service_ms(self) -> float:
        """CPU milliseconds of the service per move."""
        return 1000 * self.service / len(self.tally.latencies)

    @property
    def database_ms(self) -> float:
        """CPU milliseconds of the database per move."""
        return 1000 * self.database / len(self.tally.latencies)


def processor_of_tree(root: int) -> float:
    """CPU seconds of a process and all processes below it, those that have ended included."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            facts = (folder / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
            parents[int(folder.name)] = int(facts[1])
            seconds[int(folder.name)] = sum(map(int, facts[11:15])) / os.sysconf("SC_CLK_TCK")
    tree = {root}
    while below := {one for one, parent in parents.items() if parent in tree} - tree:
        tree |= below
    return sum(seconds[one] for one in tree)


def postmaster(address: str) -> int:
    """The first process of a private cluster."""
    folder = Path(address.rpartition("host=")[2])
    return int((folder / "data" / "postmaster.pid").read_text(encoding="utf-8").split()[0])


async def play(tables: list[LiveTable], seconds: float, pace: float | None) -> Tally:
    """Play as fast as it goes, or with `pace` seconds between the moves at a table."""
    tally = Tally()
    start = time.perf_counter()

    async def keep_playing(number: int, table: LiveTable) -> None:
        due = start + (pace or 0.0) * number / len(tables)
        while max(due, time.perf_counter()) < start + seconds and not table.is_over:
            if pace:
                await asyncio.sleep(due - time.perf_counter())
                due += pace
            await table.move(tally)

    await asyncio.gather(*(keep_playing(*numbered) for numbered in enumerate(tables)))
    tally.seconds = time.perf_counter() - start
    return tally


async def measure(
    ports: Sequence[int], processes: Sequence[int], database: int, pace: float | None
) -> Run:
    """One run over the given processes of the service."""
    async with live_tables(ports, TABLES) as tables:
        await play(tables, WARM_UP, PACE)
        busy = sum(map(processor_of, processes))
        stored = processor_of_tree(database)
        tally = await play(tables, SECONDS, pace)
        return Run(
            tally,
            sum(map(processor_of, processes)) - busy,
            processor_of_tree(database) - stored,
        )


@contextlib.contextmanager
def services(address: str, count: int, *, hand_over: bool) -> Iterator[tuple[list[int], list[int]]]:
    """Processes on one database: their ports and their numbers."""
    with contextlib.ExitStack() as stack:
        started = [
            stack.enter_context(server("tables", address, hand_over=hand_over))
            for _ in range(count)
        ]
        yield [port for port, _ in started], [process for _, process in started]


def report(runs: dict[tuple[str, int], list[Run]], console: Console) -> None:
    """Print the runs, and the ratios of the medians."""
    rounds = max(map(len, runs.values()))
    table = Table(title=f"{TABLES} tables, PostgreSQL; medians of {rounds} runs")
    table.add_column("run")
    table.add_column("processes", justify="right")
    for heading in ("moves/s", "p50 ms", "p99 ms", "service ms/move", "database ms/move"):
        table.add_column(heading, justify="right")
    for (kind, count), several in runs.items():
        table.add_row(
            kind,
            str(count),
            f"{statistics.median(run.tally.moves / run.tally.seconds for run in several):.0f}",
            f"{statistics.median(run.tally.percentile(50) for run in several):.1f}",
            f"{statistics.median(run.tally.percentile(99) for run in several):.1f}",
            f"{statistics.median(run.service_ms for run in several):.2f}",
            f"{statistics.median(run.database_ms for run in several):.2f}",
        )
    console.print(table)
    for kind in KINDS:
        one, two = (
            statistics.median(run.service_ms for run in runs[kind, count]) for count in (1, 2)
        )
        console.print(f"ratio, {kind}: two processes use {two / one:.2f} of the CPU time of one")


def main() -> None:
    """Measure one process and two, in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", action="store_true", help="leave out network and database")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each run is made")
    parser.add_argument("--split", action="store_true", help="leave clients where they connect")
    options = parser.parse_args()
    console = Console()
    report_work(console)
    if options.work:
        return
    if reason := databases.why_not():
        console.print(f"not measured: {reason}")
        return
    runs: dict[tuple[str, int], list[Run]] = {
        (kind, count): [] for kind in KINDS for count in (1, 2)
    }
    with databases.cluster() as root:
        for number in range(options.rounds):
            for index, ((kind, count), several) in enumerate(runs.items()):
                address = databases.new_database(root, f"bench_{number}_{index}")
                with services(address, count, hand_over=not options.split) as started:
                    ports, processes = started
                    run = measure(ports, processes, postmaster(root), KINDS[kind])
                    several.append(asyncio.run(run))
    report(runs, console)


if __name__ == "__main__":
    main()
