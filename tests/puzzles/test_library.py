"""The packaged puzzles: how many, of which kinds, and a sample of them verified."""

from __future__ import annotations

import datetime
import itertools

import pytest

from azulejos.engine.names import GAME_NAMES
from azulejos.puzzles import UnknownPuzzle, load_puzzles, next_puzzle, puzzle, puzzle_of_the_day
from azulejos.puzzles.definition import LEAST_GAP, LEAST_MISSES, SHARES
from azulejos.puzzles.library import DAILY_RATINGS, FOLDER
from azulejos.puzzles.model import THEMES
from azulejos.puzzles.ratings import check_ratings, solve_rates
from azulejos.puzzles.verify import ROUNDING, duplicates, missing_kinds, problems

#: Puzzles of each game at least, and themes that cannot occur in it.
LEAST = {"azul": 1_000, "summer-pavilion": 500}
FOREIGN_THEMES = {
    "azul": {"star", "number", "combo", "wild", "keep"},
    "summer-pavilion": {"end", "prevent-end", "column", "colour"},
}
DAY = datetime.date(2026, 11, 18)
all_games = pytest.mark.parametrize("game", GAME_NAMES)


@all_games
def test_there_are_enough_puzzles_of_all_configurations_and_themes(game: str) -> None:
    puzzles = load_puzzles(game)
    assert len(puzzles) >= LEAST[game]
    themes = [theme for theme in THEMES if theme not in FOREIGN_THEMES[game]]
    assert list(missing_kinds(puzzles, themes)) == []


def test_no_puzzle_occurs_twice() -> None:
    assert list(duplicates([one for game in GAME_NAMES for one in load_puzzles(game)])) == []


def test_all_files_together_stay_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 1_500_000


@all_games
def test_every_puzzle_claims_what_the_definition_asks_for(game: str) -> None:
    low, high = SHARES
    for one in load_puzzles(game):
        assert min(one.gaps) >= LEAST_GAP - ROUNDING
        assert all(low - ROUNDING <= share <= high + ROUNDING for share in one.shares)
        assert one.misses > LEAST_MISSES


@all_games
def test_a_sample_of_the_puzzles_is_verified_by_searching_again(game: str) -> None:
    puzzles = load_puzzles(game)
    longest = max(puzzles, key=lambda one: (len(one.solution) <= 5, len(one.solution)))
    for one in (puzzles[0], puzzles[-1], longest):
        assert problems(one) == []


@all_games
def test_stronger_levels_solve_strictly_more(game: str) -> None:
    rates = list(solve_rates(load_puzzles(game)).values())
    assert all(weaker < stronger for weaker, stronger in itertools.pairwise(rates))


@all_games
def test_ratings_predict_solves_that_they_were_not_fitted_to(game: str) -> None:
    check = check_ratings(load_puzzles(game))
    assert check.pairs > 100
    assert check.log_loss < 0.97 * check.baseline


def test_a_puzzle_is_found_by_its_name() -> None:
    first = load_puzzles("azul")[0]
    assert puzzle(first.id) == first
    with pytest.raises(UnknownPuzzle, match="no puzzle named 'nobody'"):
        puzzle("nobody")


def test_the_puzzle_of_the_day_depends_on_the_date_alone() -> None:
    chosen = puzzle_of_the_day(DAY)
    assert chosen == puzzle_of_the_day(DAY)
    low, high = DAILY_RATINGS
    days = [puzzle_of_the_day(DAY + datetime.timedelta(days=number)) for number in range(30)]
    assert all(low <= one.rating <= high for one in days)
    assert len({one.id for one in days}) > 25
    assert {one.game for one in days} == set(GAME_NAMES)


def test_the_next_puzzle_fits_the_rating_and_was_not_seen() -> None:
    first = next_puzzle(1600, game="azul")
    assert first is not None
    assert abs(first.rating - 1600) < 50
    second = next_puzzle(1600, game="azul", seen={first.id})
    assert second not in (None, first)
    poisoned = next_puzzle(1600, theme="poison")
    assert poisoned is not None
    assert "poison" in poisoned.themes
    assert next_puzzle(1600, seen={one.id for g in GAME_NAMES for one in load_puzzles(g)}) is None
