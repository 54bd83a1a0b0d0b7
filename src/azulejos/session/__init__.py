"""A table of people and bots, without network and without database."""

from azulejos.session.errors import Stale, TableError
from azulejos.session.log import Change, Row, history_rows
from azulejos.session.setup import GameSetup, SeatSetup, TableSetup, setup_of, start_game
from azulejos.session.table import OutOfSync, Table

__all__ = [
    "Change",
    "GameSetup",
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
