"""What the facts of Summer Pavilion have in common."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from azulejos.engine.pavilion.layout import COLOURS, SLOTS, STARS
from azulejos.search.nnue.features import pavilion as known


def of_board() -> Iterator[tuple[int, Hashable, float]]:
    """Facts about a board: shared are spaces, counts of tiles, and what can pay for them."""
    yield from _stars()
    yield from _purses()
    yield from _features()
    yield from _hands()


def _stars() -> Iterator[tuple[int, Hashable, float]]:
    for pattern in range(known.PATTERNS):
        tiles = pattern.bit_count()
        for star in range(STARS):
            fact = known.STAR + star * known.PATTERNS + pattern
            yield fact, ("star", tiles), 1.0
            yield fact, ("star", star, tiles), 1.0
            for slot in range(SLOTS):
                if pattern >> slot & 1:
                    yield fact, ("space", star, slot), 1.0
        for colour in range(COLOURS):
            fact = known.ONE_COLOUR + colour * known.PATTERNS + pattern
            yield fact, ("one colour", tiles), 1.0
            yield fact, ("one colour", colour, tiles), 1.0
        yield known.MANY_COLOURS + pattern, ("many colours", tiles), 1.0


def _purses() -> Iterator[tuple[int, Hashable, float]]:
    for kind, base in (("purse", known.PURSE), ("central purse", known.CENTRAL_PURSE)):
        for pattern in range(known.PATTERNS):
            for means in range(known.MOST_MEANS):
                fact = base + pattern * known.MOST_MEANS + means
                tiles = pattern.bit_count()
                yield fact, (kind, means), 1.0
                yield fact, (kind, tiles, means), 1.0
                yield fact, ("any purse", tiles, means), 1.0


def _features() -> Iterator[tuple[int, Hashable, float]]:
    for kind, base in (("pillar", known.PILLAR), ("statue", known.STATUE)):
        for number in range(STARS - 1):
            for pattern in range(known.FEATURE_PATTERNS):
                fact = base + number * known.FEATURE_PATTERNS + pattern
                yield fact, (kind, pattern.bit_count()), 1.0


def _hands() -> Iterator[tuple[int, Hashable, float]]:
    for colour in range(COLOURS):
        for tiles in range(known.MOST_IN_HAND + 1):
            fact = known.HAND + colour * (known.MOST_IN_HAND + 1) + tiles
            yield fact, ("hand", tiles), 1.0
            yield fact, "hand", tiles / 3
    for tiles in range(known.MOST_TILES + 1):
        yield known.TILES + tiles, "tiles", tiles / 6


def of_table() -> Iterator[tuple[int, Hashable, float]]:
    """Facts about the table: shared are counts, whatever the colour."""
    for kind in range(known.KINDS_OF_OFFER):
        for colour in range(COLOURS):
            for tiles in range(known.IN_PILE):
                place = (kind * COLOURS + colour) * known.IN_PILE + tiles
                yield known.IN_CENTRE + place, ("centre", kind, tiles), 1.0
                yield known.FACTORY + place, ("factory", kind, tiles), 1.0
    for colour in range(COLOURS):
        for tiles in range(known.IN_PILE):
            place = colour * known.IN_PILE + tiles
            yield known.ON_TABLE + place, ("on table", tiles), 1.0
            yield known.IN_SUPPLY + place, ("supply", tiles), 1.0
            yield known.BAG + place, "bag", tiles / 10
            yield known.BAG + place, ("bag", colour), tiles / 10
