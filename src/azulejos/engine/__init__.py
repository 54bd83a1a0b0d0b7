"""The rules of the games. Imports nothing of ours from outside this folder."""

from typing import Any

from azulejos.engine.azul.game import AZUL
from azulejos.engine.errors import UnknownName
from azulejos.engine.interface import GameRules

__all__ = ["AZUL", "GAMES", "GameRules", "find_game"]

#: All games by name.
GAMES: dict[str, GameRules[Any]] = {AZUL.name: AZUL}


def find_game(name: str) -> GameRules[Any]:
    """The game of that name."""
    if name not in GAMES:
        raise UnknownName("unknown-game", known=", ".join(GAMES), name=name)
    return GAMES[name]
