"""The rules of the games. Imports nothing of ours from outside this folder.

The rules are imported when they are first used: errors and names need none of them.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
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

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.engine.azul.game": ("AZUL",),
            "azulejos.engine.games": (
                "GAMES",
                "AnyColour",
                "AnyEvent",
                "AnyMove",
                "AnyPosition",
                "AnyRules",
                "AnyTiles",
                "find_game",
            ),
            "azulejos.engine.interface": ("GameRules",),
            "azulejos.engine.pavilion.game": ("SUMMER_PAVILION",),
        },
    )
