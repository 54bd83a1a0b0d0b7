"""First ratings: a Rasch model that recovers known difficulties."""

from __future__ import annotations

import numpy as np

from azulejos.puzzles.library import load_puzzles
from azulejos.puzzles.ratings import Fit, fit, rated


def test_the_fit_recovers_skills_and_difficulties_of_simulated_tries() -> None:
    rng = np.random.default_rng(5)
    true = Fit(np.array([-2.0, -1.0, 0.0, 1.0, 2.0]), rng.normal(0, 1.2, 400))
    tries = np.full((400, 5), 8.0)
    solved = rng.binomial(8, true.chances()).astype(float)
    found = fit(solved, tries)
    skills = found.skills - found.skills.mean()
    assert np.abs(skills - (true.skills - true.skills.mean())).max() < 0.25
    assert np.corrcoef(found.difficulties, true.difficulties)[0, 1] > 0.9


def test_puzzles_that_fewer_levels_solve_are_rated_higher() -> None:
    puzzles = rated(load_puzzles("azul"))
    solved = [sum(solved for solved, _ in one.solves) for one in puzzles]
    easiest, hardest = solved.index(max(solved)), solved.index(min(solved))
    assert puzzles[easiest].rating < 1500 < puzzles[hardest].rating
    assert round(sum(one.rating for one in puzzles) / len(puzzles)) == 1500


def test_rating_nothing_gives_nothing() -> None:
    assert rated([]) == []
