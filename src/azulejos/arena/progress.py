"""How a match stands while it is played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from statistics import fmean

from azulejos.arena.runner import Played
from azulejos.arena.sprt import Sprt, SprtState


class Tally:
    """Victories, counted game by game."""

    def __init__(self, contestants: int) -> None:
        self.games = 0
        self.wins = [0.0] * contestants  # shared victories in parts
        self.played = [0] * contestants
        self.seats = [0] * contestants

    def add(self, game: Played) -> None:
        """Count a game."""
        self.games += 1
        for number in set(game.seats):
            self.played[number] += 1
        for seat, number in enumerate(game.seats):
            self.seats[number] += 1
            self.wins[number] += game.share(seat)


@dataclass
class Standing:
    """The games that are finished, whatever their order, and what they say."""

    contestants: int
    players: int
    test: Sprt | None = None
    games: dict[int, Played] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tally = Tally(self.contestants)
        self.sprt = None if self.test is None else self.test.state({}, self.players)
        self._scores = Counter[float]()
        self._rounds = 0

    def add(self, game: Played) -> None:
        """Count a game, once."""
        if game.number in self.games:
            return
        self.games[game.number] = game
        self.tally.add(game)
        if self.test is not None:
            self._go_on(self.test)

    def _go_on(self, test: Sprt) -> None:
        """Test the rounds in their order: the verdict is the same whoever finishes first."""
        while not self.is_decided and (score := self._score_of_round(self._rounds)) is not None:
            self._rounds += 1
            self._scores[score] += 1
            self.sprt = test.state(self._scores, self.players)

    def _score_of_round(self, number: int) -> float | None:
        """The first contestant's mean score; None while the round is not finished."""
        numbers = range(number * self.players, (number + 1) * self.players)
        if any(number not in self.games for number in numbers):
            return None
        games = [self.games[number] for number in numbers]
        return round(fmean(game.share(game.seats.index(0)) for game in games), 6)

    @property
    def is_decided(self) -> bool:
        """Whether the test has its answer."""
        return self.sprt is not None and self.sprt.verdict != "open"

    def counted(self) -> tuple[tuple[Played, ...], SprtState | None]:
        """The games that count, in order: up to the verdict, if there is one."""
        last = self._rounds * self.players if self.is_decided else None
        found = (self.games[n] for n in sorted(self.games) if last is None or n < last)
        return tuple(found), self.sprt
