"""Luck-adjusted win rates: the same mean, a smaller variance."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from azulejos import Game
from azulejos.analysis import luck
from azulejos.arena import Match, Result, read_result
from azulejos.arena.adjusted import adjusted_rates
from azulejos.arena.runner import GameResult, MoveTimes

MATCH = Match(contestants=("greedy", "random"), games=4, seed=7, luck_adjusted=True)


@pytest.fixture(scope="module")
def result() -> Result:
    return MATCH.play()


def made_up(number: int, share: float, luck: float | None) -> GameResult:
    """A game of a deal of its own."""
    return GameResult(
        number=number,
        deal=number,
        seats=(0, 1),
        scores=(0, 0),
        winners=(0,) if share else (1,),
        end_reason="",
        move_times=(MoveTimes(), MoveTimes()),
        forfeit=None,
        record="",
        luck=None if luck is None else (luck, -luck),
    )


def lucky_games(count: int, strength: float, seed: int) -> list[GameResult]:
    """Games that are won by strength and luck."""
    numbers, games = random.Random(seed), []
    for number in range(count):
        luck = numbers.uniform(-0.4, 0.4)
        share = float(numbers.random() < strength + luck)
        games.append(made_up(number, share, luck))
    return games


def test_the_adjusted_rate_is_nearer_to_the_strength() -> None:
    plain, adjusted = 0.0, 0.0
    for seed in range(60):
        games = lucky_games(100, 0.55, seed)
        rate = adjusted_rates(2, games)[0]
        plain += (sum(game.victory_share(0) for game in games) / 100 - 0.55) ** 2
        adjusted += (rate.rate - 0.55) ** 2
    assert adjusted < 0.9 * plain


def test_its_interval_is_narrower_and_holds_what_it_promises() -> None:
    held, saved = 0, 0.0
    for seed in range(200):
        rate = adjusted_rates(2, lucky_games(80, 0.55, seed))[0]
        held += rate.interval[0] <= 0.55 <= rate.interval[1]
        saved += rate.games_saved / 200
        assert rate.factor == pytest.approx(1, abs=0.9)
    assert 180 <= held <= 198
    assert saved > 1.15


def test_luck_that_says_nothing_is_not_subtracted() -> None:
    games = [made_up(n, n % 2, 0.1 if n % 4 < 2 else -0.1) for n in range(400)]
    rate = adjusted_rates(2, games)[0]
    assert rate.factor == pytest.approx(0)
    assert rate.rate == pytest.approx(0.5)


def test_games_without_luck_have_their_plain_rate() -> None:
    rates = adjusted_rates(2, [made_up(n, n % 2, None) for n in range(8)])
    assert [rate.rate for rate in rates] == [0.5, 0.5]
    assert rates[0].games_saved == pytest.approx(1, abs=0.2)


def test_two_rounds_are_too_few_for_an_interval() -> None:
    assert adjusted_rates(2, lucky_games(2, 0.5, 1))[0].interval == (0.0, 1.0)


# Matches


def test_the_luck_of_a_game_is_that_of_its_record(result: Result) -> None:
    for game in result.games:
        assert game.luck is not None
        assert game.luck == pytest.approx(luck(Game.from_text(game.record)), abs=1e-5)
        assert sum(game.luck) == pytest.approx(0, abs=1e-5)


def test_the_report_shows_rates_less_luck(result: Result) -> None:
    assert result.adjusted is not None
    assert "less luck" in result.table
    assert f"{result.adjusted[0].rate:.1%}," in result.table
    assert read_result(result.to_json()).adjusted == result.adjusted


def test_luck_is_kept_in_the_log(result: Result, tmp_path: Path) -> None:
    first = MATCH.play(log=tmp_path / "log")
    again = MATCH.play(log=tmp_path / "log")
    assert [game.luck for game in again.games] == [game.luck for game in result.games]
    assert first.adjusted == again.adjusted == result.adjusted


def test_a_match_without_the_option_says_nothing_of_luck() -> None:
    plain = Match(contestants=("random", "random"), games=2, seed=1).play()
    assert plain.adjusted is None
    assert "luck" not in plain.to_json()
    assert "luck" not in plain.table
