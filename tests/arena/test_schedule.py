"""Schedules: every deal is played from all seats, equally often by all contestants."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import factorial

import pytest

from azulejos.arena.schedule import Schedule, ScheduledGame

SIZES = [(2, 2), (3, 2), (5, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (4, 4), (6, 4)]


def whole_schedule(contestants: int, players: int) -> list[ScheduledGame]:
    """Every table on as many deals as there are orders around it and first seats."""
    schedule = Schedule(contestants, players)
    deals = factorial(players - 1) * players
    return [schedule.game(n) for n in range(deals * len(schedule.tables) * players)]


def test_two_contestants_play_every_deal_twice_with_seats_exchanged() -> None:
    first, second, third, fourth = map(Schedule(2, 2).game, range(4))
    assert (first.deal, first.first_seat) == (second.deal, second.first_seat)
    assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert third.deal == fourth.deal == first.deal + 1
    assert third.first_seat == fourth.first_seat != first.first_seat


@pytest.mark.parametrize("players", [3, 4])
def test_at_larger_tables_the_first_of_two_sits_alone_on_each_seat_in_turn(players: int) -> None:
    games = [Schedule(2, players).game(n) for n in range(players)]
    assert [game.seats.index(0) for game in games] == list(range(players))
    assert all(game.seats.count(0) == 1 for game in games)
    assert len({game.deal for game in games}) == 1


@pytest.mark.parametrize(("contestants", "players"), SIZES)
def test_the_games_of_a_round_rotate_the_same_people_over_the_same_deal(
    contestants: int, players: int
) -> None:
    games = whole_schedule(contestants, players)
    for start in range(0, len(games), players):
        of_round = games[start : start + players]
        assert len({(game.deal, game.first_seat) for game in of_round}) == 1
        seats = of_round[0].seats
        rotations = [seats[-turn:] + seats[:-turn] for turn in range(players)]
        assert [game.seats for game in of_round] == rotations


@pytest.mark.parametrize(("contestants", "players"), SIZES)
def test_all_contestants_have_all_seats_and_places_after_the_first_player_equally_often(
    contestants: int, players: int
) -> None:
    seats: dict[int, Counter[int]] = defaultdict(Counter)
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for game in whole_schedule(contestants, players):
        for seat, who in enumerate(game.seats):
            seats[who][seat] += 1
            places[who][(seat - game.first_seat) % players] += 1
    for counts in (*seats.values(), *places.values()):
        assert len(set(counts.values())) == 1
        assert len(counts) == players


@pytest.mark.parametrize(("contestants", "players"), [(3, 2), (5, 2), (4, 3), (6, 4), (3, 3)])
def test_all_meet_equally_often(contestants: int, players: int) -> None:
    tables = Counter(frozenset(game.seats) for game in whole_schedule(contestants, players))
    assert len(set(tables.values())) == 1
    assert {who for table in tables for who in table} == set(range(contestants))


def test_all_contestants_are_neighbours() -> None:
    neighbours = Counter(
        (seats[seat], seats[(seat + 1) % 4])
        for seats in (game.seats for game in whole_schedule(4, 4))
        for seat in range(4)
    )
    assert len(neighbours) == 12
    assert len(set(neighbours.values())) == 1


def test_three_at_a_table_of_four_take_turns_with_the_fourth_seat() -> None:
    assert Schedule(3, 4).tables == ((0, 1, 2, 0), (0, 1, 2, 1), (0, 1, 2, 2))


def test_games_are_counted_up_to_whole_rounds() -> None:
    assert [Schedule(2, 2).whole_rounds(n) for n in (1, 2, 3)] == [2, 2, 4]
    assert [Schedule(2, 4).whole_rounds(n) for n in (1, 4, 5)] == [4, 4, 8]
