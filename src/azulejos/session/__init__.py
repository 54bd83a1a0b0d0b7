"""A table of people and bots, without network and without database.

Names are imported when they are first used: the types of messages need no rules.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
    from azulejos.session.errors import OutOfSync, Stale, TableError
    from azulejos.session.log import Change, News, Row, history_rows
    from azulejos.session.setup import GameSetup, SeatSetup, TableSetup, setup_of, start_game
    from azulejos.session.table import Table

__all__ = [
    "Change",
    "GameSetup",
    "News",
    "OutOfSync",
    "Row",
    "SeatSetup",
    "Stale",
    "Table",
    "TableError",
    "TableSetup",
    "history_rows",
    "setup_of",
    "start_game",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.session.errors": ("OutOfSync", "Stale", "TableError"),
            "azulejos.session.log": ("Change", "News", "Row", "history_rows"),
            "azulejos.session.setup": (
                "GameSetup",
                "SeatSetup",
                "TableSetup",
                "setup_of",
                "start_game",
            ),
            "azulejos.session.table": ("Table",),
        },
    )
