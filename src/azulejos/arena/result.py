"""Match results: win rates with intervals, ratings, thinking times and forfeits."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from azulejos.arena import report
from azulejos.arena.adjusted import AdjustedRate, adjusted_rates
from azulejos.arena.progress import Tally
from azulejos.arena.ratings import Rating, rate
from azulejos.arena.runner import GameResult
from azulejos.arena.sprt import SprtState
from azulejos.arena.statistics import (
    Block,
    block_interval,
    elo_from_score,
    normalised_elo,
    spread_per_game,
)
from azulejos.engine.errors import MissingExtra

if TYPE_CHECKING:
    from azulejos.arena.match import Match


@dataclass(frozen=True)
class WinRate:
    """A contestant's victory share per seat, from 0 to 1.

    `interval` is at 95%, by resampling blocks of games with the same tiles; `spread` is the
    standard deviation of a game's victory share that the blocks imply.
    """

    name: str
    games: int
    wins: float
    rate: float
    interval: tuple[float, float]
    fair: float  # the rate at equal strength
    blocks: int
    spread: float

    @property
    def elo(self) -> tuple[float, float, float]:
        """The Elo difference to the opponents: estimate, and both ends of the interval."""
        players = round(1 / self.fair)
        low, high = (elo_from_score(end, players) for end in self.interval)
        return elo_from_score(self.rate, players), low, high

    @property
    def normalised_elo(self) -> tuple[float, float, float]:
        """The normalised Elo difference: estimate, and both ends of the interval."""
        players = round(1 / self.fair)
        low, high = (normalised_elo(end, players, self.spread) for end in self.interval)
        return normalised_elo(self.rate, players, self.spread), low, high


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
        return tuple(map(self._win_rate, range(len(self.match.labels))))

    def _win_rate(self, number: int) -> WinRate:
        games, players = self.tally.played[number], self.match.players
        wins, blocks = self.tally.wins[number], self.blocks(number)
        return WinRate(
            name=self.match.labels[number],
            games=games,
            wins=wins,
            rate=wins / max(1, self.tally.seats[number]),
            interval=block_interval(blocks),
            fair=1 / players,
            blocks=len(blocks),
            spread=spread_per_game(blocks, players),
        )

    def blocks(self, number: int) -> list[Block]:
        """A contestant's victories and seats by deal: games with the same tiles are one block."""
        found: dict[int, Block] = {}
        for game in self.games:
            own = [seat for seat, contestant in enumerate(game.seats) if contestant == number]
            if own:
                wins, seats = found.get(game.deal, (0.0, 0))
                wins += sum(map(game.victory_share, own))
                found[game.deal] = (round(wins, 6), seats + len(own))
        return list(found.values())

    @cached_property
    def adjusted(self) -> tuple[AdjustedRate, ...] | None:
        """The contestants' win rates less luck, if the match measures it."""
        if not self.match.luck_adjusted:
            return None
        return adjusted_rates(len(self.match.labels), self.games)

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
                "version": self.match.version,
                "command": self.match.command,
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
            less_luck = self.adjusted and {"less_luck": asdict(self.adjusted[number])}
            yield {
                "name": found.name,
                "games": found.games,
                "wins": found.wins,
                "rate": found.rate,
                "interval": found.interval,
                "fair": found.fair,
                "blocks": found.blocks,
                "spread": found.spread,
                "rating": rating and {"mu": rating.mu, "sigma": rating.sigma},
                "seconds": {"mean": thinking.mean, "longest": thinking.longest},
                "forfeits": dict(self.forfeits[number]),
                **(less_luck or {}),
            }

    def ratings_if_possible(self) -> tuple[Rating, ...] | None:
        """The ratings, or None where OpenSkill is not installed."""
        try:
            return self.ratings
        except MissingExtra:
            return None
