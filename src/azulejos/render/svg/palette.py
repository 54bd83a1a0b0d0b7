"""Palette of the tiles.

Grounds differ in lightness as well as in hue, and motifs contrast with their ground, so that tiles
are distinguishable in greyscale and with colour vision deficiencies.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """The colours of one tile, as hexadecimal RGB."""

    ground: str
    rim: str
    motif: str


#: The starting player marker of all games.
MARKER = Paint("#f1dcae", "#a98a4c", "#1d3a5f")
