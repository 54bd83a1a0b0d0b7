"""Glicko-2: the rating of a person who solves puzzles.

The rating system of Mark Glickman, "Example of the Glicko-2 system" (2013). Every first try at a
puzzle is a game against the puzzle's rating and a rating period of its own. Puzzles do not change.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: Change of the volatility over time.
TAU = 0.5
#: Points of a rating for one unit of the internal scale, and the rating at its zero.
SCALE, CENTRE = 173.7178, 1500.0
#: The deviation of a puzzle's rating, and the least and largest of a person's.
PUZZLE_DEVIATION = 80.0
LEAST_DEVIATION, MOST_DEVIATION = 45.0, 350.0
#: The iteration for the volatility ends at this difference.
TOLERANCE = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """A rating, how unsure it is, and how erratic the results were."""

    rating: float = CENTRE
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_possible(self) -> bool:
        """Whether this can be the rating of a person; false for damaged data."""
        return (
            0 <= self.rating <= 4000
            and 0 < self.deviation <= MOST_DEVIATION
            and 0 < self.volatility < 1
        )


class Opponent(msgspec.Struct, frozen=True):
    """An opponent of a rating period, and the score against it: 1, 0.5 or 0."""

    rating: float
    deviation: float
    score: float


def after_try(person: Rating, puzzle: float, *, solved: bool) -> Rating:
    """The rating of a person after the first try at a puzzle."""
    new = updated(person, [Opponent(puzzle, PUZZLE_DEVIATION, float(solved))])
    deviation = min(MOST_DEVIATION, max(LEAST_DEVIATION, new.deviation))
    return Rating(min(4000.0, max(0.0, new.rating)), deviation, new.volatility)


def updated(person: Rating, opponents: Sequence[Opponent]) -> Rating:
    """The rating after one rating period, as the paper has it, step by step."""
    mu, phi = (person.rating - CENTRE) / SCALE, person.deviation / SCALE
    if not opponents:
        wider = math.sqrt(phi**2 + person.volatility**2)
        return Rating(person.rating, wider * SCALE, person.volatility)
    information = gain = 0.0
    for opponent in opponents:
        weight = _weight(opponent.deviation / SCALE)
        expected = 1 / (1 + math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        gain += weight * (opponent.score - expected)
    variance = 1 / information
    volatility = _new_volatility(phi, person.volatility, variance, variance * gain)
    before = phi**2 + volatility**2
    new_phi = 1 / math.sqrt(1 / before + information)
    new_mu = mu + new_phi**2 * gain
    return Rating(CENTRE + SCALE * new_mu, SCALE * new_phi, volatility)


def _weight(phi: float) -> float:
    """How much a result against an opponent counts: less if its rating is unsure."""
    return 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)


def _new_volatility(phi: float, sigma: float, variance: float, delta: float) -> float:
    """The volatility, by the Illinois algorithm."""
    start = math.log(sigma**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        excess = delta**2 - phi**2 - variance - power
        return power * excess / (2 * (phi**2 + variance + power) ** 2) - (x - start) / TAU**2

    low = start
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while slope(start - steps * TAU) < 0:
            steps += 1
        high = start - steps * TAU
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
