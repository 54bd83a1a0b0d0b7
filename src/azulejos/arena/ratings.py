"""Ratings with uncertainty, for tables of any size: OpenSkill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from azulejos.arena.runner import GameResult
from azulejos.arena.statistics import Z_95
from azulejos.engine.errors import MissingExtra


@dataclass(frozen=True)
class Rating:
    """A rating: mean `mu` and standard deviation `sigma`."""

    mu: float
    sigma: float

    @property
    def margin(self) -> float:
        """Half the width of the 95% interval."""
        return Z_95 * self.sigma

    def __str__(self) -> str:
        return f"{self.mu:.1f}±{self.margin:.1f}"


def rate(contestants: int, games: Iterable[GameResult]) -> tuple[Rating, ...]:
    """The contestants' ratings after some games, which count in the order of their numbers."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="openskill", extra="arena") from error
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(contestants)]
    for game in sorted(games, key=lambda game: game.number):
        ranks = list(map(float, ranking(game)))
        changed = model.rate([[ratings[number]] for number in game.seats], ranks=ranks)
        for number in set(game.seats):  # a contestant with several seats gets their mean
            own = [new[0] for new, seat in zip(changed, game.seats, strict=True) if seat == number]
            mu, sigma = fmean(new.mu for new in own), fmean(new.sigma for new in own)
            ratings[number] = model.rating(mu=mu, sigma=sigma)
    return tuple(Rating(rating.mu, rating.sigma) for rating in ratings)


def ranking(game: GameResult) -> Sequence[int]:
    """The ranks of the seats: winners first, a forfeiting seat last, the others by points."""
    seats = range(len(game.seats))
    if game.forfeit is not None:
        return [2 if seat == game.forfeit.seat else 1 for seat in seats]
    keys = [(seat not in game.winners, -game.scores[seat]) for seat in seats]
    keys = [(lost, points if lost else 0) for lost, points in keys]
    return [1 + sorted(keys).index(key) for key in keys]
