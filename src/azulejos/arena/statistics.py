"""Statistics of win rates: Elo differences and intervals.

Games of a block have the same tiles and are not independent: `block_interval` resamples whole
blocks. Wilson's interval is for independent games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

#: The z-score of two-sided 95% intervals.
Z_95 = 1.96


def expected_score(elo: float, players: int = 2) -> float:
    """The expected victory share of a player `elo` points above each of its opponents."""
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_from_score(score: float, players: int = 2) -> float:
    """The Elo difference that a victory share implies: the inverse of `expected_score`."""
    if not 1e-9 < score < 1 - 1e-9:  # all games lost or all games won
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score * (players - 1) / (1 - score))


def wilson_interval(wins: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's score interval of a win rate, at 95% confidence by default."""
    rate, spread = wins / games, z * z / games
    centre = (rate + spread / 2) / (1 + spread)
    margin = z * math.sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - margin), min(1.0, centre + margin)


#: Resamples of `block_interval`; its ends vary by about 0.1 percentage points.
RESAMPLES = 10_000

#: With fewer blocks, resampling would give intervals that are too narrow.
FEW_BLOCKS = 20

Block = tuple[float, int]  # victories of a contestant in a block, and the seats it had


def block_interval(blocks: Sequence[Block]) -> tuple[float, float]:
    """The 95% interval of victories per seat, by resampling whole blocks (percentile bootstrap).

    Few blocks, and blocks that are all alike, say too little about their variance: then it is
    Wilson's interval, with each block as one game.
    """
    if not blocks:
        return 0.0, 1.0
    kinds = Counter(blocks)
    found = np.array(list(kinds))
    counts = np.array(list(kinds.values()))
    if len(blocks) < FEW_BLOCKS or len({wins / seats for wins, seats in kinds}) < 2:
        wins, seats = counts @ found
        return wilson_interval(wins / seats * len(blocks), len(blocks))
    drawn = np.random.Generator(np.random.PCG64(0)).multinomial(
        len(blocks), counts / len(blocks), RESAMPLES
    )
    totals = drawn @ found
    low, high = np.quantile(totals[:, 0] / totals[:, 1], (0.025, 0.975))
    return float(low), float(high)


def spread_per_game(blocks: Sequence[Block], players: int) -> float:
    """The standard deviation of a game's victory share that blocks imply; 0 if they are all alike.

    As if the games of a block were independent of each other, with the same variance of their mean.
    """
    if len(blocks) < 2:
        return 0.0
    rates = [wins / seats for wins, seats in blocks]
    return float(np.std(rates, ddof=1)) * math.sqrt(players)


#: Normalised Elo of a score one standard deviation of a game above the fair one.
NORMALISED_ELO = 800 / math.log(10)


def normalised_elo(score: float, players: int, spread: float) -> float:
    """How far a victory share is from the fair one, in standard deviations of a game.

    On the scale of chess programs: the same normalised Elo needs the same number of games to show,
    however often games are drawn or decided by the deal.
    """
    if score == 1 / players:
        return 0.0
    return (
        NORMALISED_ELO * (score - 1 / players) / spread
        if spread
        else math.copysign(math.inf, score - 1 / players)
    )
