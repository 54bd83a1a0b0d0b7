"""Factors of Azul's features."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

from azulejos.engine.azul.layout import COLOURS, COLUMNS, ROWS
from azulejos.search.nnue.features.azul_schema import MAX_FITTING, PATTERNS, POINTS, Board, Table
from azulejos.training.factorizer.common import Factor

# Ternary digits of a pattern
FILLED = 1
BEGUN = 2


def board_factors() -> Iterator[Factor]:
    """Factors of a board: spaces, counts, and how far a line is."""
    yield from _patterns()
    yield from _lines()
    yield from _offers()
    for feature, (fallen,) in Board.floor.places():
        yield feature, "floor", fallen / 4


def _patterns() -> Iterator[Factor]:
    fine = {"row": Board.row, "column": Board.column, "colour": Board.colour}
    plain = {"colours of row": Board.row_colours, "colours of column": Board.column_colours}
    for kind, block in fine.items():
        for index, spaces in product(range(ROWS), product(range(3), repeat=COLUMNS)):
            pattern = sum(state * 3**place for place, state in enumerate(spaces))
            yield from _spaces(block.index(index, pattern), kind, index, spaces)
    for kind, block in plain.items():
        for index, pattern in product(range(ROWS), range(PATTERNS)):
            spaces = tuple(pattern >> place & 1 for place in range(COLUMNS))
            yield from _spaces(block.index(index, pattern), kind, index, spaces)


def _spaces(feature: int, kind: str, index: int, spaces: tuple[int, ...]) -> Iterator[Factor]:
    """Factors of five spaces, each of which is empty, filled or begun."""
    filled, begun = spaces.count(FILLED), spaces.count(BEGUN)
    yield feature, (kind, filled), 1.0
    yield feature, (kind, index, filled), 1.0
    yield feature, (kind, index, "filled", tuple(state == FILLED for state in spaces)), 1.0
    yield feature, (kind, filled, begun), 1.0
    for place, state in enumerate(spaces):
        if state == FILLED:
            yield feature, _space(kind, index, place), 1.0
        if state == BEGUN:
            yield feature, ("begun", _space(kind, index, place)), 1.0


def _space(kind: str, index: int, place: int) -> Hashable:
    """One space; rows and columns share theirs."""
    if kind in ("row", "column"):
        return ("space", index, place) if kind == "row" else ("space", place, index)
    return kind, "of", index, place


def _lines() -> Iterator[Factor]:
    for feature, (row, colour, tiles) in Board.line.places():
        yield feature, ("line", row, tiles), 1.0
        yield feature, "line", tiles / (row + 1)
        if tiles:
            yield feature, ("colour of line", row, colour), 1.0
    for feature, (row, tiles, points) in Board.promise.places():
        yield feature, ("promise", points), 1.0
        yield feature, "promise", points / 5
        yield feature, ("promise of row", row), points / 5
        yield feature, "promise so far", points * tiles / (row + 1) / 5


def _offers() -> Iterator[Factor]:
    """Factors of what lines need, and of the offers for it."""
    for feature, (_, missing, supply) in Board.need.places():
        yield feature, ("supply", supply), 1.0
        yield feature, ("need", missing, supply), 1.0
    for feature, (room, tiles) in Board.room.places():
        yield feature, ("room", room), 1.0
        yield feature, ("surplus", max(-5, tiles - room)), 1.0
        yield feature, "surplus", max(0, tiles - room) / 4
        yield feature, "without room", tiles * (room == 0) / 4
    for begun, row, fitting, larger, points in product(
        range(2), range(ROWS), range(MAX_FITTING + 1), range(2), range(POINTS)
    ):
        feature = Board.fit.index(begun, row, 2 * fitting + larger, points)
        yield feature, ("fit", row, fitting, larger), 1.0
        yield feature, ("fit", begun, fitting, larger), 1.0
        yield feature, ("points of fit", points), 1.0
        yield feature, ("points of fit", begun), points / 5


def table_factors() -> Iterator[Factor]:
    """Factors of the table: counts, whatever the colour."""
    for colour in range(COLOURS):
        for tiles in range(Table.centre.shape[1]):
            for kind, block in (("centre", Table.centre), ("on table", Table.on_table)):
                yield block.index(colour, tiles), (kind, tiles), 1.0
                yield block.index(colour, tiles), kind, tiles / 4
        for tiles in range(Table.factory.shape[1]):
            yield Table.factory.index(colour, tiles), ("factory", tiles), 1.0
        for tiles in range(Table.bag.shape[1]):
            yield Table.bag.index(colour, tiles), "bag", tiles / 10
            yield Table.bag.index(colour, tiles), ("bag", colour), tiles / 10
    for feature, (offers,) in Table.offers.places():
        yield feature, "offers", offers / 8
