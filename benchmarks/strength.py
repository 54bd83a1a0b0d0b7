"""Strength of the bots: the matches of docs/strength.md.

    python -m benchmarks.strength --folder runs/strength --processes 2 azul pavilion
    python -m benchmarks.strength --folder runs/strength --nodes 1000 azul

Every match has a log in the folder: what was played is not played again. The results are printed as
tables for the document, by time a move or, with `--nodes`, by nodes, which are the same on every
machine; every row has the version of the bots and the command that plays it again.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
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

    seconds: float
    configurations: tuple[tuple[str, str, int], ...]


AZUL, PAVILION = GAMES
#: Master against the baselines.
PARTS = {
    "azul": Part(0.3, ((AZUL, "coloured", 2),)),
    "azul-grey": Part(0.1, ((AZUL, "grey", 2),)),
    "azul-many": Part(0.05, tuple((AZUL, board, many) for many in (3, 4) for board in BOARDS)),
    "pavilion": Part(0.1, ((PAVILION, "coloured", 2),)),
    "pavilion-grey": Part(0.1, ((PAVILION, "grey", 2),)),
    "pavilion-many": Part(
        0.05, tuple((PAVILION, board, many) for many in (3, 4) for board in BOARDS)
    ),
}
#: Games by number of players: 200 pairs, 50 blocks of cyclic seatings.
GAMES_BY_PLAYERS = {2: 400, 3: 150, 4: 200}
#: Each level against the one below.
LADDER = "ladder"
HEADINGS = (
    *("game", "board", "players", "limit", "bot", "against", "games", "victories"),
    *("Elo", "normalised", "version", "command"),
)


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
                games=GAMES_BY_PLAYERS[players],
                seconds=own.seconds,
                seed=SEED,
            )


def ladder() -> Iterator[Match]:
    """Each level against the one below it, in every configuration."""
    for game in GAMES:
        for board in BOARDS:
            for players, games in GAMES_BY_PLAYERS.items():
                for lower, upper in pairwise(LEVELS):
                    yield Match(
                        contestants=(upper.name, lower.name),
                        game=game,
                        board=board,
                        players=players,
                        games=games,
                        seconds=LADDER_SECONDS,
                        seed=SEED,
                    )


def limited(match: Match, seconds: float | None, nodes: int | None, games: int | None) -> Match:
    """A match with other limits and another number of games, where they are given."""
    if seconds is not None or nodes is not None:
        match = replace(match, seconds=seconds, nodes=nodes)
    return match if games is None else replace(match, games=games)


def played(match: Match, folder: Path, processes: int) -> Result:
    """Play a match, or continue it from its log in the folder."""
    words = (match.game, match.board, match.players, *match.contestants, limit_of(match))
    log = folder / f"{'-'.join(map(str, words))}.jsonl".replace(" ", "-")
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:
        task = progress.add_task(log.stem, total=match.planned)
        return match.play(
            processes=processes,
            log=log,
            progress=lambda state: progress.update(task, completed=state.tally.games),
        )


def limit_of(match: Match) -> str:
    """The limit of a match, for names of files and tables."""
    return f"{match.seconds:g} s" if match.nodes is None else f"{match.nodes} nodes"


def row(result: Result) -> str:
    """A row of the table."""
    match, first = result.match, result.rates[0]
    low, high = first.interval
    share = f"{first.rate:.1%} ({low:.0%} to {high:.0%})"
    finished = len(result.games) >= match.planned
    games = f"{first.games}" if finished else f"*{first.games} of {match.planned}*"
    elo, normalised = f"{first.elo[0]:+.0f}", f"{first.normalised_elo[0]:+.0f}"
    cells = (
        *(match.game, match.board, match.players, limit_of(match), *match.contestants),
        *(games, share, elo, normalised, match.version, f"`{match.command}`"),
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def main() -> None:
    """Play the matches that were asked for, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", choices=[*PARTS, LADDER])
    parser.add_argument("--folder", type=Path, default=Path("runs/strength"))
    parser.add_argument("--processes", type=int, default=2)
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--seconds", type=float, help="for a move, instead of the part's own time")
    limits.add_argument("--nodes", type=int, help="for a move, instead of time")
    parser.add_argument("--games", type=int, help="of each match")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for part in asked.parts:
        print(f"\n{part}\n", flush=True)
        print(f"| {' | '.join(HEADINGS)} |")
        print("|---" * len(HEADINGS) + "|")
        for match in matches(part):
            wanted = limited(match, asked.seconds, asked.nodes, asked.games)
            result = played(wanted, asked.folder, asked.processes)
            print(row(result), flush=True)
            if result.interrupted:
                return


if __name__ == "__main__":
    main()
