"""Themes: the colours around the tiles, the same as on the web page."""

from __future__ import annotations

from dataclasses import dataclass

from azulejos.engine.errors import UnknownName


@dataclass(frozen=True)
class Theme:
    """Colours of everything but the tiles, as hexadecimal RGB."""

    ground: str
    board: str
    ink: str
    muted: str
    line: str
    accent: str
    disc: str
    disc_line: str
    well: str
    well_line: str
    glazes: dict[str, str]  # of empty spaces, by the letter of their colour
    any_glaze: str


THEMES = {
    "light": Theme(
        ground="#f6f1e7",
        board="#fffaf0",
        ink="#1d3a5f",
        muted="#5d6b7a",
        line="#d9cfbd",
        accent="#0f8a83",
        disc="#f3ead9",
        disc_line="#c9b994",
        well="#efe6d5",
        well_line="#d8caae",
        glazes={
            "p": "#451c6c",
            "g": "#2f9160",
            "o": "#ee8b2d",
            "y": "#e0b21f",
            "b": "#1a599f",
            "r": "#c43d3e",
        },
        any_glaze="#9a8d74",
    ),
    "dark": Theme(
        ground="#101a24",
        board="#1a2a3a",
        ink="#e8eef4",
        muted="#9fb1c2",
        line="#2c4055",
        accent="#4fc3b5",
        disc="#22374b",
        disc_line="#4a6680",
        well="#14222f",
        well_line="#2f465d",
        glazes={
            "p": "#9a6cd6",
            "g": "#46b884",
            "o": "#f0994a",
            "y": "#e6c04a",
            "b": "#5b9ae6",
            "r": "#e26a68",
        },
        any_glaze="#8aa0b4",
    ),
}


def find_theme(name: str) -> Theme:
    """The theme of that name."""
    if name not in THEMES:
        raise UnknownName("unknown-theme", known=", ".join(THEMES), name=name)
    return THEMES[name]
