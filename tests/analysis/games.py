"""Games and positions for the tests of analysis."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos import Game
from azulejos.engine import AnyPosition, unchecked
from azulejos.engine.names import BOARDS, GAME_NAMES
from azulejos.engine.rng import new_stream
from azulejos.engine.state import DEAL, OVER, States

CONFIGURATIONS = [
    (game, board, players) for game in GAME_NAMES for board in BOARDS for players in (2, 3, 4)
]


def random_game(game: str, board: str, players: int, seed: int) -> Game:
    """A finished game of random moves."""
    played, stream = Game(game, board=board, players=players, seed=seed), new_stream(seed)
    moves = played.rules.moves
    while not played.is_over:
        played.play(moves[unchecked.random_action(played.position.states, stream)])
    return played


def positions_of(game: Game) -> Iterator[AnyPosition]:
    """The positions in which a player had to move."""
    for ply in range(game.ply):
        yield game.position_at(ply)


def waits_for_move(states: States) -> bool:
    """Whether a player has to decide."""
    return states["phase"][0] not in (DEAL, OVER)
