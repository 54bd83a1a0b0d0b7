"""Ratings: more wins rate higher, and more games narrow the interval."""

from __future__ import annotations

import sys

import pytest

from azulejos.arena.ratings import ranking, rate
from azulejos.arena.runner import Forfeit
from azulejos.engine.errors import MissingExtra
from tests.arena.games import played


def test_more_wins_rate_higher() -> None:
    order = [(0, 1), (1, 2), (0, 2)]
    games = [played(n, order[n % 3], (0,)) for n in range(60)]
    first, second, third = rate(3, games)
    assert first.mu - first.margin > second.mu
    assert second.mu > third.mu + third.margin


def test_ratings_do_not_depend_on_the_order_in_which_games_were_finished() -> None:
    games = [played(n, (0, 1), (n // 5,)) for n in range(9)]
    assert rate(2, reversed(games)) == rate(2, games)


def test_more_games_make_ratings_surer() -> None:
    reaches = [
        rate(2, [played(n, (0, 1), (n % 2,)) for n in range(games)])[0].margin
        for games in (2, 20, 200)
    ]
    assert reaches == sorted(reaches, reverse=True)
    assert reaches[2] < reaches[0] / 3


def test_a_contestant_with_several_seats_has_one_rating() -> None:
    games = [played(n, (0, 1, 1, 1), (0,)) for n in range(20)]
    alone, others = rate(2, games)
    assert alone.mu > others.mu


def test_places_are_by_victory_then_by_points() -> None:
    game = played(0, (0, 1, 2, 3), (1,), scores=(30, 50, 50, 10))
    assert ranking(game) == [3, 1, 2, 4]
    shared = played(0, (0, 1, 2), (0, 2), scores=(50, 20, 50))
    assert ranking(shared) == [1, 3, 1]


def test_a_forfeiting_seat_is_last_whatever_the_points() -> None:
    game = played(0, (0, 1, 2), (0, 1), scores=(1, 2, 90), forfeit=Forfeit(2, "crash", ""))
    assert ranking(game) == [1, 1, 2]


def test_without_openskill_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"openskill is missing.*azulejos\[arena\]"):
        rate(2, [])
