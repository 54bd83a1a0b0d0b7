"""When a match may stop: Wald's sequential probability ratio test of two hypotheses in Elo.

What is observed is the mean score of each round of games with the same tiles; the likelihoods are
those of the likeliest distributions with the expected scores (the pentanomial test that chess
engines are tested with, for any scores). In a table of several seats Elo compares a player with
each of the others: 0 is the fair share.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from azulejos.arena.errors import ArenaError

MOST_ELO = 2000.0


def expected_score(elo: float, players: int = 2) -> float:
    """The share of victories of somebody so much stronger than each of the others."""
    return 1 / (1 + (players - 1) * 10 ** (-elo / 400))


def elo_of(score: float, players: int = 2) -> float:
    """The strength that such a share of victories shows: the reverse of `expected_score`."""
    if not 1e-9 < score < 1 - 1e-9:  # nothing but defeats or victories
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score * (players - 1) / (1 - score))


@dataclass(frozen=True)
class Sprt:
    """A test of "stronger by elo1" against "stronger by elo0", with the risks of being wrong."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            got = f"{self.elo0:g},{self.elo1:g}"
            raise ArenaError("hypotheses-out-of-range", most=round(MOST_ELO), got=got)

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test that a text such as `0,30` asks for."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise ArenaError("malformed-hypotheses", got=text) from None
        return cls(elo0, elo1)

    @property
    def hypotheses(self) -> tuple[float, float]:
        """Both strengths."""
        return self.elo0, self.elo1

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio decides: for elo0 below, for elo1 above."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def state(self, scores: Mapping[float, int], players: int = 2) -> SprtState:
        """Where the test stands after rounds with these mean scores, and how many of each."""
        wanted = [expected_score(elo, players) for elo in (self.elo0, self.elo1)]
        ratio = log_likelihood_ratio(scores, *wanted)
        low, high = self.bounds
        verdict: Verdict = "elo0" if ratio <= low else "elo1" if ratio >= high else "open"
        return SprtState(self, ratio, verdict)


Verdict = Literal["elo0", "elo1", "open"]


@dataclass(frozen=True)
class SprtState:
    """Where a test stands."""

    test: Sprt
    ratio: float
    verdict: Verdict

    def __str__(self) -> str:
        low, high = self.test.bounds
        elo = {"elo0": self.test.elo0, "elo1": self.test.elo1}.get(self.verdict)
        end = "not decided" if elo is None else f"{elo:+g} Elo it is"
        hypotheses = f"{self.test.elo0:+g} or {self.test.elo1:+g} Elo"
        return f"{hypotheses}: LLR {self.ratio:.2f} ({low:.2f} to {high:.2f}), {end}"


def log_likelihood_ratio(scores: Mapping[float, int], score0: float, score1: float) -> float:
    """How much better an expected score of `score1` explains scores than `score0` does."""
    return _tilted_likelihood(scores, score1) - _tilted_likelihood(scores, score0)


def _tilted_likelihood(seen: Mapping[float, int], mean: float) -> float:
    """The log-likelihood of the likeliest distribution with a mean, less that of what was seen.

    Such a distribution gives a score `s` the probability `p / (1 + tilt * (s - mean))`, `p` being
    how often it was seen (Owen, Empirical Likelihood, 2001). At the ends of what `tilt` can be,
    the rest of the probability goes to a score of 0 or 1 that nobody has seen yet.
    """
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(100):
        tilt = (low + high) / 2
        if sum(n * (s - mean) / (1 + tilt * (s - mean)) for s, n in seen.items()) > 0:
            low = tilt
        else:
            high = tilt
    return -sum(n * math.log1p(tilt * (s - mean)) for s, n in seen.items())
