"""The glazes: which colours a tile is painted with.

Grounds differ in lightness as well as in hue, and motifs stand out from their ground, so that tiles
can be told apart in grey and by people who see fewer colours.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Paint:
    """The colours of one tile, as hexadecimal RGB."""

    ground: str
    rim: str
    motif: str


#: By game and by the letter of the colour.
PALETTES: dict[str, dict[str, Paint]] = {
    "azul": {
        "b": Paint("#1f4f9e", "#12326b", "#fdf6e6"),
        "y": Paint("#eeb13c", "#a86f14", "#6b2f0a"),
        "r": Paint("#bf4f33", "#7d2c1a", "#fff3df"),
        "k": Paint("#2c2d38", "#14151c", "#e2d5b8"),
        "w": Paint("#f4f0e4", "#8fb0aa", "#12736f"),
    },
    "summer-pavilion": {
        "p": Paint("#40156a", "#270a43", "#e8d5f5"),
        "g": Paint("#30935f", "#1b5f40", "#fbfdf0"),
        "o": Paint("#ee8b2d", "#a8530f", "#5c1c04"),
        "y": Paint("#f7d45c", "#b28a1c", "#74430a"),
        "b": Paint("#1b589d", "#0d3668", "#eef6ff"),
        "r": Paint("#c23b39", "#7d1c22", "#fff0e4"),
    },
}
#: The starting player markers of both games.
MARKER = Paint("#f1dcae", "#a98a4c", "#1d3a5f")
