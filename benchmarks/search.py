"""How many positions search looks at per second, beside the moves of the bare engine."""

from __future__ import annotations

import statistics
import time

from rich.console import Console
from rich.table import Table

from azulejos.engine import GAMES
from azulejos.engine.chance import new_stream
from azulejos.engine.position import AnyPosition
from azulejos.search.limits import Limits
from azulejos.search.signature import positions
from azulejos.search.thinking import Thinker
from benchmarks.engine import Player

RUNS = 7
NODES = 60_000


class Searcher:
    """Searches the sample positions of one configuration, over and over."""

    def __init__(self, game: str, players: int) -> None:
        self.thinker = Thinker(new_stream(1))
        self.positions: list[AnyPosition] = list(positions(game, "coloured", players))
        self.nodes_per_second()  # compiles

    def nodes_per_second(self) -> float:
        """Positions searched or judged in a second of processor time."""
        before, nodes = time.process_time(), 0
        for position in self.positions:
            nodes += self.thinker.think(position, Limits(nodes=NODES)).nodes
        return nodes / (time.process_time() - before)


def main() -> None:
    """Measure all numbers of players, on the coloured boards, in turns with the engine."""
    table = Table(title=f"search on one core, beside random games (median of {RUNS} pairs of runs)")
    for heading in ("game", "players", "positions/s", "engine's moves/s", "of them"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for name, rules in GAMES.items():
        for players in (2, 3, 4):
            searcher, player = Searcher(name, players), Player.of(rules, players, "coloured")
            pairs = []
            for _ in range(RUNS):
                nodes = searcher.nodes_per_second()
                pairs.append((nodes, 1e9 / player.run()[1]))
            nodes, moves = (statistics.median(side) for side in zip(*pairs, strict=True))
            ratio = statistics.median(one / other for one, other in pairs)
            table.add_row(name, str(players), f"{nodes:,.0f}", f"{moves:,.0f}", f"{ratio:.1%}")
    Console().print(table)


if __name__ == "__main__":
    main()
