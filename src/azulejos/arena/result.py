"""What came of a match: win rates, ratings, times, and who forfeited."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from azulejos.arena import report
from azulejos.arena.progress import Tally
from azulejos.arena.ratings import Rating, rate
from azulejos.arena.runner import Played
from azulejos.arena.sprt import SprtState, elo_of
from azulejos.engine.errors import MissingExtra
from azulejos.simulation import wilson_interval

if TYPE_CHECKING:
    from azulejos.arena.match import Match


@dataclass(frozen=True)
class Rate:
    """How often a contestant won, out of 1, of a seat.

    `interval` is Wilson's, at 95%, over the games he played. Games with the same tiles count as
    if they were independent, which errs on the safe side when tiles favour a seat.
    """

    name: str
    games: int
    wins: float
    rate: float
    interval: tuple[float, float]
    fair: float  # what somebody as strong as the others would win

    @property
    def elo(self) -> tuple[float, float, float]:
        """The strength compared with the others: likeliest, and both ends of the interval."""
        players = round(1 / self.fair)
        low, high = (elo_of(end, players) for end in self.interval)
        return elo_of(self.rate, players), low, high


@dataclass(frozen=True)
class Thinking:
    """How long a contestant thought about a move."""

    moves: int
    mean: float
    longest: float


@dataclass(frozen=True)
class Result:
    """The games of a match that were finished, in the order of their numbers."""

    match: Match
    games: tuple[Played, ...]
    sprt: SprtState | None = None
    interrupted: bool = False

    @cached_property
    def tally(self) -> Tally:
        """All victories."""
        tally = Tally(len(self.match.labels))
        for game in self.games:
            tally.add(game)
        return tally

    @property
    def rates(self) -> tuple[Rate, ...]:
        """The contestants' win rates, for those who played."""
        return tuple(rates(self.match.labels, self.match.players, self.tally))

    @cached_property
    def ratings(self) -> tuple[Rating, ...]:
        """The contestants' ratings; needs OpenSkill."""
        return rate(len(self.match.labels), self.games)

    @property
    def thinking(self) -> tuple[Thinking, ...]:
        """How long the contestants thought."""
        return tuple(map(self._thinking, range(len(self.match.labels))))

    def _thinking(self, number: int) -> Thinking:
        paces = [
            pace
            for game in self.games
            for pace, who in zip(game.paces, game.seats, strict=True)
            if who == number
        ]
        moves = sum(pace.moves for pace in paces)
        mean = sum(pace.seconds for pace in paces) / max(1, moves)
        return Thinking(moves, mean, max((pace.longest for pace in paces), default=0.0))

    @property
    def forfeits(self) -> tuple[Counter[str], ...]:
        """How often the contestants forfeited, and in which way."""
        counts = tuple(Counter[str]() for _ in self.match.labels)
        for game in self.games:
            if game.forfeit is not None:
                counts[game.seats[game.forfeit.seat]][game.forfeit.kind] += 1
        return counts

    @property
    def table(self) -> str:
        """The result as a table of text."""
        return report.as_text(self)

    # As JSON

    def to_json(self) -> str:
        """Everything as JSON: the match, what came of it, and all games; `read_result` reads it."""
        return json.dumps(
            {
                "match": self.match.to_data(),
                "interrupted": self.interrupted,
                "sprt": self.sprt and self._sprt_data(self.sprt),
                "contestants": list(self._contestants()),
                "games": [game.to_data() for game in self.games],
            },
            indent=1,
        )

    def _sprt_data(self, state: SprtState) -> dict[str, Any]:
        test = state.test
        return {
            "elo0": test.elo0,
            "elo1": test.elo1,
            "llr": state.ratio,
            "bounds": test.bounds,
            "verdict": state.verdict,
        }

    def _contestants(self) -> Iterator[dict[str, Any]]:
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
        """The ratings, or None if OpenSkill is not installed."""
        try:
            return self.ratings
        except MissingExtra:
            return None


def rates(labels: Iterable[str], players: int, tally: Tally) -> Iterator[Rate]:
    """Win rates of a count."""
    for number, name in enumerate(labels):
        games, seats = tally.played[number], tally.seats[number]
        share = tally.wins[number] / max(1, seats)
        interval = wilson_interval(share * games, games) if games else (0.0, 1.0)
        yield Rate(name, games, tally.wins[number], share, interval, 1 / players)
