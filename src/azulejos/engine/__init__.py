"""The rules of the games. Imports nothing of ours from outside this folder."""

from azulejos.engine.azul.game import AZUL
from azulejos.engine.games import (
    GAMES,
    AnyColour,
    AnyEvent,
    AnyMove,
    AnyPosition,
    AnyRules,
    AnyTiles,
    find_game,
)
from azulejos.engine.interface import GameRules
from azulejos.engine.pavilion.game import SUMMER_PAVILION

__all__ = [
    "AZUL",
    "GAMES",
    "SUMMER_PAVILION",
    "AnyColour",
    "AnyEvent",
    "AnyMove",
    "AnyPosition",
    "AnyRules",
    "AnyTiles",
    "GameRules",
    "find_game",
]
