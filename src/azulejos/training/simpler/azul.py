"""What the facts of Azul have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from azulejos.engine.azul.layout import COLOURS, COLUMNS, FLOOR_SPACES, ROWS
from azulejos.search.knowledge import azul as known


def of_board() -> Iterator[tuple[int, Hashable, float]]:
    """Facts about a board: shared are spaces, counts, and how far a line is."""
    yield from _patterns()
    yield from _lines()
    for fallen in range(FLOOR_SPACES + 1):
        yield known.FLOOR + fallen, "floor", fallen / 4


def _patterns() -> Iterator[tuple[int, Hashable, float]]:
    kinds = {
        "row": known.ROW,
        "column": known.COLUMN,
        "colour": known.COLOUR,
        "colours of row": known.ROW_COLOURS,
        "colours of column": known.COLUMN_COLOURS,
    }
    for kind, base in kinds.items():
        for index in range(ROWS):
            for pattern in range(known.PATTERNS):
                fact = base + index * known.PATTERNS + pattern
                yield fact, (kind, pattern.bit_count()), 1.0
                yield fact, (kind, index, pattern.bit_count()), 1.0
                for place in range(COLUMNS):
                    if pattern >> place & 1:
                        yield fact, _space(kind, index, place), 1.0


def _space(kind: str, index: int, place: int) -> Hashable:
    """Rows and columns speak of the same spaces."""
    if kind in ("row", "column"):
        return ("space", index, place) if kind == "row" else ("space", place, index)
    return kind, "of", index, place


def _lines() -> Iterator[tuple[int, Hashable, float]]:
    for row in range(ROWS):
        for colour in range(COLOURS):
            for tiles in range(ROWS + 1):
                fact = known.LINE + (row * COLOURS + colour) * (ROWS + 1) + tiles
                yield fact, ("line", row, tiles), 1.0
                yield fact, "line", tiles / (row + 1)
                if tiles:
                    yield fact, ("colour of line", row, colour), 1.0
        for tiles in range(ROWS):
            for points in range(known.MOST_PROMISE):
                fact = known.PROMISE + (row * ROWS + tiles) * known.MOST_PROMISE + points
                yield fact, ("promise", points), 1.0
                yield fact, "promise", points / 5
                yield fact, ("promise of row", row), points / 5
                yield fact, "promise so far", points * tiles / (row + 1) / 5
        for lacking in range(ROWS + 1):
            for supply in range(known.SUPPLIES):
                fact = known.NEED + (row * (ROWS + 1) + lacking) * known.SUPPLIES + supply
                yield fact, ("supply", supply), 1.0
                yield fact, ("need", lacking, supply), 1.0


def of_table() -> Iterator[tuple[int, Hashable, float]]:
    """Facts about the table: shared are counts, whatever the colour."""
    piles = known.MOST_OF_A_COLOUR + 1
    for colour in range(COLOURS):
        for tiles in range(piles):
            for kind, base in (("centre", known.CENTRE), ("on table", known.ON_TABLE)):
                yield base + colour * piles + tiles, (kind, tiles), 1.0
                yield base + colour * piles + tiles, kind, tiles / 4
        for tiles in range(5):
            yield known.FACTORY + colour * 5 + tiles, ("factory", tiles), 1.0
        for tiles in range(known.MOST_IN_BAG + 1):
            fact = known.BAG + colour * (known.MOST_IN_BAG + 1) + tiles
            yield fact, "bag", tiles / 10
            yield fact, ("bag", colour), tiles / 10
    for offers in range(known.MOST_OFFERS + 1):
        yield known.OFFERS + offers, "offers", offers / 8
