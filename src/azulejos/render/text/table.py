"""Factories and centre as text, for all games."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.engine import AnyPosition, AnyTiles
from azulejos.render.text.tiles import marker, source, tile

FACTORIES_PER_ROW = 5
TILES_PER_LINE = 20


def offer(position: AnyPosition, *more: Text) -> RenderableType:
    """Factories and centre with their numbers, then `more` lines."""
    grid = Table.grid(padding=(0, 1))
    piles: tuple[AnyTiles, ...] = position.factories
    cells = [source(str(number), pile) for number, pile in enumerate(piles, start=1)]
    for start in range(0, len(cells), FACTORIES_PER_ROW):
        grid.add_row(*cells[start : start + FACTORIES_PER_ROW])
    lines = [line for part in (_centre(position), *more) for line in ("", part)]
    return Panel(Group(grid, *lines), border_style="dim", expand=False)


def _centre(position: AnyPosition) -> Text:
    """The centre's tiles, in as many lines as they need."""
    name = "0 centre "
    pieces = [] if position.marker is not None or position.is_over else [marker()]
    pieces += [tile(colour) for colour, count in position.centre.items() for _ in range(count)]
    lines = [
        Text().join(pieces[start : start + TILES_PER_LINE])
        for start in range(0, max(1, len(pieces)), TILES_PER_LINE)
    ]
    between = Text("\n" + " " * len(name))
    return Text.assemble((name[0], "bold"), name[1:], between.join(lines))
