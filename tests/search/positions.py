"""Positions and networks for tests of search."""

from __future__ import annotations

import random

import numpy as np
import pytest

from azulejos.engine import AnyPosition
from azulejos.engine.state import (
    MAX_PLAYERS,
    NOBODY,
    States,
    copy_of,
)
from azulejos.game import Game
from azulejos.search.nnue.features.schema import FeatureSchema
from azulejos.search.nnue.network import Network, new_network

CONFIGURATIONS = [
    (game, board, players)
    for game in ("azul", "summer-pavilion")
    for board in ("coloured", "grey")
    for players in (2, 3, 4)
]
every_configuration = pytest.mark.parametrize(("game", "board", "players"), CONFIGURATIONS)

#: Fields that hold a seat, and bits of seats.
SEATS = ("to_play", "mover", "start_player", "marker")
BITS_OF_SEATS = ("passed",)
#: As many as seats, but something else.
OF_NUMBERS = "number_points"


def random_network(schema: FeatureSchema, players: int = 2, seed: int = 1) -> Network:
    """A network with random weights."""
    network = new_network(schema.count(players), schema.buckets)
    rng = np.random.default_rng(seed)
    for weights, most in (
        (network.feature_weights, 60),
        (network.hidden_weights, 900),
        (network.output_weights, 1200),
    ):
        weights[:] = rng.integers(-most, most + 1, weights.shape)
    return network


def late_positions(
    game: str, board: str, count: int, tiles_left: int, players: int = 2
) -> list[AnyPosition]:
    """Positions of random games, in different rounds, with few tiles left to be taken."""
    found: list[AnyPosition] = []
    for seed in range(count):
        chance = random.Random(seed)
        match = Game(game, board=board, players=players, seed=seed)
        rounds = 1 + seed % 4
        while not match.is_over:
            state = match.position.states[0]
            if match.round >= rounds and 0 < state["tiles_left"] <= tiles_left:
                break
            match.play(chance.choice(list(match.position.legal_moves)))
        if not match.is_over:
            found.append(match.position)
    return found


def seats_turned(states: States, by: int) -> States:
    """The same position with all players moved by a number of seats."""
    turned = copy_of(states)
    players = int(states["players"][0])
    for name in states.dtype.names or ():
        if states[name].shape[1:2] == (MAX_PLAYERS,) and name != OF_NUMBERS:
            turned[name][0, :players] = np.roll(states[name][0, :players], by, axis=0)
        elif name in SEATS and states[name][0] != NOBODY:
            turned[name] = (states[name][0] + by) % players
        elif name in BITS_OF_SEATS:
            seats = [seat for seat in range(players) if states[name][0] >> seat & 1]
            turned[name] = sum(1 << (seat + by) % players for seat in seats)
    return turned
