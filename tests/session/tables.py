"""Tables without a service."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from azulejos.session import GameSetup, SeatSetup, Table, TableSetup, history_rows
from azulejos.session.messages import TableOptions
from azulejos.session.messages.options import USUAL_OPTIONS

PERSONS = ("me", "here", "friend")


def table_setup(
    *kinds: str, seed: int = 1, table: TableOptions = USUAL_OPTIONS, **setup: Any
) -> TableSetup:
    """A setup as the store has it; kinds are persons such as "me", or names of bots."""
    names = kinds or ("me", "friend")
    seats = [
        SeatSetup("person", token=f"{number:064x}")
        if kind in PERSONS
        else SeatSetup("open")
        if kind == "open"
        else SeatSetup("bot", None, kind)
        for number, kind in enumerate(names)
    ]
    defaults = {"game": "azul", "board": "coloured", "players": len(seats), "first_player": 0}
    return TableSetup(
        id="table",
        game=GameSetup(**{**defaults, "options": {}, "headers": {}, "position": None, **setup}),
        seats=seats,
        seed=f"{seed:064x}",
        nonce=f"{seed + 1:064x}",
        uploaded=False,
        created_at=datetime(2024, 5, 1, tzinfo=UTC),
        options=table,
    )


def new_table(*kinds: str, seed: int = 1, **setup: Any) -> Table:
    """A table whose log has the first deal."""
    made = table_setup(*kinds, seed=seed, **setup)
    return Table.load(made, history_rows(made.start().history))


def everyone(table: Table) -> frozenset[int]:
    """All seats of a table."""
    return frozenset(range(table.players))
