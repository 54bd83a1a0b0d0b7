"""Every way to play: what the contract tests go through."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from azulejos import Game
from azulejos.engine import GAMES, AnyPosition
from azulejos.engine.rng import new_stream
from azulejos.engine.state import BOARDS
from azulejos.engine.unchecked import random_action

GAME_NAMES = tuple(GAMES)
PLAYERS = (2, 3, 4)
#: Game, board, number of players.
CONFIGURATIONS = list(product(GAMES, BOARDS, PLAYERS))


def positions(name: str, board: str, players: int, seed: int = 1) -> Iterator[AnyPosition]:
    """All positions of a random game, its end included."""
    game = Game(name, board=board, players=players, seed=seed, first_player="random")
    stream = new_stream(seed)
    while not game.is_over:
        yield game.position
        game.play(game.rules.moves[random_action(game.position.states, stream)])
    yield game.position


def chosen(mask: Any, generator: np.random.Generator) -> int:
    """One of the actions of a mask; any if there is none."""
    legal = np.flatnonzero(mask)
    return int(generator.choice(legal)) if len(legal) else 0
