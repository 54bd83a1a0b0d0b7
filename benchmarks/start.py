"""Start-up times, against importing NumPy and Numba alone: `python -m benchmarks.start`.

`--cold` also starts services with an empty cache of compiled code, chooses a table at once and
follows it until every level has moved, which takes a minute. Processor time is that of a process
and all that it started.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

REPETITIONS = 5
BASE = "import numpy, numba"
#: Commands that end by themselves: arguments of Python.
COMMANDS = {
    BASE: ("-c", BASE),
    "import azulejos": ("-c", "import azulejos"),
    "azulejos --help": ("-m", "azulejos", "--help"),
    "azulejos serve --help": ("-m", "azulejos", "serve", "--help"),
}
#: Seconds between attempts, and until they are given up.
PAUSE, PATIENCE = 0.01, 1200.0
#: Tables that are chosen first after a cold start: each needs another search.
FIRST_TABLES = (("azul", 2), ("azul", 3), ("summer-pavilion", 2))
#: Modules are compiled to bytecode once, as they are for users, whatever is set here.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


@dataclass(frozen=True)
class Duration:
    """Seconds by the clock and of processors."""

    wall: float
    cpu: float


@dataclass
class Durations:
    """All measurements by what was measured; the smallest one counts."""

    found: dict[str, list[Duration]] = field(default_factory=dict)

    def add(self, what: str, duration: Duration) -> None:
        """Note a measurement."""
        self.found.setdefault(what, []).append(duration)

    def best(self) -> dict[str, Duration]:
        """The smallest measurements."""
        return {
            what: Duration(min(one.wall for one in all_), min(one.cpu for one in all_))
            for what, all_ in self.found.items()
        }


# Commands


def run(arguments: Sequence[str]) -> Duration:
    """Run Python until it ends."""
    before = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *arguments], env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - before
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed with {process.returncode}")
    return Duration(wall, usage.ru_utime + usage.ru_stime)


# The service


class Service:
    """`azulejos serve` in a process of its own, and the time since its start."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self._command = [sys.executable, "-m", "azulejos", "serve", "--no-browser"]
        self._command += ["--port", str(self.port), "--bot-pace", "0"]
        self._command += ["--database", str(folder / "tables.db")]
        self._environment = {**ENVIRONMENT, **environment}

    def __enter__(self) -> Service:
        self._start = time.perf_counter()
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        try:
            self._process.wait(60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def age(self) -> Duration:
        """Time since the start."""
        return Duration(time.perf_counter() - self._start, processor_of(self._process.pid))

    def attempts(self) -> Iterator[None]:
        """Try again and again: what is not ready yet refuses or closes the connection."""
        while self._process.poll() is None and self.age().wall < PATIENCE:
            yield
            time.sleep(PAUSE)
        raise SystemExit("the service ended, or did not answer in time")

    def request(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Status and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            content = {"Content-Type": "application/json"} if body is not None else {}
            connection.request(method, path, json.dumps(body) if content else None, content)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def wait_for(self, method: str, path: str, body: object = None) -> bytes:
        """The body of the first answer that is no error."""
        for _ in self.attempts():
            with contextlib.suppress(OSError, http.client.HTTPException):
                status, answer = self.request(method, path, body)
                if status < 300:
                    return answer
        raise AssertionError  # attempts do not end

    def wait_for_page(self) -> Duration:
        """Time until the page and the health check answer."""
        self.wait_for("GET", "/")
        self.wait_for("GET", "/api/health")
        return self.age()

    def wait_for_data(self) -> Duration:
        """Time until everything is there that the page needs to show its first screen."""
        for path in ("/api/config", "/artwork/tiles.svg", "/words/en.json"):
            self.wait_for("GET", path)
        return self.age()

    def levels(self) -> list[str]:
        """The levels that the page offers."""
        config: dict[str, list[str]] = json.loads(self.wait_for("GET", "/api/config"))
        return config["bots"]

    def wait_for_bot(self, game: str, level: str | None = None, players: int = 2) -> Duration:
        """Time until a bot has made the first move at a new table."""
        bot = {"kind": "bot", **({"bot": level} if level else {})}
        self._play_first_move(game, [bot, {"kind": "me"}, *[{"kind": "here"}] * (players - 2)])
        return self.age()

    def wait_for_person(self, game: str, players: int = 2) -> Duration:
        """Time until a person has made the first move at a new table with bots."""
        self._play_first_move(game, [{"kind": "me"}, *[{"kind": "bot"}] * (players - 1)])
        return self.age()

    def _play_first_move(self, game: str, seats: list[dict[str, str]]) -> None:
        wanted = {"game": game, "seats": seats, "first": 0}
        table = json.loads(self.wait_for("POST", "/api/games", wanted))
        tokens = [seat["token"] for seat in table["seats"] if seat["token"]]
        address = f"ws://127.0.0.1:{self.port}/api/games/{table['id']}/live"
        for _ in self.attempts():
            with (
                contextlib.suppress(OSError, WebSocketException, TimeoutError),
                connect(address, proxy=None, max_size=1 << 24) as client,
            ):
                client.send(json.dumps({"type": "hello", "tokens": tokens}))
                if plays_a_move(client):
                    return


def plays_a_move(client: ClientConnection) -> bool:
    """Follow a table until its first move is made; False if the service refuses something."""
    while True:
        message: dict[str, Any] = json.loads(client.recv(timeout=PATIENCE))
        if message["type"] == "error":
            return False
        if message["type"] != "update":
            continue
        if message["state"]["ply"]:
            return True
        if message["options"]:
            move = {"move": message["options"][0]["move"], "version": message["version"]}
            client.send(json.dumps({"type": "play", "id": "first", **move}))


def processor_of(process: int) -> float:
    """CPU seconds of a process and of all that it started; NaN where these are not reported."""
    try:
        facts = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        own = sum(int(ticks) for ticks in facts[11:15]) / os.sysconf("SC_CLK_TCK")
        tasks = Path(f"/proc/{process}/task").glob("*/children")
        children = [child for task in tasks for child in task.read_text().split()]
    except OSError:
        return 0.0 if Path("/proc/self/stat").exists() else float("nan")
    return own + sum(processor_of(int(child)) for child in children)


# Measurements


def measure_warm(durations: Durations, folder: Path) -> None:
    """One round of everything that needs no compilation, with the database of an earlier start."""
    for what, arguments in COMMANDS.items():
        durations.add(what, run(arguments))
    with Service(folder, {}) as service:
        page = service.wait_for_page()
        data = service.wait_for_data()
        bot = service.wait_for_bot("azul")
    durations.add("azulejos serve: the page answers", page)
    durations.add("azulejos serve: and all that it shows first", data)
    durations.add(
        "a bot's first move after the page", Duration(bot.wall - page.wall, bot.cpu - page.cpu)
    )


def measure_cold(durations: Durations, parts: Durations) -> None:
    """Start a service with an empty cache for each of `FIRST_TABLES`."""
    for game, players in FIRST_TABLES:
        with (
            tempfile.TemporaryDirectory() as folder,
            tempfile.TemporaryDirectory() as cache,
            Service(Path(folder), {"AZULEJOS_CACHE": cache}) as service,
        ):
            durations.add("the page answers", service.wait_for_page())
            durations.add("and all that it shows first", service.wait_for_data())
            table = f"{game} for {players}"
            durations.add(f"{table}: a person has moved", service.wait_for_person(game, players))
            for level in service.levels():
                moved = service.wait_for_bot(game, level, players)
                durations.add(f"{table}: {level} has moved", moved)
            for name, seconds in compiled_parts(Path(cache)).items():
                parts.add(name, Duration(float("nan"), seconds))


def compiled_parts(cache: Path) -> dict[str, float]:
    """CPU seconds of the jobs that are done, by name."""
    notes = sorted(cache.glob("*/*.done"))
    return {note.stem: json.loads(note.read_text())["cpu_seconds"] for note in notes}


def report(title: str, durations: Durations, base: Duration, console: Console) -> None:
    """Print durations as a table."""
    table = Table(title=title)
    table.add_column("start")
    for heading in ("wall s", "CPU s", "wall / base", "CPU / base"):
        table.add_column(heading, justify="right")
    for what, best in durations.best().items():
        ratios = best.wall / base.wall, best.cpu / base.cpu
        cells = (f"{best.wall:.2f}", f"{best.cpu:.2f}", *(f"{ratio:.2f}" for ratio in ratios))
        table.add_row(what, *cells)
    console.print(table)


def main(arguments: Sequence[str] = ()) -> None:
    """Measure warm starts in turns, and a cold one if asked for."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.start")
    parser.add_argument("--cold", action="store_true", help="also with an empty cache (minutes)")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    asked = parser.parse_args(arguments)
    console = Console()
    warm, cold, parts = Durations(), Durations(), Durations()
    with tempfile.TemporaryDirectory() as folder:
        with Service(Path(folder), {}) as service:
            service.wait_for_bot("azul")  # fills the cache of compiled code
        for _ in range(asked.repetitions):
            measure_warm(warm, Path(folder))
    base = warm.best()[BASE]
    report(f"Warm start, best of {asked.repetitions}", warm, base, console)
    if asked.cold:
        measure_cold(cold, parts)
        report("Cold start, seconds since the start of the service", cold, base, console)
        report("Compilation by part", parts, base, console)


if __name__ == "__main__":
    main(sys.argv[1:])
