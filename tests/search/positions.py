"""Positions and networks to try search on."""

from __future__ import annotations

import random
from types import ModuleType

import numpy as np

from azulejos.engine.position import AnyPosition
from azulejos.game import Game
from azulejos.search.network import Network, new_network


def some_network(knowledge: ModuleType, players: int = 2, seed: int = 1) -> Network:
    """A network with opinions, no matter which."""
    network = new_network(knowledge.count_facts(players), knowledge.STAGES)
    rng = np.random.default_rng(seed)
    for weights, most in ((network.facts, 60), (network.narrow, 900), (network.out, 1200)):
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
