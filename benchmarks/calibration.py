"""Calibration: how often positions are won to which the networks give a share of victory.

    python -m benchmarks.calibration play --games 200 --minutes 60
    python -m benchmarks.calibration report                          tables for docs/strength.md

A bot that samples its moves (Strong) plays itself. In every position the network of the
configuration says what it expects for each player (with two: for the one to move), and at the end
of the game it is known what each got. A file in benchmarks/results/calibration has sums by game and
bin of the estimate, in tenths: positions of a game are not independent, so errors are by games.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from statistics import fmean
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
from rich.progress import track

from azulejos import Game, bot
from azulejos.search.evaluation import WIN, network_estimate, new_buffers
from azulejos.search.nnue.registry import network_for
from benchmarks.matches import CONFIGURATIONS, RESULTS, name_of, version_of

FOLDER = RESULTS / "calibration"
BOT = "strong"
BINS = 10
#: Plies between the positions of a game that count; the first one is random.
STRIDE = 3
SEED = 9000
GAMES = 200
Numbers: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Sums:
    """Sums over estimates of one game, by bin: their number, expected and real shares, losses."""

    counts: Numbers
    expected: Numbers
    real: Numbers
    squares: float  # of the differences
    log_loss: float

    def to_json(self, number: int, version: str) -> str:
        """One line."""
        columns = (self.counts, self.expected, self.real)
        return json.dumps(
            {
                "game": number,
                "version": version,
                "bins": [[round(float(x), 3) for x in column] for column in columns],
                "squares": round(self.squares, 4),
                "log_loss": round(self.log_loss, 4),
            }
        )

    @classmethod
    def from_json(cls, line: str) -> Sums:
        """The reverse of `to_json`."""
        data = json.loads(line)
        counts, expected, real = (np.array(column, float) for column in data["bins"])
        return cls(counts, expected, real, data["squares"], data["log_loss"])


def sums(pairs: Sequence[tuple[float, float]]) -> Sums:
    """The sums over pairs of an estimated and a real share."""
    counts, expected, real = np.zeros(BINS), np.zeros(BINS), np.zeros(BINS)
    squares = log_loss = 0.0
    for estimate, share in pairs:
        place = min(BINS - 1, int(estimate * BINS))
        counts[place] += 1
        expected[place] += estimate
        real[place] += share
        squares += (estimate - share) ** 2
        inside = min(1 - 1e-4, max(1e-4, estimate))
        log_loss -= share * log(inside) + (1 - share) * log(1 - inside)
    return Sums(counts, expected, real, squares, log_loss)


def play_game(game: str, board: str, players: int, number: int) -> Sums:
    """Play a game, and compare the network's estimates with its result."""
    match = Game(
        game, board=board, players=players, first_player=number % players, seed=SEED + number
    )
    player, network = bot(BOT, SEED + number), network_for(game, board, players)
    buffers = new_buffers()  # the cache in them is of one network
    found: list[tuple[int, float]] = []
    while (to_play := match.to_play) is not None:
        position = match.position
        if match.ply % STRIDE == number % STRIDE:
            # With two players the network is asked for the player to move only, as in search.
            for seat in range(players) if players > 2 else (to_play,):
                value, _ = network_estimate(position.states[0], seat, network, buffers)
                found.append((seat, (1 + value / WIN) / 2))
        match.play(player.choose(position).move)
    winners = match.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(players)]
    return sums([(estimate, shares[seat]) for seat, estimate in found])


def file_of(configuration: str, folder: Path = FOLDER) -> Path:
    """The file of a configuration."""
    return folder / f"{configuration}.jsonl"


def lines_of(configuration: str, version: str | None, folder: Path = FOLDER) -> list[str]:
    """The lines of a version; of the one of the last line, if it is None."""
    file = file_of(configuration, folder)
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    wanted = version or (json.loads(lines[-1])["version"] if lines else None)
    return [line for line in lines if json.loads(line)["version"] == wanted]


def play_missing(configurations: Sequence[str], games: int, minutes: float) -> None:
    """Play games that are not in the files, in turns, until time is up."""
    end = time.monotonic() + 60 * minutes
    FOLDER.mkdir(parents=True, exist_ok=True)
    missing = {
        own: len(lines_of(name_of(*own), version_of(name_of(*own))))
        for own in CONFIGURATIONS
        if name_of(*own) in configurations
    }
    turns = [(n, own) for n in range(games) for own, done in missing.items() if n >= done]
    for number, own in track(turns, "games"):
        if time.monotonic() >= end:
            return
        name = name_of(*own)
        line = play_game(*own, number).to_json(number, version_of(name))
        with file_of(name).open("a", encoding="utf-8") as file:
            file.write(line + "\n")


@dataclass(frozen=True)
class Calibration:
    """The calibration of a network: by bin its mean estimate, the mean result and its error.

    `error` is the expected calibration error: the mean |estimate - result| over bins, weighted by
    their counts.
    """

    games: int
    positions: int
    bins: tuple[tuple[int, float, float, float], ...]
    error: float
    brier: float
    log_loss: float


def calibration(found: Sequence[Sums]) -> Calibration:
    """The calibration over some games."""
    counts = sum((own.counts for own in found), np.zeros(BINS))
    bins, error = [], 0.0
    for place in range(BINS):
        total = int(counts[place])
        if not total:
            continue
        expected = sum(own.expected[place] for own in found) / total
        real = sum(own.real[place] for own in found) / total
        spread = sum((own.real[place] - real * own.counts[place]) ** 2 for own in found)
        bins.append((place, float(expected), float(real), sqrt(float(spread)) / total))
        error += abs(expected - real) * total
    positions = int(counts.sum())
    return Calibration(
        len(found),
        positions,
        tuple(bins),
        float(error) / positions,
        fmean(own.squares / own.counts.sum() for own in found),
        fmean(own.log_loss / own.counts.sum() for own in found),
    )


def report() -> None:
    """Print both tables: the measures, and the reliability of every bin."""
    found = {}
    for own in CONFIGURATIONS:
        lines = lines_of(name_of(*own), None)
        if lines:
            found[name_of(*own)] = calibration(list(map(Sums.from_json, lines)))
    print("| network | games | estimates | calibration error | Brier score | log loss |")
    print("|---|---|---|---|---|---|")
    for name, one in found.items():
        print(
            f"| {name} | {one.games} | {one.positions:,} | {100 * one.error:.1f}% "
            f"| {one.brier:.3f} | {one.log_loss:.3f} |"
        )
    tenths = [f"{10 * place}-{10 * place + 10}%" for place in range(BINS)]
    print(f"\n| network | {' | '.join(tenths)} |")
    print("|---" * (BINS + 1) + "|")
    for name, one in found.items():
        cells = [""] * BINS
        for place, expected, real, error in one.bins:
            cells[place] = f"{100 * expected:.0f}: {100 * real:.0f} ± {100 * error:.0f}"
        print(f"| {name} | {' | '.join(cells)} |")


def main() -> None:
    """Run one of the commands."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    names = [name_of(*own) for own in CONFIGURATIONS]
    playing = commands.add_parser("play", help="play games that are missing")
    playing.add_argument("--configurations", nargs="+", choices=names, default=names)
    playing.add_argument("--games", type=int, default=GAMES)
    playing.add_argument("--minutes", type=float, default=60)
    commands.add_parser("report", help="print the tables")
    asked = parser.parse_args()
    if asked.command == "play":
        play_missing(asked.configurations, asked.games, asked.minutes)
    else:
        report()


if __name__ == "__main__":
    main()
