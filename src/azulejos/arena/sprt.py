"""SPRT: Wald's sequential probability ratio test of two Elo hypotheses, to stop a match early.

Observations are the mean scores of rounds of games with the same tiles. Likelihoods are those of
the maximum-likelihood distributions with the expected scores: the pentanomial test of chess
engines, generalised to any scores. At tables of more than two players, Elo compares a player with
each of its opponents; 0 is the fair share.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from azulejos.arena.errors import ArenaError
from azulejos.arena.statistics import expected_score

MAX_ELO = 2000.0


@dataclass(frozen=True)
class Sprt:
    """A test of the hypotheses elo0 and elo1, with error probabilities alpha and beta."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            got = f"{self.elo0:g},{self.elo1:g}"
            raise ArenaError("hypotheses-out-of-range", most=round(MAX_ELO), got=got)

    @classmethod
    def read(cls, text: str) -> Sprt:
        """Parse a test such as `0,30`."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise ArenaError("malformed-hypotheses", got=text) from None
        return cls(elo0, elo1)

    @property
    def hypotheses(self) -> tuple[float, float]:
        """Both Elo differences."""
        return self.elo0, self.elo1

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which elo0 and elo1 are accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def state(self, scores: Mapping[float, int], players: int = 2) -> SprtState:
        """The state of the test after rounds, counted by their mean scores."""
        expected = [expected_score(elo, players) for elo in (self.elo0, self.elo1)]
        llr = log_likelihood_ratio(scores, *expected)
        low, high = self.bounds
        verdict: Verdict = "elo0" if llr <= low else "elo1" if llr >= high else "open"
        return SprtState(self, llr, verdict)


Verdict = Literal["elo0", "elo1", "open"]


@dataclass(frozen=True)
class SprtState:
    """The state of a running test: log-likelihood ratio and verdict."""

    test: Sprt
    llr: float
    verdict: Verdict

    def __str__(self) -> str:
        low, high = self.test.bounds
        elo = {"elo0": self.test.elo0, "elo1": self.test.elo1}.get(self.verdict)
        end = "not decided" if elo is None else f"{elo:+g} Elo it is"
        hypotheses = f"{self.test.elo0:+g} or {self.test.elo1:+g} Elo"
        return f"{hypotheses}: LLR {self.llr:.2f} ({low:.2f} to {high:.2f}), {end}"


def log_likelihood_ratio(scores: Mapping[float, int], score0: float, score1: float) -> float:
    """The log-likelihood ratio of expected score `score1` over `score0`."""
    return _tilted_likelihood(scores, score1) - _tilted_likelihood(scores, score0)


def _tilted_likelihood(observed: Mapping[float, int], mean: float) -> float:
    """The log-likelihood of the likeliest distribution with a mean, relative to the empirical one.

    That distribution gives a score `s` the probability `p / (1 + tilt * (s - mean))`, with `p` its
    observed frequency (Owen, Empirical Likelihood, 2001). At the bounds of `tilt`, the remaining
    probability goes to an unobserved score of 0 or 1.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(100):
        tilt = (low + high) / 2
        if sum(n * (s - mean) / (1 + tilt * (s - mean)) for s, n in observed.items()) > 0:
            low = tilt
        else:
            high = tilt
    return -sum(n * math.log1p(tilt * (s - mean)) for s, n in observed.items())
