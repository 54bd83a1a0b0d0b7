"""What both games show of the table: the factories and the centre."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.engine.position import AnyPosition
from azulejos.terminal.tiles import marker, row_of, source

FACTORIES_A_ROW = 5


def offer(position: AnyPosition, *more: Text) -> RenderableType:
    """Factories and centre with their numbers, then whatever else lies on the table."""
    grid = Table.grid(padding=(0, 1))
    cells = [source(str(number), pile) for number, pile in enumerate(position.factories, start=1)]
    for start in range(0, len(cells), FACTORIES_A_ROW):
        grid.add_row(*cells[start : start + FACTORIES_A_ROW])
    centre = Text.assemble(("0", "bold"), " centre ")
    if position.marker is None and not position.is_over:
        centre.append_text(marker())
    centre.append_text(row_of(position.centre))
    lines = [line for part in (centre, *more) for line in ("", part)]
    return Panel(Group(grid, *lines), border_style="dim", expand=False)
