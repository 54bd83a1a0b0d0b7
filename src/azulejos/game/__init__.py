"""One match: its moves, deals and history, and how it is written down.

`Game` imports the rules, so it is imported when it is first used.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
    from azulejos.game.game import Game
    from azulejos.game.history import Deal, Turn

__all__ = ["Deal", "Game", "Turn"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {"azulejos.game.game": ("Game",), "azulejos.game.history": ("Deal", "Turn")},
    )
