"""Match results: win rates with intervals, ratings, thinking times and forfeits."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from azulejos.arena import report
from azulejos.arena.progress import Tally
from azulejos.arena.ratings import Rating, rate
from azulejos.arena.runner import GameResult
from azulejos.arena.sprt import SprtState
from azulejos.arena.statistics import elo_from_score, wilson_interval
from azulejos.engine.errors import MissingExtra

if TYPE_CHECKING:
    from azulejos.arena.match import Match


@dataclass(frozen=True)
class WinRate:
    """A contestant's victory share per seat, from 0 to 1.

    `interval` is Wilson's at 95%, over games. Games with the same tiles count as independent, which
    is conservative when tiles favour a seat.
    """

    name: str
    games: int
    wins: float
    rate: float
    interval: tuple[float, float]
    fair: float  # the rate at equal strength

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference to the opponents: estimate, and both ends of the interval."""
        players = round(1 / self.fair)
        low, high = (elo_from_score(end, players) for end in self.interval)
        return elo_from_score(self.rate, players), low, high


@dataclass(frozen=True)
class ThinkingTime:
    """A contestant's time per move in seconds: mean and longest."""

    moves: int
    mean: float
    longest: float


@dataclass(frozen=True)
class Result:
    """The finished games of a match, in the order of their numbers, and their statistics."""

    match: Match
    games: tuple[GameResult, ...]
    sprt: SprtState | None = None
    interrupted: bool = False

    @cached_property
    def tally(self) -> Tally:
        """Win counts."""
        tally = Tally(len(self.match.labels))
        for game in self.games:
            tally.add(game)
        return tally

    @property
    def rates(self) -> tuple[WinRate, ...]:
        """The contestants' win rates."""
        return tuple(win_rates(self.match.labels, self.match.players, self.tally))

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The contestants' ratings; needs OpenSkill."""
        return rate(len(self.match.labels), self.games)

    @property
    def thinking(self) -> tuple[ThinkingTime, ...]:
        """The contestants' times per move."""
        return tuple(map(self._thinking, range(len(self.match.labels))))

    def _thinking(self, number: int) -> ThinkingTime:
        own = [
            times
            for game in self.games
            for times, contestant in zip(game.move_times, game.seats, strict=True)
            if contestant == number
        ]
        moves = sum(times.moves for times in own)
        mean = sum(times.seconds for times in own) / max(1, moves)
        return ThinkingTime(moves, mean, max((times.longest for times in own), default=0.0))

    @property
    def forfeits(self) -> tuple[Counter[str], ...]:
        """The contestants' forfeits, counted by kind."""
        counts = tuple(Counter[str]() for _ in self.match.labels)
        for game in self.games:
            if game.forfeit is not None:
                counts[game.seats[game.forfeit.seat]][game.forfeit.kind] += 1
        return counts

    @property
    def table(self) -> str:
        """The report as plain text."""
        return report.as_text(self)

    # As JSON

    def to_json(self) -> str:
        """Match, statistics and all games as JSON; `read_result` is the reverse."""
        return json.dumps(
            {
                "match": self.match.to_data(),
                "interrupted": self.interrupted,
                "sprt": self.sprt and self._sprt_data(self.sprt),
                "contestants": list(self._contestants_data()),
                "games": [game.to_data() for game in self.games],
            },
            indent=1,
        )

    def _sprt_data(self, state: SprtState) -> dict[str, object]:
        test = state.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": state.llr,
            "bounds": test.bounds,
            "verdict": state.verdict,
        }

    def _contestants_data(self) -> Iterator[dict[str, object]]:
        ratings = self.ratings_if_possible()
        for number, found in enumerate(self.rates):
            rating, thinking = ratings and ratings[number], self.thinking[number]
            yield {
                "name": found.name,
                "games": found.games,
                "wins": found.wins,
                "rate": found.rate,
                "interval": found.interval,
                "fair": found.fair,
                "rating": rating and {"mu": rating.mu, "sigma": rating.sigma},
                "seconds": {"mean": thinking.mean, "longest": thinking.longest},
                "forfeits": dict(self.forfeits[number]),
            }

    def ratings_if_possible(self) -> tuple[Rating, ...] | None:
        """The ratings, or None where OpenSkill is not installed."""
        try:
            return self.ratings
        except MissingExtra:
            return None


def win_rates(labels: Iterable[str], players: int, tally: Tally) -> Iterator[WinRate]:
    """The win rates of a tally."""
    for number, name in enumerate(labels):
        games, seats = tally.played[number], tally.seats[number]
        share = tally.wins[number] / max(1, seats)
        interval = wilson_interval(share * games, games) if games else (0.0, 1.0)
        yield WinRate(name, games, tally.wins[number], share, interval, 1 / players)
