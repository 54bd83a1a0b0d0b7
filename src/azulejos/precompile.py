"""Ahead-of-time compilation, in processes of its own: `python -m azulejos.precompile`.

What play needs is compiled by five jobs: the rules of each game, and each of its searches. Three
more compile what analysis needs besides. A
`Precompiler` runs them beside a service or an app, as many at once as there are cores, the most
needed first. Each job is a process, so that it uses a core of its own and never holds up its
parent, and exits with it. Jobs note their progress in the cache folder, and take a lock there: any
number of starts compile everything once, and what was interrupted is taken up again.

This module imports the rules only inside a job: its users are there before Numba is loaded.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from azulejos.bots.pool import available_cores
from azulejos.engine.cache import CACHE

#: How often a failing job is started; after that, the process that needs it compiles by itself.
MAX_ATTEMPTS = 3
#: Seconds between looks at running jobs, and between notes of a job's progress.
POLL_SECONDS = 0.1
NOTE_SECONDS = 0.25
#: Added to the nice value of jobs, so that the page is served first.
NICE_INCREMENT = 5
#: The largest fraction that an unfinished job reports.
NEARLY = 0.99
#: The share of its functions after which a job counts as typed: their number varies a little.
TYPED = 0.95
#: Seconds of the measured machine by which the speed of this one is estimated at first.
PRIOR_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class Job:
    """One unit of compilation, and what is known of its size."""

    game: str
    players: tuple[int, ...]  # whose search it compiles; none: the rules
    functions: int  # that are typed; progress counts them
    optimising: float  # share of the time for LLVM's optimisation of the whole, at the end
    seconds: float  # of one core, on the machine where they were measured; only ratios count
    analysis: bool = False  # whether it compiles what analysis needs besides the search

    @property
    def name(self) -> str:
        """The name of its files in the cache folder, and on the command line."""
        parts = [self.game, *map(str, self.players)] if self.players else [self.game, "rules"]
        return "-".join([*parts, "analysis"] if self.analysis else parts)


#: All jobs, in the order in which they are needed. `functions`, `optimising` and `seconds` are as
#: measured: tests compare the number of functions.
JOBS = (
    Job("azul", (), functions=98, optimising=0.05, seconds=5.5),
    Job("azul", (2,), functions=152, optimising=0.25, seconds=12.5),
    Job("summer-pavilion", (), functions=80, optimising=0.05, seconds=5.1),
    Job("azul", (3, 4), functions=142, optimising=0.33, seconds=12.4),
    Job("summer-pavilion", (2, 3, 4), functions=138, optimising=0.33, seconds=12.5),
    Job("azul", (2,), functions=89, optimising=0.25, seconds=4.7, analysis=True),
    Job("azul", (3, 4), functions=114, optimising=0.25, seconds=9.8, analysis=True),
    Job("summer-pavilion", (2, 3, 4), functions=139, optimising=0.25, seconds=12.4, analysis=True),
)


def job_for(game: str, players: int | None = None, *, analysis: bool = False) -> Job:
    """The job that compiles the rules of a game, or its search or analysis for some players."""
    for job in JOBS:
        fits = players in job.players if players else not job.players
        if job.game == game and job.analysis == analysis and fits:
            return job
    raise ValueError(f"expected a game and a number of players, got {game}, {players}")


@dataclass(frozen=True, slots=True)
class Progress:
    """How much of some work is done, from 0 to 1, and the seconds left, if that can be told."""

    fraction: float
    seconds_left: float | None

    @property
    def percent(self) -> int:
        """The fraction in whole percent; 100 only when all is done."""
        return int(100 * self.fraction)


DONE = Progress(1.0, 0.0)


class Precompiler:
    """Runs the jobs in processes of their own, and knows how far they are."""

    def __init__(self, cache: Path | None = CACHE, processes: int | None = None) -> None:
        self._cache = cache
        self._processes = processes or available_cores()
        self._condition = threading.Condition()
        self._waiting: list[Job] = []
        self._running: dict[Job, subprocess.Popen[bytes]] = {}
        self._finished: set[Job] = set()
        self._attempts: dict[Job, int] = {}
        self._closed = False
        self._started = time.monotonic()
        if cache is None:  # nothing can be kept: each process compiles what it needs
            self._finished.update(JOBS)
        else:
            self._finished.update(job for job in JOBS if _is_done(cache, job))

    # Progress

    def is_ready(self, game: str, players: int | None = None, *, analysis: bool = False) -> bool:
        """Whether the rules of a game, its search or analysis need no compilation any more."""
        return self.is_done(job_for(game, players, analysis=analysis))

    def is_done(self, job: Job) -> bool:
        """Whether a job needs no compilation any more."""
        return job in self._finished

    @property
    def is_complete(self) -> bool:
        """Whether everything is compiled."""
        return len(self._finished) == len(JOBS)

    def progress(self, jobs: Iterable[Job] = JOBS) -> Progress:
        """The progress of some jobs together."""
        jobs = list(jobs)
        fractions = {job: self._fraction(job) for job in jobs}
        total = sum(job.seconds for job in jobs)
        done = sum(job.seconds * fractions[job] for job in jobs)
        if all(job in self._finished for job in jobs):
            return DONE
        return Progress(min(NEARLY, done / total), self._seconds_left(fractions))

    def _fraction(self, job: Job) -> float:
        if self._cache is None or job in self._finished or _is_done(self._cache, job):
            return 1.0
        return _noted_fraction(self._cache, job)

    def _seconds_left(self, fractions: dict[Job, float]) -> float | None:
        """By the speed of this machine so far; None before anything is known of it."""
        done = sum(job.seconds * self._fraction(job) for job in JOBS if job in self._attempts)
        if done == 0:
            return None
        spent = (time.monotonic() - self._started) * self._processes
        slowness = (spent + PRIOR_SECONDS) / (done + PRIOR_SECONDS)
        left = [job.seconds * (1 - fraction) for job, fraction in fractions.items()]
        return max(max(left), sum(left) / self._processes) * slowness

    # Work

    def start(self) -> None:
        """Start the jobs that are left, in threads; returns at once."""
        with self._condition:
            self._waiting = [job for job in JOBS if job not in self._finished]
            count = min(self._processes, len(self._waiting))
        self._started = time.monotonic()
        for _ in range(count):
            self._start_thread(self._work)

    def want(self, game: str, players: int | None = None, *, analysis: bool = False) -> None:
        """Start a job now, because its result is waited for, even if all cores are busy."""
        job = job_for(game, players, analysis=analysis)
        with self._condition:
            if job not in self._waiting:
                return
            self._waiting.remove(job)
        self._start_thread(lambda: self._finish(job))

    def wait(
        self, jobs: Iterable[Job] = JOBS, report: Callable[[Progress], None] | None = None
    ) -> None:
        """Wait for some jobs; `report` is called with their progress meanwhile."""
        jobs = list(jobs)
        while not all(job in self._finished for job in jobs) and not self._closed:
            if report:
                report(self.progress(jobs))
            with self._condition:
                self._condition.wait(POLL_SECONDS)
        if report:
            report(self.progress(jobs))

    def close(self) -> None:
        """Stop all jobs; what they have finished stays."""
        with self._condition:
            self._closed = True
            self._waiting.clear()
            for process in self._running.values():
                process.kill()
            self._condition.notify_all()

    def _start_thread(self, work: Callable[[], None]) -> None:
        threading.Thread(target=work, name="precompile", daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._condition:
                if not self._waiting:
                    return
                job = self._waiting.pop(0)
            self._finish(job)

    def _finish(self, job: Job) -> None:
        """Run a job until it is done, or has failed too often."""
        while not self._closed:
            self._attempts[job] = self._attempts.get(job, 0) + 1
            succeeded = self._run(job)
            if succeeded or self._attempts[job] == MAX_ATTEMPTS:
                break
        with self._condition:
            if not self._closed:
                self._finished.add(job)
            self._condition.notify_all()

    def _run(self, job: Job) -> bool:
        with self._condition:
            if self._closed:
                return False
            process = subprocess.Popen(
                [sys.executable, "-m", "azulejos.precompile", job.name],
                stdin=subprocess.PIPE,  # closed when this process ends, however it ends
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            self._running[job] = process
        code = process.wait()
        if process.stdin:
            process.stdin.close()
        with self._condition:
            del self._running[job]
        return code == 0


# Files in the cache folder: NAME.lock while a job runs, NAME.progress, NAME.done


def _is_done(cache: Path, job: Job) -> bool:
    return (cache / f"{job.name}.done").exists()


def _noted_fraction(cache: Path, job: Job) -> float:
    try:
        return float((cache / f"{job.name}.progress").read_text())
    except (OSError, ValueError):
        return 0.0


def _write(path: Path, text: str) -> None:
    """Replace a file in one step: readers never see half of it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    temporary.write_text(text)
    temporary.replace(path)


