"""Bots: playing levels for people, and baselines to measure them against.

Bots are imported when they are first used; their names are at hand without them.
"""

from typing import TYPE_CHECKING

from azulejos.bots.names import BOT_NAMES, FIRST_NAMES, LEVEL_NAMES, STRONGEST, USUAL
from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
    from azulejos.bots.base import Bot, Choice, ScoredMove
    from azulejos.bots.registry import ALL_BOTS, BOTS, bot
    from azulejos.search.limits import Limits

__all__ = [
    "ALL_BOTS",
    "BOTS",
    "BOT_NAMES",
    "FIRST_NAMES",
    "LEVEL_NAMES",
    "STRONGEST",
    "USUAL",
    "Bot",
    "Choice",
    "Limits",
    "ScoredMove",
    "bot",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.bots.base": ("Bot", "Choice", "ScoredMove"),
            "azulejos.bots.registry": ("ALL_BOTS", "BOTS", "bot"),
            "azulejos.search.limits": ("Limits",),
        },
    )
