"""Luck-adjusted win rates: the luck of the draws as a control variate.

The mean of luck is 0 for all players, so that results less luck have the same mean as results and a
smaller variance. How much of the luck is subtracted is fitted to the games of the match.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from azulejos.arena.runner import GameResult
from azulejos.arena.statistics import Z_95


@dataclass(frozen=True)
class AdjustedRate:
    """A contestant's win rate less luck, with its 95% interval.

    `factor` is how much of the luck was subtracted. `games_saved` is the variance of the plain rate
    in units of this one's: the factor by which the adjustment saves games.
    """

    rate: float
    interval: tuple[float, float]
    factor: float
    games_saved: float


def adjusted_rates(contestants: int, games: Iterable[GameResult]) -> tuple[AdjustedRate, ...]:
    """The adjusted win rates; a forfeited game counts as one without luck.

    Games with the same deal are one observation: they are not independent.
    """
    rounds: list[dict[int, list[tuple[float, float]]]] = [
        defaultdict(list) for _ in range(contestants)
    ]
    for game in games:
        luck = game.luck or (0.0,) * len(game.seats)
        for seat, number in enumerate(game.seats):
            rounds[number][game.deal].append((game.victory_share(seat), luck[seat]))
    return tuple(_adjusted(list(found.values())) for found in rounds)


def _adjusted(rounds: list[list[tuple[float, float]]]) -> AdjustedRate:
    """The rate of one contestant, from the share and the luck of its seats by round."""
    shares = [fmean(share for share, _ in found) for found in rounds]
    lucks = [fmean(luck for _, luck in found) for found in rounds]
    count = len(rounds)
    if count < 3:  # nothing can be fitted
        rate = fmean(shares) - fmean(lucks) if rounds else 0.0
        return AdjustedRate(rate, (0.0, 1.0), 1.0, 1.0)
    share, luck = fmean(shares), fmean(lucks)
    spread = sum((one - luck) ** 2 for one in lucks)
    pairs = zip(shares, lucks, strict=True)
    product = sum((one - share) * (other - luck) for one, other in pairs)
    factor = product / spread if spread else 0.0
    rate = share - factor * luck
    plain = sum((one - share) ** 2 for one in shares)
    rest = max(0.0, plain - factor * product)
    error = sqrt(rest / (count - 2) / count)
    low, high = max(0.0, rate - Z_95 * error), min(1.0, rate + Z_95 * error)
    saved = plain / (count - 1) / (rest / (count - 2)) if rest else 1.0
    return AdjustedRate(rate, (low, high), factor, saved)
