"""Tiles as plain data: letters and counts."""

from __future__ import annotations

from collections.abc import Iterable

from azulejos.engine import AnyTiles
from azulejos.engine.colours import Colour
from azulejos.session.messages.common import Pile, Spaces


def pile(tiles: AnyTiles) -> Pile:
    """The number of tiles of each colour, without zeros."""
    return {colour.letter: count for colour, count in tiles.items() if count}


def letters(rows: Iterable[Iterable[Colour | None]]) -> Spaces:
    """Rows of spaces as letters; None where no tile lies."""
    return [[None if colour is None else colour.letter for colour in row] for row in rows]
