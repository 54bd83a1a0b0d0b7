"""What the facts of Azul have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

from azulejos.engine.azul.layout import COLOURS, COLUMNS, FLOOR_SPACES, ROWS
from azulejos.search.nnue.features import azul as known

# What a space may be in a pattern
FILLED = 1
BEGUN = 2


def of_board() -> Iterator[tuple[int, Hashable, float]]:
    """Facts about a board: shared are spaces, counts, and how far a line is."""
    yield from _patterns()
    yield from _lines()
    yield from _chances()
    for fallen in range(FLOOR_SPACES + 1):
        yield known.FLOOR + fallen, "floor", fallen / 4


def _patterns() -> Iterator[tuple[int, Hashable, float]]:
    fine = {"row": known.ROW, "column": known.COLUMN, "colour": known.COLOUR}
    plain = {"colours of row": known.ROW_COLOURS, "colours of column": known.COLUMN_COLOURS}
    for kind, base in fine.items():
        for index, spaces in product(range(ROWS), product(range(3), repeat=COLUMNS)):
            pattern = sum(state * 3**place for place, state in enumerate(spaces))
            fact = base + index * known.FINE_PATTERNS + pattern
            yield from _spaces(fact, kind, index, spaces)
    for kind, base in plain.items():
        for index, pattern in product(range(ROWS), range(known.PATTERNS)):
            spaces = tuple(pattern >> place & 1 for place in range(COLUMNS))
            fact = base + index * known.PATTERNS + pattern
            yield from _spaces(fact, kind, index, spaces)


def _spaces(
    fact: int, kind: str, index: int, spaces: tuple[int, ...]
) -> Iterator[tuple[int, Hashable, float]]:
    """What five spaces share, each of which is empty, filled or begun."""
    filled, begun = spaces.count(FILLED), spaces.count(BEGUN)
    yield fact, (kind, filled), 1.0
    yield fact, (kind, index, filled), 1.0
    yield fact, (kind, index, "filled", tuple(state == FILLED for state in spaces)), 1.0
    yield fact, (kind, filled, begun), 1.0
    for place, state in enumerate(spaces):
        if state == FILLED:
            yield fact, _space(kind, index, place), 1.0
        if state == BEGUN:
            yield fact, ("begun", _space(kind, index, place)), 1.0


def _space(kind: str, index: int, place: int) -> Hashable:
    """Rows and columns speak of the same spaces."""
    if kind in ("row", "column"):
        return ("space", index, place) if kind == "row" else ("space", place, index)
    return kind, "of", index, place


def _lines() -> Iterator[tuple[int, Hashable, float]]:
    for row, colour, tiles in product(range(ROWS), range(COLOURS), range(ROWS + 1)):
        fact = known.LINE + (row * COLOURS + colour) * (ROWS + 1) + tiles
        yield fact, ("line", row, tiles), 1.0
        yield fact, "line", tiles / (row + 1)
        if tiles:
            yield fact, ("colour of line", row, colour), 1.0
    for row, tiles, points in product(range(ROWS), range(ROWS), range(known.MOST_PROMISE)):
        fact = known.PROMISE + (row * ROWS + tiles) * known.MOST_PROMISE + points
        yield fact, ("promise", points), 1.0
        yield fact, "promise", points / 5
        yield fact, ("promise of row", row), points / 5
        yield fact, "promise so far", points * tiles / (row + 1) / 5


def _chances() -> Iterator[tuple[int, Hashable, float]]:
    """What lines lack, what can be had, and what they have room for."""
    for row, lacking, supply in product(range(ROWS), range(ROWS + 1), range(known.SUPPLIES)):
        fact = known.NEED + (row * (ROWS + 1) + lacking) * known.SUPPLIES + supply
        yield fact, ("supply", supply), 1.0
        yield fact, ("need", lacking, supply), 1.0
    for room, tiles in product(range(known.MOST_ROOM + 1), range(known.MOST_OF_A_COLOUR + 1)):
        fact = known.ROOM + room * (known.MOST_OF_A_COLOUR + 1) + tiles
        yield fact, ("room", room), 1.0
        yield fact, ("surplus", max(-5, tiles - room)), 1.0
        yield fact, "surplus", max(0, tiles - room) / 4
        yield fact, "homeless", tiles * (room == 0) / 4
    for begun, row, fitting, larger, points in product(
        range(2), range(ROWS), range(known.MOST_FITTING + 1), range(2), range(known.MOST_PROMISE)
    ):
        line = begun * ROWS + row
        fit = (line * known.FITS + 2 * fitting + larger) * known.MOST_PROMISE + points
        yield known.FIT + fit, ("fit", row, fitting, larger), 1.0
        yield known.FIT + fit, ("fit", begun, fitting, larger), 1.0
        yield known.FIT + fit, ("points of fit", points), 1.0
        yield known.FIT + fit, ("points of fit", begun), points / 5


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