# Inside a job


def run_job(job: Job, cache: Path | None = CACHE) -> None:
    """Compile what a job stands for, unless another process has done so."""
    if cache is None:
        _compile(job)
        return
    from filelock import FileLock

    with FileLock(cache / f"{job.name}.lock"):
        if _is_done(cache, job):
            return
        with _Meter(job, cache) as meter:
            _compile(job)
        note = {"functions": meter.functions, "cpu_seconds": round(time.process_time(), 2)}
        _write(cache / f"{job.name}.done", json.dumps(note))
        (cache / f"{job.name}.progress").unlink(missing_ok=True)


def _compile(job: Job) -> None:
    """Do once whatever needs the compiled code of a job."""
    if job.analysis:
        _analyse(job.game, job.players[0])
    elif job.players:
        _search(job.game, job.players[0])
    else:
        _play(job.game)


def _play(name: str) -> None:
    """Play a whole game at a table of two people, with an undo, as service and app do."""
    from datetime import UTC, datetime

    from azulejos.engine.rng import new_stream, next_bits
    from azulejos.game import Game
    from azulejos.session import SeatSetup, Table, TableSetup, setup_of

    people, stream = frozenset((0, 1)), new_stream(0)
    game = Game(name, players=2, seed=0)
    seats = [SeatSetup("me"), SeatSetup("here")]
    created = datetime.now(UTC)
    table = Table.of_game(TableSetup("", setup_of(game), seats, None, None, False, created), game)
    while options := table.update(people).options:
        move = options[next_bits(stream) % len(options)].move
        table.commit(table.play(people, move))
        if table.game.ply == 1 and table.can_undo(people):
            table.commit(table.undo(people))
            table.commit(table.play(people, move))
    Game.from_text(table.game.to_text())


