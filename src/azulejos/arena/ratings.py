"""Ratings with their uncertainty, by OpenSkill's Plackett-Luce model: games of any size count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from azulejos.arena.runner import Played
from azulejos.engine.errors import MissingExtra


@dataclass(frozen=True)
class Rating:
    """How strong somebody is: most likely `mu`, and with 95% confidence within `reach` of it."""

    mu: float
    sigma: float

    @property
    def reach(self) -> float:
        """How far the true strength may be from the likeliest."""
        return 1.96 * self.sigma

    def __str__(self) -> str:
        return f"{self.mu:.1f}±{self.reach:.1f}"


def rate(contestants: int, games: Iterable[Played]) -> tuple[Rating, ...]:
    """The contestants' ratings after games, which count in the order of their numbers."""
    try:
        from openskill.models import PlackettLuce
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="openskill", extra="arena") from error
    model = PlackettLuce()
    ratings = [model.rating() for _ in range(contestants)]
    for game in sorted(games, key=lambda game: game.number):
        ranks = list(map(float, ranking(game)))
        changed = model.rate([[ratings[number]] for number in game.seats], ranks=ranks)
        for number in set(game.seats):  # who has several seats learns from all of them
            own = [new[0] for new, seat in zip(changed, game.seats, strict=True) if seat == number]
            mu, sigma = fmean(new.mu for new in own), fmean(new.sigma for new in own)
            ratings[number] = model.rating(mu=mu, sigma=sigma)
    return tuple(Rating(rating.mu, rating.sigma) for rating in ratings)


def ranking(game: Played) -> Sequence[int]:
    """The places of the seats: winners first, who forfeited last, the others by their points."""
    seats = range(len(game.seats))
    if game.forfeit is not None:
        return [2 if seat == game.forfeit.seat else 1 for seat in seats]
    keys = [(seat not in game.winners, -game.scores[seat]) for seat in seats]
    keys = [(lost, points if lost else 0) for lost, points in keys]
    return [1 + sorted(keys).index(key) for key in keys]
