"""Statistics of win rates: Elo differences and Wilson's score interval."""

from __future__ import annotations

import math

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
