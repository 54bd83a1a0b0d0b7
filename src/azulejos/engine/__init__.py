"""The rules of the games. Imports nothing of ours from outside this folder."""

from typing import Any

from azulejos.engine.azul.game import AZUL
from azulejos.engine.errors import UnknownName
from azulejos.engine.interface import GameRules
from azulejos.engine.pavilion.game import SUMMER_PAVILION

__all__ = ["AZUL", "GAMES", "SUMMER_PAVILION", "GameRules", "find_game"]

#: All games by name.
GAMES: dict[str, GameRules[Any]] = {game.name: game for game in (AZUL, SUMMER_PAVILION)}


def find_game(name: str) -> GameRules[Any]:
    """The game of that name."""
    if not isinstance(name, str) or name not in GAMES:
        raise UnknownName("unknown-game", known=", ".join(GAMES), name=name)
    return GAMES[name]
