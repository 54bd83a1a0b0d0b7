"""An external program for the arena: one-ply search for the most points.

Programs in other languages work alike: they read lines and answer two of them.
"""

import sys

from azulejos import GAMES, AnyMove, AnyPosition, Game


def best_move(position: AnyPosition) -> str:
    """The move after which the player has most points."""

    def points(move: AnyMove) -> int:
        game = Game(position=position, deals=())
        player = game.to_play or 0
        game.play(move)
        return game.scores[player]

    return str(max(position.legal_moves, key=points))


position = None
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "azulejos":
        print("name points at once\nready", flush=True)
    elif word == "position":
        position = GAMES[rest.split()[0]].read_position(rest)
    elif word == "go" and position is not None:
        print("bestmove", best_move(position), flush=True)
    elif word == "quit":
        break
