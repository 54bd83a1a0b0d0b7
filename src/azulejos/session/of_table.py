"""Parts of a table that refer to it."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.session.table import Table


class OfTable:
    """Belongs to a table, without a reference cycle: tables leave memory as soon as they are left.

    The garbage collector would have to look at all other tables to find one.
    """

    def __init__(self, table: Table) -> None:
        self._reference = weakref.ref(table)

    @property
    def _table(self) -> Table:
        table = self._reference()
        assert table is not None
        return table
