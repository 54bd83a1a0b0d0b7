"""Many games between bots, and what came of them.

Game number n is the same whatever the number of processes: its seeds depend on the master seed and
n alone. The first player changes from game to game.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import statistics
import threading
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, TypeVar

import numpy as np

from azulejos.bots import bot
from azulejos.engine.errors import BadOption
from azulejos.engine.events import RoundStarted
from azulejos.engine.parameters import Range
from azulejos.game import Game
from azulejos.game.draws import Draws

T = TypeVar("T")
R = TypeVar("R")

CHUNK = 20
MOST_PROCESSES = 1024
MOST_GAMES = 10_000_000
#: Tasks that wait for each process, so that none is ever idle.
BACKLOG = 4


def check_numbers(games: int, processes: int) -> None:
    """Raise one of our errors unless so many games can be played in so many processes."""
    for option, got, most in (
        ("processes", processes, MOST_PROCESSES),
        ("games", games, MOST_GAMES),
    ):
        if not 1 <= got <= most:
            raise BadOption("out-of-range", option=option, expected=Range(1, most), got=got)


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    board: str
    bots: tuple[str, ...]  # by seat
    games: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    def check(self, processes: int = 1) -> None:
        """Raise one of our errors if this cannot be played, or not in so many processes."""
        check_numbers(self.games, processes)
        Draws(seed=self.seed)
        for name in self.bots:
            bot(name)
        Game(self.game, board=self.board, players=len(self.bots), deals=(), **self.options)


@dataclass(frozen=True)
class Outcome:
    """What came of one game."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    rounds: int
    short_of_tiles: bool
    end_reason: str
    record: str


def play_game(plan: Plan, number: int) -> Outcome:
    """Game number n of a plan."""
    seeds = np.random.SeedSequence([plan.seed, number]).generate_state(
        len(plan.bots) + 2, np.uint64
    )
    first, second, *bot_seeds = map(int, seeds)
    game = Game(
        plan.game,
        players=len(plan.bots),
        board=plan.board,
        first_player=number % len(plan.bots),
        seed=first << 64 | second,
        **plan.options,
    )
    game.headers.update({f"Player {n}": name for n, name in enumerate(plan.bots, start=1)})
    seats = [bot(name, seed) for name, seed in zip(plan.bots, bot_seeds, strict=True)]
    while not game.is_over:
        assert game.to_play is not None
        game.play(seats[game.to_play].choose(game.position).move)
    starts = [
        event for entry in game.history for event in entry.events if isinstance(event, RoundStarted)
    ]
    return Outcome(
        number=number,
        scores=game.scores,
        winners=game.winners,
        moves=game.ply,
        rounds=game.round,
        short_of_tiles=any(event.missing for event in starts),
        end_reason=game.position.end_reason,
        record=game.to_text(),
    )


def _play_chunk(plan: Plan, numbers: range) -> list[Outcome]:
    return [play_game(plan, number) for number in numbers]


def simulate(
    plan: Plan, processes: int = 1, progress: Callable[[int], None] = lambda _: None
) -> list[Outcome]:
    """Play all games of a plan, in order of their numbers; `progress` hears how many are done."""
    plan.check(processes)
    outcomes: list[Outcome] = []
    for chunk in _chunks(plan, processes):
        outcomes += chunk
        progress(len(outcomes))
    return sorted(outcomes, key=lambda outcome: outcome.number)


def _chunks(plan: Plan, processes: int) -> Iterator[list[Outcome]]:
    """Outcomes, some at a time, as they become known."""
    numbers = [
        range(start, min(start + CHUNK, plan.games)) for start in range(0, plan.games, CHUNK)
    ]
    if processes == 1:
        for chunk in numbers:
            yield _play_chunk(plan, chunk)
        return
    yield _play_chunk(plan, numbers.pop(0))  # here first, so that only one process compiles
    yield from in_processes(partial(_play_chunk, plan), numbers, processes)


def in_processes(
    work: Callable[[T], R], tasks: Iterable[T], processes: int
) -> Generator[R, None, None]:
    """What comes of tasks, as it becomes known, done by so many processes.

    They hear of no Ctrl-C and end with this process, however that ends. Whoever stops listening
    does not wait for tasks that are under way.
    """
    coming, pending = iter(tasks), set[Future[R]]()
    ours = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, mp_context=context, initializer=_end_with_parent)
    try:
        while True:
            with _interrupts_held_back():
                room = BACKLOG * processes - len(pending)
                pending |= {pool.submit(work, task) for task in islice(coming, room)}
            if not pending:
                return
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        if pending:  # after Ctrl-C, or an error
            for process in set(multiprocessing.active_children()) - ours:
                process.terminate()
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """Let this process end when the one that started it is gone, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that are started meanwhile never hear of Ctrl-C; this one does when it is over."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    mask = _block_interrupts()
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        signal.signal(signal.SIGINT, before)
        if heard and callable(before):
            before(signal.SIGINT, None)


def _block_interrupts() -> Any:
    """Block Ctrl-C for this thread, which those it starts inherit. Returns what was blocked."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        return None
    return signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@dataclass(frozen=True)
class SeatSummary:
    """How one seat did."""

    bot: str
    mean_score: float
    win_rate: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """How all games went."""

    seats: tuple[SeatSummary, ...]
    games: int
    mean_moves: float
    mean_rounds: float
    short_of_tiles: float
    end_reasons: dict[str, int]


def summarise(plan: Plan, outcomes: list[Outcome]) -> Summary:
    """Means and rates over all games. A shared victory counts in parts."""
    games = len(outcomes)
    seats = []
    for seat, name in enumerate(plan.bots):
        wins = sum(seat in o.winners and 1 / len(o.winners) for o in outcomes)
        mean = statistics.fmean(o.scores[seat] for o in outcomes)
        seats.append(SeatSummary(name, mean, wins / games, wilson_interval(wins, games)))
    return Summary(
        seats=tuple(seats),
        games=games,
        mean_moves=statistics.fmean(o.moves for o in outcomes),
        mean_rounds=statistics.fmean(o.rounds for o in outcomes),
        short_of_tiles=statistics.fmean(o.short_of_tiles for o in outcomes),
        end_reasons=dict(Counter(o.end_reason for o in outcomes)),
    )


def wilson_interval(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Where the true rate lies, with 95% confidence (Wilson's score interval)."""
    rate, spread = wins / games, z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    reach = z * math.sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)
