"""Tiles in messages: colours as letters, piles as counts by letter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.colours import Colour, Tiles
from azulejos.engine.pavilion.layout import Colour as PavilionColour
from azulejos.engine.tiles import LANE, LANE_MASK
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


@lru_cache(maxsize=1 << 14)
def counts(colours: type[Colour], tiles: int) -> Pile:
    """`pile` of tiles as the engine counts them. Shared: not to be changed."""
    return {
        letter: count
        for shift, letter in _lanes_of(colours)
        if (count := tiles >> shift & LANE_MASK)
    }


@cache
def _lanes_of(colours: type[Colour]) -> tuple[tuple[int, Letter], ...]:
    return tuple((LANE * lane, letter) for lane, letter in enumerate(_letters_of(colours)))


@lru_cache(maxsize=1 << 14)
def spelled(colours: type[Colour], tiles: int) -> str:
    """Tiles as the engine counts them, as letters in the order of the colours."""
    return "".join(letter * count for letter, count in counts(colours, tiles).items())


def letters(rows: Iterable[Iterable[Colour | None]]) -> Spaces:
    """Rows of spaces as letters; None where no tile lies."""
    return [[None if colour is None else letter(colour) for colour in row] for row in rows]
