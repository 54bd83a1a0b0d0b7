"""SPRT, against published values of other implementations."""

from __future__ import annotations

import math

import pytest

from azulejos.arena.progress import Progress
from azulejos.arena.sprt import Sprt, log_likelihood_ratio
from azulejos.arena.statistics import elo_from_score, expected_score
from azulejos.engine.errors import BadOption
from tests.arena.games import played

TRINOMIAL = (0.0, 0.5, 1.0)
PENTANOMIAL = (0.0, 0.25, 0.5, 0.75, 1.0)


@pytest.mark.parametrize(
    ("values", "counts", "elo0", "elo1", "ratio"),
    [  # what Fastchess expects of its own tests
        (TRINOMIAL, (21184, 40708, 21404), 0.5, 2.5, -1.57),
        (TRINOMIAL, (57030, 106593, 57433), 0, 2, -2.59),
        (PENTANOMIAL, (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        (PENTANOMIAL, (871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ],
)
def test_the_ratio_is_the_one_that_chess_engines_are_tested_with(
    values: tuple[float, ...], counts: tuple[int, ...], elo0: float, elo1: float, ratio: float
) -> None:
    state = Sprt(elo0, elo1).state(dict(zip(values, counts, strict=True)))
    assert state.llr == pytest.approx(ratio, abs=0.03)


def test_without_draws_it_is_walds_own() -> None:
    wins, losses, score0, score1 = 70, 50, 0.5, 0.6
    wald = wins * math.log(score1 / score0) + losses * math.log((1 - score1) / (1 - score0))
    ratio = log_likelihood_ratio({1.0: wins, 0.0: losses}, score0, score1)
    assert ratio == pytest.approx(wald, abs=1e-9)


@pytest.mark.parametrize(
    ("scores", "likelihood"),
    [  # by hand: the likeliest distributions with a mean of 0.6 and 0.5
        ({1.0: 20}, 20 * math.log(0.6 / 0.5)),
        ({0.0: 20}, 20 * math.log(0.4 / 0.5)),
        ({0.5: 20}, 20 * math.log(0.8)),  # 0.8 * 0.5 + 0.2 * 1
    ],
)
def test_unobserved_scores_are_possible(scores: dict[float, int], likelihood: float) -> None:
    assert log_likelihood_ratio(scores, 0.5, 0.6) == pytest.approx(likelihood)


def test_nothing_is_known_before_the_first_round() -> None:
    assert Sprt(0, 30).state({}).llr == 0


def test_the_bounds_are_those_of_five_percent() -> None:
    assert Sprt(0, 30).bounds == pytest.approx((-2.944, 2.944), abs=0.001)


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ({1.0: 600, 0.0: 400}, "elo1"),
        ({1.0: 500, 0.0: 500}, "elo0"),
        ({1.0: 10, 0.0: 9}, "open"),
    ],
)
def test_verdicts(scores: dict[float, int], verdict: str) -> None:
    assert Sprt(0, 40).state(scores).verdict == verdict


def test_one_score_alone_decides_after_a_while() -> None:
    test = Sprt(0, 100)
    assert test.state({1.0: 5}).verdict == "open"
    assert test.state({1.0: 50}).verdict == "elo1"
    assert test.state({0.5: 500}).verdict == "elo0"


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (35, 0.5502)])
def test_elo_means_what_it_means_in_chess(elo: float, score: float) -> None:
    assert expected_score(elo) == pytest.approx(score, abs=0.0001)
    assert elo_from_score(expected_score(elo)) == pytest.approx(elo)


def test_at_larger_tables_0_elo_is_the_fair_share() -> None:
    assert expected_score(0, players=4) == 0.25
    assert expected_score(400, players=3) == pytest.approx(10 / 12)
    assert elo_from_score(expected_score(77, players=3), players=3) == pytest.approx(77)
    assert elo_from_score(1.0) == math.inf
    assert elo_from_score(0.0) == -math.inf


def test_a_state_is_told_in_words() -> None:
    assert str(Sprt(0, 40).state({1.0: 600, 0.0: 400})).endswith("+40 Elo it is")
    assert str(Sprt(-5, 5).state({})).startswith("-5 or +5 Elo: LLR 0.00 (-2.94 to 2.94), not")


@pytest.mark.parametrize("text", ["", "3", "a,b", "0,30,40", "30,0", "5,5", "0,1e9", "nan,1"])
def test_impossible_hypotheses_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="expected sprt to be two numbers"):
        Sprt.read(text)


# While a match goes on


def test_rounds_count_in_their_order_whichever_finishes_first() -> None:
    games = [
        played(number, seats, (seats.index(0),))
        for number in range(100)
        for seats in [((0, 1), (1, 0))[number % 2]]
    ]
    forwards, backwards = Progress(2, 2, Sprt(0, 200)), Progress(2, 2, Sprt(0, 200))
    for game in games:
        forwards.add(game)
    for game in reversed(games):
        backwards.add(game)
    assert forwards.is_decided
    assert forwards.counted() == backwards.counted()
    assert 2 < len(forwards.counted()[0]) < 100


def test_half_a_pair_says_nothing() -> None:
    progress = Progress(2, 2, Sprt(0, 30))
    progress.add(played(0, (0, 1), (0,)))
    assert progress.sprt
    assert progress.sprt.llr == 0
    progress.add(played(1, (1, 0), (1,)))
    assert progress.sprt.llr > 0


def test_the_score_is_the_first_contestants() -> None:
    test = Sprt(0, 30)
    progress = Progress(2, 3, test)
    for number, seats in enumerate([(0, 1, 1), (1, 0, 1), (1, 1, 0)]):
        progress.add(played(number, seats, (0,)))  # the first seat won, which he had once
    assert progress.sprt
    assert progress.sprt.llr == pytest.approx(test.state({1 / 3: 1}, players=3).llr, abs=1e-4)
