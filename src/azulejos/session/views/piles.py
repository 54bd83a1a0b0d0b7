"""Tiles as plain data: letters, and how many there are of each."""

from __future__ import annotations

from typing import Any

from azulejos.engine.colours import Tiles


def pile(tiles: Tiles[Any]) -> dict[str, int]:
    """How many tiles there are of each colour; colours without any are left out."""
    return {colour.letter: tiles[colour] for colour in tiles}


def letters(wall: Any) -> list[list[str | None]]:
    """Rows of spaces as letters; None where no tile lies."""
    return [[None if colour is None else colour.letter for colour in row] for row in wall]
