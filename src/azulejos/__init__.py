"""Azulejos: the board games Azul and Azul: Summer Pavilion, exact and fast.

An unofficial fan work: the games and their names belong to their publishers.

The public API is what `__all__` lists, the modules `azulejos.azul` and `azulejos.pavilion` with the
moves, events and positions of each game, `azulejos.analysis` and `azulejos.puzzles`. The package
imports a name when it is first used, so that errors and the version are there without NumPy and
Numba.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes
from azulejos.version import __version__

if TYPE_CHECKING:
    from azulejos.analysis import analyse, review
    from azulejos.bots import Bot, Choice, Limits, bot
    from azulejos.engine import GAMES, AnyEvent, AnyMove, AnyPosition
    from azulejos.engine.errors import (
        AzulejosError,
        BadFile,
        BadOption,
        GameOver,
        HistoryError,
        IllegalDeal,
        IllegalMove,
        InvalidPosition,
        MissingExtra,
        Problem,
        UnknownName,
        UnreadableMove,
        UnreadableText,
    )
    from azulejos.engine.position import LegalMoves, Position
    from azulejos.game import Deal, Game, Turn
    from azulejos.game.records import UnreadableRecord
    from azulejos.puzzles import Puzzle, puzzle, puzzle_of_the_day

__all__ = [
    "GAMES",
    "AnyEvent",
    "AnyMove",
    "AnyPosition",
    "AzulejosError",
    "BadFile",
    "BadOption",
    "Bot",
    "Choice",
    "Deal",
    "Game",
    "GameOver",
    "HistoryError",
    "IllegalDeal",
    "IllegalMove",
    "InvalidPosition",
    "LegalMoves",
    "Limits",
    "MissingExtra",
    "Position",
    "Problem",
    "Puzzle",
    "Turn",
    "UnknownName",
    "UnreadableMove",
    "UnreadableRecord",
    "UnreadableText",
    "__version__",
    "analyse",
    "bot",
    "puzzle",
    "puzzle_of_the_day",
    "review",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.analysis": ("analyse", "review"),
            "azulejos.bots": ("Bot", "Choice", "Limits", "bot"),
            "azulejos.engine": ("GAMES", "AnyEvent", "AnyMove", "AnyPosition"),
            "azulejos.engine.errors": (
                "AzulejosError",
                "BadFile",
                "BadOption",
                "GameOver",
                "HistoryError",
                "IllegalDeal",
                "IllegalMove",
                "InvalidPosition",
                "MissingExtra",
                "Problem",
                "UnknownName",
                "UnreadableMove",
                "UnreadableText",
            ),
            "azulejos.engine.position": ("LegalMoves", "Position"),
            "azulejos.game": ("Deal", "Game", "Turn"),
            "azulejos.game.records": ("UnreadableRecord",),
            "azulejos.puzzles": ("Puzzle", "puzzle", "puzzle_of_the_day"),
        },
    )
