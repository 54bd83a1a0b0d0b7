"""What positions are worth: the same to whoever sits where, and fair among all."""

from __future__ import annotations

import random

import pytest

from azulejos.bots import bot
from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.search.evaluation import (
    POINT,
    WIN,
    expected,
    new_desk,
    worth,
    worth_to_one_of_two,
)
from azulejos.search.nnue.registry import network_of
from tests.search.positions import every_configuration, seats_turned


def some_positions(game: str, board: str, players: int) -> list[AnyPosition]:
    """Every seventh position of a game that is played at random, and the last."""
    chance = random.Random(players)
    match = Game(game, board=board, players=players, seed=11 * players)
    found = [match.position]
    while not match.is_over:
        match.play(chance.choice(list(match.position.legal_moves)))
        if match.is_over or match.ply % 7 == 0:
            found.append(match.position)
    return found


@every_configuration
def test_worth_does_not_depend_on_seats(game: str, board: str, players: int) -> None:
    desk, seen = new_desk(), set()
    for number, position in enumerate(some_positions(game, board, players)):
        states, network = position.states, network_of(position)
        by = 1 + number % (players - 1)
        turned = seats_turned(states, by)
        for player in range(players):
            value = worth(states[0], player, network, desk)
            seen.add(value)
            assert worth(turned[0], (player + by) % players, network, desk) == value
    assert len(seen) > 10


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_what_one_of_two_wins_the_other_loses(game: str) -> None:
    desk = new_desk()
    for position in some_positions(game, "coloured", 2):
        if not position.is_over:
            network = network_of(position)
            values = [worth_to_one_of_two(position.states[0], n, network, desk) for n in (0, 1)]
            assert values[0] == -values[1]


@every_configuration
def test_networks_know_who_has_won_when_it_is_nearly_over(
    game: str, board: str, players: int
) -> None:
    """In the last position where somebody plays, the winner has the best chances nearly always."""
    right = 0
    for seed in range(12):
        players_of_it = [bot("greedy", seed=seed + seat) for seat in range(players)]
        match = Game(game, board=board, players=players, seed=seed)
        before = match.position
        while not match.is_over:
            before = match.position
            assert before.to_play is not None
            match.play(players_of_it[before.to_play].choose(before).move)
        network, desk = network_of(before), new_desk()
        chances = [expected(before.states[0], n, network, desk)[0] for n in range(players)]
        right += chances.index(max(chances)) in match.winners
    assert right >= 9


def test_the_end_is_worth_its_result_and_a_little_for_the_lead() -> None:
    match = Game("azul", seed=3)
    chance = random.Random(3)
    while not match.is_over:
        match.play(chance.choice(list(match.position.legal_moves)))
    states, network, desk = match.position.states, network_of(match.position), new_desk()
    lead = abs(match.scores[0] - match.scores[1])
    (winner,) = match.winners
    assert worth(states[0], winner, network, desk) == WIN + POINT * lead
    assert worth(states[0], 1 - winner, network, desk) == -WIN - POINT * lead