def _search(name: str, players: int) -> None:
    """Let the strongest bot choose a move."""
    from azulejos.bots import bot
    from azulejos.bots.names import STRONGEST
    from azulejos.game import Game

    position = Game(name, players=players, seed=0).position
    bot(STRONGEST, seed=0).choose(position, nodes=1)


def _analyse(name: str, players: int) -> None:
    """Review a game of a few moves, and look for a proof."""
    from azulejos.analysis import Effort, ResultCache, explain, review, stream
    from azulejos.analysis.evaluator import Evaluator
    from azulejos.game import Game
    from azulejos.search.limits import Limits

    game = Game(name, players=players, seed=0)
    *_, found = stream(game.position, Limits(nodes=1), 2)
    explain(game.position, found)
    Evaluator(game.position, 1).prover.prove(game.position.states, 1)
    game.play(found.candidates[-1].move)
    effort = Effort(name="compile", nodes=1, tree_nodes=1, samples=2, proof_nodes=1)
    review(game, effort, cache=ResultCache(None))


class _Meter:
    """Notes the progress of a job several times a second, in a thread.

    First functions are typed, one by one; then LLVM optimises the whole, which does not report its
    progress: the time it takes is estimated from the time before.
    """

    def __init__(self, job: Job, cache: Path) -> None:
        self.functions = 0
        self._job = job
        self._path = cache / f"{job.name}.progress"
        self._started = time.monotonic()
        self._last_function = self._started
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._note_progress, daemon=True)

    def __enter__(self) -> _Meter:
        from azulejos.engine.compiled import count_compilations

        count_compilations(self._count)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _count(self) -> None:
        self.functions += 1
        self._last_function = time.monotonic()

    def _note_progress(self) -> None:
        while not self._ended.wait(NOTE_SECONDS):
            with contextlib.suppress(OSError):
                _write(self._path, f"{self.fraction:.4f}")

    @property
    def fraction(self) -> float:
        """The estimated share of the job that is done."""
        typing_share = 1 - self._job.optimising
        typed = min(1.0, self.functions / self._job.functions)
        if typed < TYPED:
            return typing_share * typed
        typing_seconds = self._last_function - self._started
        optimising = typing_seconds * self._job.optimising / typing_share
        passed = (time.monotonic() - self._last_function) / max(optimising, NOTE_SECONDS)
        return min(NEARLY, typing_share + self._job.optimising * passed)


def _exit_with_parent() -> None:
    """End this process when its standard input closes: its parent has ended, however it did."""

    def watch() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


# From the command line


def precompile(report: Callable[[Progress], None] | None = None) -> None:
    """Compile everything that is not compiled yet, and wait for it."""
    precompiler = Precompiler()
    precompiler.start()
    try:
        precompiler.wait(report=report)
    finally:
        precompiler.close()


def main(names: list[str]) -> None:
    """Run one job for the process that started this one, or all with their progress."""
    if names:
        _exit_with_parent()
        if hasattr(os, "nice"):
            os.nice(NICE_INCREMENT)
        run_job(next(job for job in JOBS if job.name == names[0]))
        os._exit(0)  # all is written; tidying up would take LLVM a second
    precompile(_print_progress if sys.stdout.isatty() else None)


def _print_progress(progress: Progress) -> None:
    left = "" if progress.seconds_left is None else f", about {progress.seconds_left:.0f} s"
    end = "\n" if progress == DONE else ""
    print(f"\rCompiling for this machine: {progress.percent} %{left}   ", end=end, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
