"""Tables from the database: built in threads, since the rules take long to import."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.session import Row, Table, TableSetup
    from azulejos.session.clocks import Clock


def load_table(setup: TableSetup, rows: list[Row], clock: Clock) -> Table:
    """A table with its log."""
    from azulejos.session import Table

    return Table.load(setup, rows, clock)
