"""Search speed in nodes per second, beside the bare engine, and lateness of timed answers."""

from __future__ import annotations

import statistics
import time

from rich.console import Console
from rich.table import Table

from azulejos.bots import bot
from azulejos.engine import GAMES, AnyPosition
from azulejos.engine.rng import new_stream
from azulejos.search.bench import positions
from azulejos.search.limits import Limits
from azulejos.search.searcher import Searcher
from benchmarks.engine import Player

RUNS = 7
NODES = 60_000
TIMES = (0.01, 0.05, 0.3)


class Benchmark:
    """Repeated searches of the bench positions of one configuration."""

    def __init__(self, game: str, players: int) -> None:
        self.searcher = Searcher(new_stream(1))
        self.positions: list[AnyPosition] = list(positions(game, "coloured", players))
        self.nodes_per_second()  # compiles

    def nodes_per_second(self) -> float:
        """Nodes searched in a second of processor time."""
        before, nodes = time.process_time(), 0
        for position in self.positions:
            nodes += self.searcher.search(position, Limits(nodes=NODES)).nodes
        return nodes / (time.process_time() - before)


def speed(console: Console) -> None:
    """Measure all numbers of players, on the coloured boards, in turns with the engine."""
    table = Table(title=f"search on one core, beside random games (median of {RUNS} pairs of runs)")
    for heading in ("game", "players", "positions/s", "engine's moves/s", "of them"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, rules in GAMES.items():
        for players in (2, 3, 4):
            search, player = Benchmark(name, players), Player.of(rules, players, "coloured")
            pairs = []
            for _ in range(RUNS):
                nodes = search.nodes_per_second()
                pairs.append((nodes, 1e9 / player.run()[1]))
            nodes, moves = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratio = statistics.median(one / other for one, other in pairs)
            table.add_row(name, str(players), f"{nodes:,.0f}", f"{moves:,.0f}", f"{ratio:.1%}")
    console.print(table)


def punctuality(console: Console) -> None:
    """Measure how late a master answers, on positions of all kinds."""
    table = Table(title="how late a master answers (at most 5% or 20 ms wanted)")
    for heading in ("game", "seconds", "moves", "median ms", "latest ms"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name in GAMES:
        master = bot("master", seed=1)
        found = [position for n in (2, 3, 4) for position in positions(name, "coloured", n)]
        for position in found:
            master.choose(position, nodes=1)  # compiles
        for seconds in TIMES:
            late = []
            for position in found * max(1, round(0.25 / seconds)):
                before = time.perf_counter()
                master.choose(position, seconds=seconds)
                late.append(1000 * (time.perf_counter() - before - seconds))
            row = (
                f"{seconds:g}",
                str(len(late)),
                f"{statistics.median(late):.1f}",
                f"{max(late):.1f}",
            )
            table.add_row(name, *row)
    console.print(table)


def main() -> None:
    """Measure everything."""
    console = Console()
    speed(console)
    punctuality(console)


if __name__ == "__main__":
    main()
