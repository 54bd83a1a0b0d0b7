"""Random playouts per second, against reference programs in C, and the cost of `Game`."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from azulejos import Game
from azulejos.engine import GAMES, AnyRules, playout
from azulejos.engine.rng import Stream, new_stream
from azulejos.engine.state import BOARDS, States, new_states
from benchmarks import reference

RUNS = 9
SECONDS_A_RUN = 0.4

#: Reference program in C and target ratio by game; two players, coloured board.
REFERENCES = {
    "azul": ("azul_limit", "0.4 required, 0.7 wanted"),
    "summer-pavilion": ("pavilion_plain", "0.5 required, 1.0 wanted"),
}


@dataclass
class Player:
    """Random games of one configuration, always from the same position."""

    start: States
    scratch: States
    stream: Stream

    @classmethod
    def of(cls, rules: AnyRules, players: int, board: str) -> Player:
        """A benchmark whose code is compiled."""
        start = rules.new(players, board, 0)
        player = cls(start, new_states(rules.layout), new_stream(1))
        player.play(10)
        return player

    def play(self, games: int) -> tuple[float, int]:
        """CPU seconds and moves of `games` games."""
        before = time.process_time()
        moves = playout.play_many(self.start, self.scratch, self.stream, games)
        return time.process_time() - before, moves

    def run(self) -> tuple[float, float]:
        """Games per second and nanoseconds per move, over one short run."""
        seconds, _ = self.play(1000)
        games = max(1000, int(1000 * SECONDS_A_RUN / seconds))
        seconds, moves = self.play(games)
        return games / seconds, seconds / moves * 1e9


def configurations(rules: AnyRules, console: Console) -> None:
    """Random games in all configurations, on one core."""
    table = Table(title=f"{rules.name}: random games on one core (median of {RUNS} runs)")
    for heading in ("board", "players", "games/s", "ns/move", "to 2 players, coloured"):
        table.add_column(heading, justify="left" if heading == "board" else "right")
    everyone = {
        (board, players): Player.of(rules, players, board)
        for board in BOARDS
        for players in (2, 3, 4)
    }
    runs: dict[tuple[str, int], list[tuple[float, float]]] = {key: [] for key in everyone}
    for _ in range(RUNS):
        for key, player in everyone.items():
            runs[key].append(player.run())
    base = [ns for _, ns in runs["coloured", 2]]
    for (board, players), results in runs.items():
        games = statistics.median(games for games, _ in results)
        cost = statistics.median(ns for _, ns in results)
        ratios = [ns / two for (_, ns), two in zip(results, base, strict=True)]
        ratio = statistics.median(ratios)
        table.add_row(board, str(players), f"{games:,.0f}", f"{cost:.1f}", f"{ratio:.2f}")
    console.print(table)
    console.print(f"{rules.name}: {rules.layout.itemsize} bytes a position (at most 512)")


def beside_c(rules: AnyRules, console: Console) -> None:
    """Two-player games on the coloured board, in turns with the C reference."""
    name, demand = REFERENCES[rules.name]
    reason = reference.why_not()
    if reason is not None:
        console.print(f"{name}.c was not run: {reason}")
        return
    program = reference.build(name)
    player = Player.of(rules, 2, "coloured")
    games, decisions = [], []
    for _ in range(RUNS):
        ours, cost = player.run()
        theirs = reference.run(program, SECONDS_A_RUN)
        games.append(ours / theirs.games_per_second)
        decisions.append(theirs.nanoseconds_a_decision / cost)
    for what, ratios in (("games", games), ("decisions", decisions)):
        console.print(
            f"{rules.name}: {statistics.median(ratios):.2f} of the {what} per second of {name}.c "
            f"({min(ratios):.2f} to {max(ratios):.2f} in {RUNS} pairs of runs; {demand})"
        )


def through_game(name: str, console: Console) -> None:
    """Moves per second through `Game` from Python, with the legal moves read before each."""
    rates = []
    for run in range(RUNS):
        moves, before = 0, time.process_time()
        for seed in range(20):
            game = Game(name, seed=1000 * run + seed)
            while not game.is_over:
                legal = list(game.legal_moves)
                game.play(legal[moves % len(legal)])
                moves += 1
        rates.append(moves / (time.process_time() - before))
    rate = statistics.median(rates)
    console.print(f"{name}: {rate:,.0f} moves/s through Game from Python (at least 20,000 wanted)")


def main() -> None:
    """Run all benchmarks of the engine."""
    console = Console()
    for name, rules in GAMES.items():
        configurations(rules, console)
        beside_c(rules, console)
        through_game(name, console)
