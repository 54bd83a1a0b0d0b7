"""One rating scale for everything that plays, in all twelve configurations.

    python -m benchmarks.ratings play --minutes 60           plays what is missing, cheapest first
    python -m benchmarks.ratings write                       writes docs/ratings.md and its plot
    python -m benchmarks.ratings repeat azul-coloured-2 greedy random --games 20

Only neighbours in strength meet. Every match has named seeds and node limits, so that any row can
be repeated on any machine: `repeat` plays games of a row again and compares them with the log. The
logs are in benchmarks/results/ratings; `play` can be interrupted and continued at any time, with
`--configurations` and `--matches` for a part of the work.

A rating is the Elo above random play that fits the matches of a configuration best (least squares,
with the matches' own uncertainty). At tables of three and four, the upper of two neighbours sits
alone among copies of the lower one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from pathlib import Path

import numpy as np
from rich.progress import BarColumn, MofNCompleteColumn, Progress

from azulejos.arena import Match
from azulejos.arena.result import Result
from azulejos.arena.statistics import Z_95
from benchmarks.matches import (
    CONFIGURATIONS,
    RESULTS,
    CompactLog,
    name_of,
    play,
    result_of,
    version_of,
)

FOLDER = RESULTS / "ratings"
SEED = 2026
#: Games by number of players: 200 pairs, 50 blocks of cyclic seatings.
GAMES = {2: 400, 3: 150, 4: 200}
ANCHOR = "random"
#: The matches, from the cheapest to the dearest: the one that should be stronger comes first.
PAIRS = (
    ("greedy", "random"),
    ("beginner", "random"),
    ("beginner", "greedy"),
    ("casual", "greedy"),
    ("casual", "beginner"),
    ("mcts:nodes=100", "random"),
    ("mcts:nodes=100", "greedy"),
    ("alphabeta:nodes=1000", "greedy"),
    ("mcts:nodes=1000", "mcts:nodes=100"),
    ("casual", "mcts:nodes=1000"),
    ("casual", "alphabeta:nodes=1000"),
    ("strong", "casual"),
    ("mcts:nodes=10000", "mcts:nodes=1000"),
    ("alphabeta:nodes=10000", "alphabeta:nodes=1000"),
    ("strong", "mcts:nodes=10000"),
    ("strong", "alphabeta:nodes=10000"),
    ("master:nodes=1000", "strong"),
    ("expert:nodes=2000", "strong"),
    ("expert:nodes=2000", "master:nodes=1000"),
    ("master:nodes=10000", "expert:nodes=2000"),
    ("master:nodes=100000", "master:nodes=10000"),
)
#: Played with two players only: too slow for the others.
TWO_PLAYERS_ONLY = ("master:nodes=100000",)
#: In the order of the table.
ENTRANTS = (
    *("master:nodes=100000", "master:nodes=10000", "expert:nodes=2000", "master:nodes=1000"),
    *("strong", "casual", "beginner"),
    *("alphabeta:nodes=10000", "alphabeta:nodes=1000"),
    *("mcts:nodes=10000", "mcts:nodes=1000", "mcts:nodes=100"),
    *("greedy", "random"),
)


@dataclass(frozen=True)
class Row:
    """A match of the scale, as far as it was played."""

    match: Match
    result: Result
    version: str

    @property
    def is_finished(self) -> bool:
        """Whether all games were played."""
        return len(self.result.games) >= self.match.planned

    @cached_property
    def difference(self) -> tuple[float, float]:
        """The Elo of the first above the second, and its standard error.

        One game more, won to a fair share, keeps both finite when all games were won or lost.
        """
        found, players = self.result.rates[0], self.match.players
        share = (found.wins + 1 / players) / (found.games + 1)
        blocks = max(1, found.blocks)
        spread = sqrt(players * share * (1 - share)) if not found.spread else found.spread
        error = spread / sqrt(players * blocks)
        slope = log(10) / 400 * share * (1 - share)  # of the expected score, by Elo
        return _elo(share, players), max(error, 0.5 / found.games) / slope


def _elo(share: float, players: int) -> float:
    return 400 * float(np.log10(share * (players - 1) / (1 - share)))


@dataclass(frozen=True)
class Rating:
    """Elo above the anchor, half the width of its 95% interval, whether all games are played."""

    elo: float
    margin: float
    is_finished: bool


def matches(game: str, board: str, players: int) -> Iterator[Match]:
    """The matches of a configuration."""
    for pair in PAIRS:
        if players == 2 or not set(pair) & set(TWO_PLAYERS_ONLY):
            yield Match(
                contestants=pair,
                game=game,
                board=board,
                players=players,
                games=GAMES[players],
                seed=SEED,
            )


def log_of(configuration: str, folder: Path = FOLDER) -> CompactLog:
    """The log of a configuration."""
    return CompactLog(folder / f"{configuration}.jsonl")


def rows(game: str, board: str, players: int, folder: Path = FOLDER) -> list[Row]:
    """The matches of which there are whole rounds, each of the version that played most of them."""
    found = []
    log = log_of(name_of(game, board, players), folder)
    for match in matches(game, board, players):
        versions = log.versions(match)
        if not versions:
            continue
        version = max(reversed(versions), key=versions.__getitem__)
        result = result_of(match, log.games(match, version))
        if result.games:
            found.append(Row(match, result, version))
    return found


def ratings(found: Sequence[Row]) -> dict[str, Rating]:
    """The ratings of all that are connected with the anchor by matches."""
    names = [name for name in connected(found) if name != ANCHOR]
    place = {name: index for index, name in enumerate(names)}
    used = [row for row in found if row.match.contestants[0] in {*names, ANCHOR}]
    if not used:
        return {}
    system = np.zeros((len(used), len(names)))
    measured = np.zeros(len(used))
    for index, row in enumerate(used):
        elo, error = row.difference
        upper, lower = row.match.contestants
        for name, sign in ((upper, 1), (lower, -1)):
            if name != ANCHOR:
                system[index, place[name]] = sign / error
        measured[index] = elo / error
    covariance = np.linalg.inv(system.T @ system)
    elos = covariance @ (system.T @ measured)
    unfinished = {name for row in used if not row.is_finished for name in row.match.contestants}
    found_ratings = {
        name: Rating(
            float(elos[index]), Z_95 * sqrt(float(covariance[index, index])), name not in unfinished
        )
        for name, index in place.items()
    }
    return {ANCHOR: Rating(0.0, 0.0, ANCHOR not in unfinished), **found_ratings}


def connected(found: Sequence[Row]) -> list[str]:
    """Who is connected with the anchor by matches."""
    reached, growing = {ANCHOR}, True
    while growing:
        more = {
            name
            for row in found
            if reached & set(row.match.contestants)
            for name in row.match.contestants
        }
        growing = not more <= reached
        reached |= more
    return [name for name in ENTRANTS if name in reached]


# Playing


def play_missing(
    configurations: Sequence[str], words: Sequence[str], minutes: float, processes: int
) -> None:
    """Play what is missing, match by match in all configurations, until time is up."""
    end = time.monotonic() + 60 * minutes
    logs = {name: log_of(name) for name in configurations}
    plan = [
        (order, match)
        for configuration in CONFIGURATIONS
        if name_of(*configuration) in logs
        for order, match in enumerate(matches(*configuration))
        if not words or set(words) & set(match.contestants)
    ]
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn())
    with Progress(*columns) as progress:
        bar = progress.add_task("", total=sum(match.planned for _, match in plan))
        done = 0
        for _, match in sorted(plan, key=lambda own: own[0]):
            name = name_of(match.game, match.board, match.players)
            log, version = logs[name], version_of(name)
            if any(count >= match.planned for count in log.versions(match).values()):
                done += match.planned
                continue

            def show(match: Match, games: int, name: str = name, before: int = done) -> bool:
                words = f"{name} {' against '.join(match.contestants)}"
                progress.update(bar, completed=before + games, description=words)
                return time.monotonic() < end

            play(match, log, version, processes, show)
            done += match.planned
            if time.monotonic() >= end:
                return


def repeat(configuration: str, pair: tuple[str, str], games: int) -> int:
    """Play the first games of a row again; returns how many are as in the log."""
    (match,) = (
        match
        for own in CONFIGURATIONS
        if name_of(*own) == configuration
        for match in matches(*own)
        if match.contestants == pair
    )
    log = log_of(configuration)
    version = version_of(configuration)
    if version not in log.versions(match):
        known = ", ".join(log.versions(match)) or "none"
        print(f"the log has games of {known}; this is {version}: other moves may be played")
        version = next(reversed(log.versions(match)), version)
    stored = {game.number: game for game in log.games(match, version)}
    again = Match(
        contestants=pair,
        game=match.game,
        board=match.board,
        players=match.players,
        games=min(games, len(stored) or games),
        seed=match.seed,
    ).play()
    same = sum(
        game.number in stored
        and (stored[game.number].scores, stored[game.number].winners) == (game.scores, game.winners)
        for game in again.games
    )
    print(again.table)
    print(f"\n{same} of {len(again.games)} games ended as in the log")
    return same


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    names = [name_of(*own) for own in CONFIGURATIONS]
    playing = commands.add_parser("play", help="play what is missing")
    playing.add_argument("--configurations", nargs="+", choices=names, default=names)
    playing.add_argument("--matches", nargs="+", choices=ENTRANTS, default=[])
    playing.add_argument("--minutes", type=float, default=60)
    playing.add_argument("--processes", type=int, default=1)
    commands.add_parser("write", help="write docs/ratings.md and its plot")
    repeating = commands.add_parser("repeat", help="play games of a row again")
    repeating.add_argument("configuration", choices=names)
    repeating.add_argument("upper", choices=ENTRANTS)
    repeating.add_argument("lower", choices=ENTRANTS)
    repeating.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    if asked.command == "play":
        play_missing(asked.configurations, asked.matches, asked.minutes, asked.processes)
    elif asked.command == "repeat":
        repeat(asked.configuration, (asked.upper, asked.lower), asked.games)
    else:
        from benchmarks import ratings_report

        ratings_report.write()


if __name__ == "__main__":
    main()
