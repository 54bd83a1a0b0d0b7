"""Azulejos: the board games Azul and Azul: Summer Pavilion, exact and fast.

An unofficial fan work: the games and their names belong to their publishers.
"""

from azulejos.bots import bot
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.version import __version__

__all__ = ["AzulejosError", "Game", "__version__", "bot"]
