"""One match: its moves, deals and history, and how it is written down."""

from azulejos.game.game import Game
from azulejos.game.history import Deal, Turn

__all__ = ["Deal", "Game", "Turn"]
