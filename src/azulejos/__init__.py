"""Azulejos: the board games Azul and Azul: Summer Pavilion, exact and fast.

An unofficial fan work: the games and their names belong to their publishers.

The public API is what `__all__` lists, and the modules `azulejos.azul` and `azulejos.pavilion` with
the moves, events and positions of each game.
"""

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
from azulejos.version import __version__

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
    "Turn",
    "UnknownName",
    "UnreadableMove",
    "UnreadableRecord",
    "UnreadableText",
    "__version__",
    "bot",
]
