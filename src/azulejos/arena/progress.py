"""Progress of a running match: finished games, win counts and the state of its SPRT."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean

from azulejos.arena.runner import GameResult
from azulejos.arena.sprt import Sprt, SprtState


class Tally:
    """Win counts by contestant."""

    def __init__(self, contestants: int) -> None:
        self.games = 0
        self.wins = [0.0] * contestants  # a shared victory counts in parts
        self.played = [0] * contestants
        self.seats = [0] * contestants

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        for number in set(game.seats):
            self.played[number] += 1
        for seat, number in enumerate(game.seats):
            self.seats[number] += 1
            self.wins[number] += game.victory_share(seat)


@dataclass
class Progress:
    """The finished games of a match, in any order, and their statistics."""

    contestants: int
    players: int
    test: Sprt | None = None
    games: dict[int, GameResult] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tally = Tally(self.contestants)
        self.sprt = None if self.test is None else self.test.state({}, self.players)
        self._scores = Counter[float]()
        self._rounds = 0

    def add(self, game: GameResult) -> None:
        """Count a game; one that was counted before is ignored."""
        if game.number in self.games:
            return
        self.games[game.number] = game
        self.tally.add(game)
        if self.test is not None:
            self._update_sprt(self.test)

    def _update_sprt(self, test: Sprt) -> None:
        """Count rounds in their order: the verdict is independent of the order of completion."""
        while not self.is_decided and (score := self._round_score(self._rounds)) is not None:
            self._rounds += 1
            self._scores[score] += 1
            self.sprt = test.state(self._scores, self.players)

    def _round_score(self, number: int) -> float | None:
        """The first contestant's mean score in a round; None while it is unfinished."""
        numbers = range(number * self.players, (number + 1) * self.players)
        if any(number not in self.games for number in numbers):
            return None
        games = [self.games[number] for number in numbers]
        return round(fmean(game.victory_share(game.seats.index(0)) for game in games), 6)

    @property
    def is_decided(self) -> bool:
        """Whether the SPRT has accepted a hypothesis."""
        return self.sprt is not None and self.sprt.verdict != "open"

    def counted(self) -> tuple[tuple[GameResult, ...], SprtState | None]:
        """The games that count, in order: up to the verdict, if there is one."""
        last = self._rounds * self.players if self.is_decided else None
        found = (self.games[n] for n in sorted(self.games) if last is None or n < last)
        return tuple(found), self.sprt
