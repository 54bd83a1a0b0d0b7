"""Factors of Summer Pavilion's features."""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.engine.pavilion.layout import COLOURS, SLOTS, STARS
from azulejos.search.nnue.features.pavilion_schema import PATTERNS, Board, Table
from azulejos.training.factorizer.common import Factor


def board_factors() -> Iterator[Factor]:
    """Factors of a board: spaces, counts of tiles, and what can pay for them."""
    yield from _stars()
    yield from _purses()
    yield from _features()
    yield from _hands()


def _stars() -> Iterator[Factor]:
    for pattern in range(PATTERNS):
        tiles = pattern.bit_count()
        for star in range(STARS):
            feature = Board.star.index(star, pattern)
            yield feature, ("star", tiles), 1.0
            yield feature, ("star", star, tiles), 1.0
            for slot in range(SLOTS):
                if pattern >> slot & 1:
                    yield feature, ("space", star, slot), 1.0
        for colour in range(COLOURS):
            feature = Board.one_colour.index(colour, pattern)
            yield feature, ("one colour", tiles), 1.0
            yield feature, ("one colour", colour, tiles), 1.0
        yield Board.many_colours.index(pattern), ("many colours", tiles), 1.0


def _purses() -> Iterator[Factor]:
    for kind, block in (("purse", Board.purse), ("central purse", Board.central_purse)):
        for feature, (pattern, means) in block.places():
            tiles = pattern.bit_count()
            yield feature, (kind, means), 1.0
            yield feature, (kind, tiles, means), 1.0
            yield feature, ("any purse", tiles, means), 1.0


def _features() -> Iterator[Factor]:
    for kind, block in (("pillar", Board.pillar), ("statue", Board.statue)):
        for feature, (_, pattern) in block.places():
            yield feature, (kind, pattern.bit_count()), 1.0


def _hands() -> Iterator[Factor]:
    for feature, (_, tiles) in Board.hand.places():
        yield feature, ("hand", tiles), 1.0
        yield feature, "hand", tiles / 3
    for feature, (tiles,) in Board.tiles.places():
        yield feature, "tiles", tiles / 6


def table_factors() -> Iterator[Factor]:
    """Factors of the table: counts, whatever the colour."""
    for feature, (kind, colour, tiles) in Table.centre.places():
        yield feature, ("centre", kind, tiles), 1.0
        yield Table.factory.index(kind, colour, tiles), ("factory", kind, tiles), 1.0
    for feature, (colour, tiles) in Table.on_table.places():
        yield feature, ("on table", tiles), 1.0
        yield Table.supply.index(colour, tiles), ("supply", tiles), 1.0
        yield Table.bag.index(colour, tiles), "bag", tiles / 10
        yield Table.bag.index(colour, tiles), ("bag", colour), tiles / 10
