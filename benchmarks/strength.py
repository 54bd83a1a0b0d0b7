"""Strength of the bots: the matches of docs/strength.md.

    python -m benchmarks.strength --folder runs/strength --processes 2 azul pavilion

Every match has a log in the folder: what was played is not played again. The results are printed as
tables for the document.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from azulejos.arena import Match, Result
from azulejos.bots.levels import LEVELS
from azulejos.engine import GAMES
from azulejos.engine.state import BOARDS

SEED = 2026
BASELINES = ("mcts", "alphabeta", "greedy")
#: Seconds a move for Master in matches between levels; the other levels have fixed nodes.
LADDER_SECONDS = 0.3


@dataclass(frozen=True)
class Part:
    """A group of matches."""

    games: int
    seconds: float
    configurations: tuple[tuple[str, str, int], ...]


AZUL, PAVILION = GAMES
#: Master against the baselines.
PARTS = {
    "azul": Part(100, 0.3, ((AZUL, "coloured", 2),)),
    "azul-grey": Part(60, 0.1, ((AZUL, "grey", 2),)),
    "azul-many": Part(48, 0.05, tuple((AZUL, board, many) for many in (3, 4) for board in BOARDS)),
    "pavilion": Part(40, 0.1, ((PAVILION, "coloured", 2),)),
    "pavilion-grey": Part(24, 0.1, ((PAVILION, "grey", 2),)),
    "pavilion-many": Part(
        12, 0.05, tuple((PAVILION, board, many) for many in (3, 4) for board in BOARDS)
    ),
}
#: Each level against the one below: games by number of players; two players of Summer
#: Pavilion play fewer games with Master, because these are long.
LADDER = "ladder"
LADDER_GAMES = {2: 40, 3: 12, 4: 12}
LONG_GAMES = 20


def matches(part: str) -> Iterator[Match]:
    """The matches of a group."""
    if part == LADDER:
        yield from ladder()
        return
    own = PARTS[part]
    for game, board, players in own.configurations:
        for other in BASELINES:
            yield Match(
                contestants=("master", other),
                game=game,
                board=board,
                players=players,
                games=own.games,
                seconds=own.seconds,
                seed=SEED,
            )


def ladder() -> Iterator[Match]:
    """Each level against the one below it, in every configuration."""
    for game in GAMES:
        for board in BOARDS:
            for players, games in LADDER_GAMES.items():
                for lower, upper in pairwise(LEVELS):
                    is_long = (game, players, upper) == (PAVILION, 2, LEVELS[-1])
                    yield Match(
                        contestants=(upper.name, lower.name),
                        game=game,
                        board=board,
                        players=players,
                        games=LONG_GAMES if is_long else games,
                        seconds=LADDER_SECONDS,
                        seed=SEED,
                    )


def played(match: Match, folder: Path, processes: int) -> Result:
    """Play a match, or continue it from its log in the folder."""
    names = "-".join(match.contestants)
    log = folder / f"{match.game}-{match.board}-{match.players}-{names}-{match.seconds:g}.jsonl"
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task(log.stem, total=match.planned)
        return match.play(
            processes=processes,
            log=log,
            progress=lambda state: progress.update(task, completed=state.tally.games),
        )


def row(result: Result) -> str:
    """A row of the table."""
    match, first = result.match, result.rates[0]
    low, high = first.interval
    share = f"{first.rate:.1%} ({low:.0%} to {high:.0%})"
    cells = match.game, match.board, match.players, *match.contestants, first.games, share
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Play the matches that were asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", choices=[*PARTS, LADDER])
    parser.add_argument("--folder", type=Path, default=Path("runs/strength"))
    parser.add_argument("--processes", type=int, default=2)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for part in asked.parts:
        seconds = LADDER_SECONDS if part == LADDER else PARTS[part].seconds
        print(f"\n{part}: {seconds:g} s a move\n", flush=True)
        print("| game | board | players | bot | against | games | victories |")
        print("|---|---|---|---|---|---|---|")
        for match in matches(part):
            print(row(played(match, asked.folder, asked.processes)), flush=True)


if __name__ == "__main__":
    main()
