"""Luck-adjusted rates in self-matches: that they are unbiased, and how many games they save.

    python -m benchmarks.luck play --matches 100 --games 20 --minutes 60
    python -m benchmarks.luck report

A bot plays matches against itself: the true rate is the fair share. If the adjustment is unbiased,
the mean of the adjusted rates over many matches is the fair share within its standard error, and
95% of their intervals contain it. Games are in benchmarks/results/luck; `play` continues where it
was interrupted.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, variance

from rich.progress import BarColumn, MofNCompleteColumn, Progress

from azulejos.arena import Match
from azulejos.arena.result import Result
from benchmarks.matches import (
    CONFIGURATIONS,
    PLAYING,
    RESULTS,
    CompactLog,
    name_of,
    play,
    result_of,
    version_of,
)

FOLDER = RESULTS / "luck"
#: It samples its moves: equal bots play different games with the same tiles.
BOT = "casual"
#: Seeds of the matches: this one and those after it.
SEED = 5000
MATCHES, GAMES = 100, 20


def self_match(game: str, board: str, players: int, number: int, games: int) -> Match:
    """A match of the bot against itself."""
    return Match(
        contestants=(BOT, BOT),
        game=game,
        board=board,
        players=players,
        games=games,
        seed=SEED + number,
        luck_adjusted=True,
    )


def log_of(configuration: str, folder: Path = FOLDER) -> CompactLog:
    """The log of a configuration."""
    return CompactLog(folder / f"{configuration}.jsonl")


def play_missing(
    configurations: Sequence[str], count: int, games: int, minutes: float, processes: int
) -> None:
    """Play matches that are not in the logs, until time is up."""
    end = time.monotonic() + 60 * minutes
    with Progress("{task.description}", BarColumn(), MofNCompleteColumn()) as progress:
        bar = progress.add_task("", total=count * len(configurations))
        for number in range(count):
            for own in CONFIGURATIONS:
                name = name_of(*own)
                if name not in configurations:
                    continue
                match = self_match(*own, number, games)
                progress.update(bar, description=f"{name}, match {number + 1}")
                play(
                    match,
                    log_of(name),
                    version_of(name, (*PLAYING, "analysis")),
                    processes,
                    lambda _match, _games: time.monotonic() < end,
                )
                progress.advance(bar)
                if time.monotonic() >= end:
                    return


def results(game: str, board: str, players: int, folder: Path = FOLDER) -> Iterator[Result]:
    """The self-matches of a configuration that have at least three whole rounds."""
    log = log_of(name_of(game, board, players), folder)
    for number in range(MATCHES):
        match = self_match(game, board, players, number, GAMES)
        for version in log.versions(match):
            found = result_of(match, log.games(match, version))
            if len(found.games) >= 3 * players:
                yield found


@dataclass(frozen=True)
class Proof:
    """What self-matches say of the adjustment; rates are above the fair share.

    `covered` is how many of the intervals contain the fair share. `saved` is the ratio of the
    variances of plain and adjusted rates: by so much fewer games are needed.
    """

    matches: int
    games: int
    plain: float
    adjusted: float
    error: float  # standard error of the mean adjusted rate
    covered: int
    saved: float

    @property
    def z(self) -> float:
        """The mean adjusted rate in standard errors: within ±2 it shows no bias."""
        return self.adjusted / self.error if self.error else 0.0


def proof(found: Sequence[Result]) -> Proof:
    """The evidence of some self-matches of one configuration."""
    fair = 1 / found[0].match.players
    plain = [result.rates[0].rate - fair for result in found]
    adjusted, covered = [], 0
    for result in found:
        assert result.adjusted is not None, "expected matches that measure luck"
        first = result.adjusted[0]
        adjusted.append(first.rate - fair)
        covered += first.interval[0] <= fair <= first.interval[1]
    return Proof(
        len(found),
        sum(len(result.games) for result in found),
        fmean(plain),
        fmean(adjusted),
        sqrt(variance(adjusted) / len(adjusted)),
        covered,
        variance(plain) / variance(adjusted),
    )


def report() -> None:
    """Print a table of all configurations that have matches."""
    print("| configuration | self-matches | games | mean rate above fair | less luck | z ", end="")
    print("| intervals that contain it | times fewer games |")
    print("|---|---|---|---|---|---|---|---|")
    for own in CONFIGURATIONS:
        found = list(results(*own))
        if len(found) < 2:
            continue
        one = proof(found)
        count = str(one.matches) if one.matches >= MATCHES else f"*{one.matches} of {MATCHES}*"
        print(
            f"| {name_of(*own)} | {count} | {one.games} | {100 * one.plain:+.1f} "
            f"| {100 * one.adjusted:+.1f} ± {100 * one.error:.1f} | {one.z:+.1f} "
            f"| {one.covered / one.matches:.0%} | {one.saved:.2f} |"
        )


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    names = [name_of(*own) for own in CONFIGURATIONS]
    playing = commands.add_parser("play", help="play self-matches that are missing")
    playing.add_argument("--configurations", nargs="+", choices=names, default=names)
    playing.add_argument("--matches", type=int, default=MATCHES)
    playing.add_argument("--games", type=int, default=GAMES, help="of a match")
    playing.add_argument("--minutes", type=float, default=60)
    playing.add_argument("--processes", type=int, default=1)
    commands.add_parser("report", help="print the table")
    asked = parser.parse_args()
    if asked.command == "play":
        play_missing(
            asked.configurations, asked.matches, asked.games, asked.minutes, asked.processes
        )
    else:
        report()


if __name__ == "__main__":
    main()
