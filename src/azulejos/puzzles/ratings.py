"""First ratings of puzzles, from which levels solve them.

A Rasch model: the chance that a level solves a puzzle depends on the difference of the level's
skill and the puzzle's difficulty, on the scale of Elo and Glicko. Both are fitted together;
difficulties have a normal prior, since a puzzle has few tries. The mean rating of a game's puzzles
is 1500.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from azulejos.bots.names import LEVEL_NAMES
from azulejos.puzzles.glicko2 import CENTRE, SCALE
from azulejos.puzzles.model import Puzzle

Numbers = npt.NDArray[np.float64]

#: Standard deviation of the prior, in logits: about the one that predicts held-out tries best.
PRIOR = 0.9
#: Tries that a level's skill is fitted with besides the real ones: one solved, one not.
SKILL_PRIOR = 1.0
STEPS = 60
#: One in this many pairs of puzzle and level is held out in the check.
HELD_OUT = 5


@dataclass(frozen=True, slots=True)
class Fit:
    """Skills of the levels and difficulties of the puzzles, in logits."""

    skills: Numbers
    difficulties: Numbers

    def chances(self) -> Numbers:
        """The chances of all levels to solve all puzzles."""
        return _logistic(self.skills[np.newaxis] - self.difficulties[:, np.newaxis])


def fit(solved: Numbers, tries: Numbers) -> Fit:
    """Fit skills and difficulties to solved tries, by puzzle and level."""
    count, levels = solved.shape
    skills, difficulties = np.zeros(levels), np.zeros(count)
    for _ in range(STEPS):
        chances = Fit(skills, difficulties).chances()
        slope = (tries * chances - solved).sum(axis=1) - difficulties / PRIOR**2
        bend = (tries * chances * (1 - chances)).sum(axis=1) + 1 / PRIOR**2
        difficulties = difficulties + np.clip(slope / bend, -1, 1)
        difficulties -= difficulties.mean()
        chances = Fit(skills, difficulties).chances()
        slope = (solved - tries * chances).sum(axis=0) + SKILL_PRIOR * (1 - 2 * _logistic(skills))
        bend = (tries * chances * (1 - chances)).sum(axis=0) + SKILL_PRIOR / 2
        skills = skills + np.clip(slope / bend, -1, 1)
    return Fit(skills, difficulties)


def _logistic(x: Numbers) -> Numbers:
    chances: Numbers = 1 / (1 + np.exp(-x))
    return chances


def table(puzzles: Sequence[Puzzle]) -> tuple[Numbers, Numbers]:
    """Solved tries and all tries, by puzzle and level."""
    pairs = np.array([puzzle.solves for puzzle in puzzles], np.float64)
    return pairs[:, :, 0], pairs[:, :, 1]


def rated(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles of one game with their first ratings."""
    if not puzzles:
        return []
    difficulties = fit(*table(puzzles)).difficulties
    ratings = np.round(CENTRE + SCALE * difficulties).astype(int).tolist()
    return [
        msgspec.structs.replace(puzzle, rating=rating)
        for puzzle, rating in zip(puzzles, ratings, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Check:
    """How well ratings predict solves that they were not fitted to; losses are per try."""

    pairs: int
    log_loss: float  # of the ratings
    baseline: float  # of each level's mean solve rate
    calibration: tuple[tuple[float, float, int], ...]  # predicted, solved, tries


def check_ratings(puzzles: Sequence[Puzzle]) -> Check:
    """Fit without one in five pairs of puzzle and level, and predict these."""
    solved, tries = table(puzzles)
    hidden = np.array([[_is_held_out(puzzle.id, n) for n in LEVEL_NAMES] for puzzle in puzzles])
    chances = fit(np.where(hidden, 0, solved), np.where(hidden, 0, tries)).chances()
    shown_solved, shown_tries = np.where(hidden, 0, solved), np.where(hidden, 0, tries)
    means = (shown_solved.sum(axis=0) + 1) / (shown_tries.sum(axis=0) + 2)
    total = max(1.0, float(tries[hidden].sum()))
    return Check(
        pairs=int(hidden.sum()),
        log_loss=_log_loss(solved[hidden], tries[hidden], chances[hidden]) / total,
        baseline=_log_loss(
            solved[hidden], tries[hidden], np.broadcast_to(means, solved.shape)[hidden]
        )
        / total,
        calibration=_calibration(solved[hidden], tries[hidden], chances[hidden]),
    )


def _is_held_out(name: str, level: str) -> bool:
    digest = hashlib.blake2b(f"{name} {level}".encode(), digest_size=4).digest()
    return int.from_bytes(digest) % HELD_OUT == 0


def _log_loss(solved: Numbers, tries: Numbers, chances: Numbers) -> float:
    safe = np.clip(chances, 1e-6, 1 - 1e-6)
    return float(-(solved * np.log(safe) + (tries - solved) * np.log(1 - safe)).sum())


def _calibration(
    solved: Numbers, tries: Numbers, chances: Numbers
) -> tuple[tuple[float, float, int], ...]:
    """By fifths of the predicted chance: its mean, the share that was solved, and the tries."""
    rows = []
    for low in np.arange(0, 1, 0.2):
        inside = (chances >= low) & (chances < low + 0.2)
        count = tries[inside].sum()
        if count:
            mean = float((chances[inside] * tries[inside]).sum() / count)
            rows.append((mean, float(solved[inside].sum() / count), int(count)))
    return tuple(rows)


def solve_rates(puzzles: Sequence[Puzzle]) -> dict[str, float]:
    """The share of tries that each level solved, over all puzzles."""
    solved, tries = table(puzzles)
    rates = (solved.sum(axis=0) / tries.sum(axis=0)).tolist()
    return dict(zip(LEVEL_NAMES, rates, strict=True))
