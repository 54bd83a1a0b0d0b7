"""Glicko-2, against the numbers of the paper's worked example."""

from __future__ import annotations

import pytest

from azulejos.puzzles.glicko2 import (
    LEAST_DEVIATION,
    MOST_DEVIATION,
    Opponent,
    Rating,
    after_try,
    updated,
)


def test_the_worked_example_of_the_paper_has_its_published_result() -> None:
    opponents = [Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0)]
    new = updated(Rating(1500, 200, 0.06), opponents)
    assert new.rating == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_widens_the_deviation() -> None:
    new = updated(Rating(1500, 200, 0.06), [])
    assert (new.rating, new.volatility) == (1500, 0.06)
    assert new.deviation == pytest.approx(200.2714, abs=0.001)


def test_solving_raises_a_rating_and_failing_lowers_it() -> None:
    person = Rating()
    assert after_try(person, 1500, solved=True).rating > person.rating
    assert after_try(person, 1500, solved=False).rating < person.rating


def test_a_hard_puzzle_brings_more_than_an_easy_one() -> None:
    person = Rating()
    hard, easy = (after_try(person, rating, solved=True).rating for rating in (1900, 1100))
    assert hard > easy


def test_the_deviation_shrinks_with_tries_and_stays_within_its_bounds() -> None:
    person = Rating()
    for number in range(300):
        person = after_try(person, 1500, solved=number % 2 == 0)
        assert LEAST_DEVIATION <= person.deviation <= MOST_DEVIATION
    assert person.deviation < 70
    assert abs(person.rating - 1500) < 100


def test_erratic_results_raise_the_volatility() -> None:
    person = Rating(1500, 50, 0.06)
    surprised = updated(person, [Opponent(1000, 50, 0)] * 5)
    assert surprised.volatility > person.volatility


@pytest.mark.parametrize(
    "rating",
    [Rating(-1), Rating(1500, 0), Rating(1500, 9e9), Rating(1500, 350, 0), Rating(float("nan"))],
)
def test_numbers_that_are_no_rating_are_recognised(rating: Rating) -> None:
    assert Rating().is_possible
    assert not rating.is_possible
