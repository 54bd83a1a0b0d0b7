"""Simulations: many games between bots on fixed seats, and statistics by seat.

Game `n` depends on the master seed and `n` alone, whatever the number of processes. The first
player rotates from game to game.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from azulejos.arena.match import check_games
from azulejos.arena.players import BotPlayer
from azulejos.arena.runner import play_out, ran_short_of_tiles
from azulejos.arena.statistics import wilson_interval
from azulejos.bots import bot
from azulejos.engine.interface import OptionValue
from azulejos.game import Game
from azulejos.game.draws import Draws
from azulejos.parallel import check_processes, executor

#: Games per task: sending a task to a process takes as long as a fast bot's game.
CHUNK = 20


@dataclass(frozen=True)
class Simulation:
    """Games to be simulated."""

    game: str
    board: str
    bots: tuple[str, ...]  # by seat
    games: int
    seed: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)

    def check(self, processes: int = 1) -> None:
        """Raise an error if the games cannot be played."""
        check_processes(processes)
        check_games(self.games)
        Draws(seed=self.seed)
        for name in self.bots:
            bot(name)
        Game(self.game, board=self.board, players=len(self.bots), deals=(), **self.options)  # type: ignore[arg-type]


@dataclass(frozen=True)
class SimulatedGame:
    """The result of one simulated game."""

    number: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    rounds: int
    short_of_tiles: bool
    end_reason: str
    record: str


def play_game(spec: Simulation, number: int) -> SimulatedGame:
    """Play game `number` of a simulation."""
    seeds = np.random.SeedSequence([spec.seed, number]).generate_state(
        len(spec.bots) + 2, np.uint64
    )
    high, low, *bot_seeds = map(int, seeds)
    game = Game(
        spec.game,
        players=len(spec.bots),
        board=spec.board,
        first_player=number % len(spec.bots),
        seed=high << 64 | low,
        **spec.options,  # type: ignore[arg-type]
    )
    game.headers.update({f"Player {n}": name for n, name in enumerate(spec.bots, start=1)})
    seats = zip(spec.bots, bot_seeds, strict=True)
    play_out(game, [BotPlayer(bot(name, seed)) for name, seed in seats])
    return SimulatedGame(
        number=number,
        scores=game.scores,
        winners=game.winners,
        moves=game.ply,
        rounds=game.round,
        short_of_tiles=ran_short_of_tiles(game),
        end_reason=game.position.end_reason,
        record=game.to_text(),
    )


def simulate(
    spec: Simulation, processes: int = 1, progress: Callable[[int], None] = lambda _: None
) -> list[SimulatedGame]:
    """Play all games, ordered by number; `progress` is called with the number of games done."""
    spec.check(processes)
    first, *others = (
        range(start, min(start + CHUNK, spec.games)) for start in range(0, spec.games, CHUNK)
    )
    results = _play_chunk(spec, first)  # in this process, so that only one compiles
    progress(len(results))
    for chunk in executor(processes).run(partial(_play_chunk, spec), others):
        results += chunk
        progress(len(results))
    return sorted(results, key=lambda result: result.number)


def _play_chunk(spec: Simulation, numbers: range) -> list[SimulatedGame]:
    return [play_game(spec, number) for number in numbers]


@dataclass(frozen=True)
class SeatSummary:
    """Statistics of one seat."""

    bot: str
    mean_score: float
    win_rate: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """Statistics of all games."""

    seats: tuple[SeatSummary, ...]
    games: int
    mean_moves: float
    mean_rounds: float
    short_of_tiles: float
    end_reasons: dict[str, int]


def summarise(spec: Simulation, results: list[SimulatedGame]) -> Summary:
    """Means and rates over all games; a shared victory counts in parts."""
    games = len(results)
    seats = []
    for seat, name in enumerate(spec.bots):
        wins = sum(1 / len(r.winners) for r in results if seat in r.winners)
        mean = statistics.fmean(r.scores[seat] for r in results)
        seats.append(SeatSummary(name, mean, wins / games, wilson_interval(wins, games)))
    return Summary(
        seats=tuple(seats),
        games=games,
        mean_moves=statistics.fmean(r.moves for r in results),
        mean_rounds=statistics.fmean(r.rounds for r in results),
        short_of_tiles=statistics.fmean(r.short_of_tiles for r in results),
        end_reasons=dict(Counter(r.end_reason for r in results)),
    )
