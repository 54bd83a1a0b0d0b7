"""Tiles in messages: colours as letters, piles as counts by letter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.colours import Colour, Tiles
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.session.messages.common import Letter, Pile, Spaces


@cache
def _letters_of(colours: type[Colour]) -> tuple[Letter, ...]:
    return tuple(colour.letter for colour in colours)


def letter(colour: Colour) -> Letter:
    """The letter of a colour, from a table: every option and event has some."""
    return _letters_of(type(colour))[colour]


def pile(tiles: Tiles[AzulColour] | Tiles[PavilionColour]) -> Pile:
    """The number of tiles of each colour, without zeros."""
    return {letter(colour): count for colour, count in tiles.items()}


def letters(rows: Iterable[Iterable[Colour | None]]) -> Spaces:
    """Rows of spaces as letters; None where no tile lies."""
    return [[None if colour is None else letter(colour) for colour in row] for row in rows]
