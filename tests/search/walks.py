"""Random games of each game, as all their positions, played by ordering scores."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from azulejos.engine import SUMMER_PAVILION, unchecked
from azulejos.engine.pavilion.layout import STATE
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import new_stream, next_bits
from azulejos.engine.state import DEAL, OVER, States, copy_of, new_states
from azulejos.game import Game
from azulejos.search.dispatch import ordering_score

# Azul


@cache
def games(board: str, players: int) -> tuple[tuple[Game, ...], ...]:
    """Random games, each as its positions in order."""
    return tuple(tuple(played(board, players, seed)) for seed in range(12))


def played(board: str, players: int, seed: int) -> Iterator[Game]:
    """A game in which floors are avoided now and then, so that walls get full."""
    chance = random.Random(seed)
    match = Game("azul", board=board, players=players, seed=seed)
    yield match.copy()
    while not match.is_over:
        moves = list(match.legal_moves)
        tried = [chance.choice(moves) for _ in range(3)]
        state = match.position.states[0]
        match.play(max(tried, key=lambda move: ordering_score(state, move.index)))
        yield match.copy()


def points_of(filled: int, row: int, column: int) -> int:
    """The points of a tile, counted in all four directions."""

    def run(down: int, right: int) -> int:
        y, x, length = row + down, column + right, 0
        while 0 <= y < 5 and 0 <= x < 5 and filled >> (5 * y + x) & 1:
            y, x, length = y + down, x + right, length + 1
        return length

    across, along = run(0, 1) + run(0, -1), run(1, 0) + run(-1, 0)
    return 1 + across + along + int(across > 0 and along > 0)


# Summer Pavilion


def walk(players: int, board: int, seed: int) -> Iterator[States]:
    """All positions of a game that plays the best of a few random moves by ordering score."""
    stream = new_stream(seed)
    states = new_states(STATE)
    SUMMER_PAVILION.set_up(states, players, board, 0, SUMMER_PAVILION.default_options)
    yield copy_of(states)
    while states["phase"][0] != OVER:
        if states["phase"][0] == DEAL:
            unchecked.deal_tile(states, unchecked.draw(states, next_bits(stream)), None)
        else:
            actions = [unchecked.random_action(states, stream) for _ in range(4)]
            unchecked.apply(states, max(actions, key=lambda a: score_of(states, a)), None)
        yield copy_of(states)


@cache
def walked(players: int, board: int) -> tuple[States, ...]:
    """The positions of one such game; they must not be changed."""
    return tuple(walk(players, board, 10 * players + board))


def open_positions(players: int, board: int) -> list[States]:
    """Those that are not over."""
    return [states for states in walked(players, board) if states["phase"][0] != OVER]


def score_of(states: States, action: int) -> int:
    """The ordering score of a move, from Python."""
    return int(ordering_score(states[0], int(action)))


def legal_actions(states: States) -> list[int]:
    """The legal moves of a position."""
    room: npt.NDArray[np.int16] = np.zeros(MAX_LEGAL_ACTIONS, np.int16)
    return [int(action) for action in room[: unchecked.legal_actions(states, room)]]
