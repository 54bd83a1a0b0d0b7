"""Static evaluation: independent of seats, zero-sum for two players, exact at the end."""

from __future__ import annotations

import random

import pytest

from azulejos.bots import bot
from azulejos.engine import AnyPosition
from azulejos.game import Game
from azulejos.search.evaluation import (
    POINT_VALUE,
    WIN,
    evaluate,
    evaluate_zero_sum,
    network_estimate,
    new_buffers,
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
def test_values_do_not_depend_on_seats(game: str, board: str, players: int) -> None:
    buffers, seen = new_buffers(), set()
    for number, position in enumerate(some_positions(game, board, players)):
        states, network = position.states, network_of(position)
        by = 1 + number % (players - 1)
        turned = seats_turned(states, by)
        for player in range(players):
            value = evaluate(states[0], player, network, buffers)
            seen.add(value)
            assert evaluate(turned[0], (player + by) % players, network, buffers) == value
    assert len(seen) > 10


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_with_two_players_values_are_zero_sum(game: str) -> None:
    buffers = new_buffers()
    for position in some_positions(game, "coloured", 2):
        if not position.is_over:
            network = network_of(position)
            values = [evaluate_zero_sum(position.states[0], n, network, buffers) for n in (0, 1)]
            assert values[0] == -values[1]


@every_configuration
def test_networks_know_the_winner_of_a_nearly_finished_game(
    game: str, board: str, players: int
) -> None:
    """In the last position before the end, the winner nearly always has the best estimate."""
    right = 0
    for seed in range(12):
        players_of_it = [bot("greedy", seed=seed + seat) for seat in range(players)]
        match = Game(game, board=board, players=players, seed=seed)
        before = match.position
        while not match.is_over:
            before = match.position
            assert before.to_play is not None
            match.play(players_of_it[before.to_play].choose(before).move)
        network, buffers = network_of(before), new_buffers()
        chances = [
            network_estimate(before.states[0], n, network, buffers)[0] for n in range(players)
        ]
        right += chances.index(max(chances)) in match.winners
    assert right >= 9


def test_the_value_of_a_finished_game_is_its_result_and_a_little_for_the_lead() -> None:
    match = Game("azul", seed=3)
    chance = random.Random(3)
    while not match.is_over:
        match.play(chance.choice(list(match.position.legal_moves)))
    states, network, buffers = match.position.states, network_of(match.position), new_buffers()
    lead = abs(match.scores[0] - match.scores[1])
    (winner,) = match.winners
    assert evaluate(states[0], winner, network, buffers) == WIN + POINT_VALUE * lead
    assert evaluate(states[0], 1 - winner, network, buffers) == -WIN - POINT_VALUE * lead
