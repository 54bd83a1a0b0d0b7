"""Azulejos: the board games Azul and Azul: Summer Pavilion, exact and fast.

An unofficial fan work: the games and their names belong to their publishers.
"""

from azulejos.bots import bot
from azulejos.engine.errors import AzulejosError
from azulejos.engine.position import Position
from azulejos.game import Game
from azulejos.render.svg.position import position_svg
from azulejos.version import __version__

# Positions can be drawn, but the engine knows no artwork: here the two meet.
Position.painter = staticmethod(position_svg)

__all__ = ["AzulejosError", "Game", "__version__", "bot"]
