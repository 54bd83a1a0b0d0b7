"""Themes: dark (night blue) and light (plaster)."""

from __future__ import annotations

from textual.theme import Theme

from azulejos.tui.tiles import NIGHT, PLASTER, Inks

NIGHT_THEME = Theme(
    name="night",
    primary="#2563a8",
    secondary="#5f8fc4",
    accent=NIGHT.accent,
    foreground=NIGHT.ink,
    background="#101a24",
    surface="#172431",
    panel="#1e2e3e",
    warning="#e3a72f",
    error="#d0604a",
    success="#5f9a6e",
    dark=True,
)
PLASTER_THEME = Theme(
    name="plaster",
    primary="#2563a8",
    secondary="#5f8fc4",
    accent=PLASTER.accent,
    foreground=PLASTER.ink,
    background="#f6f1e7",
    surface="#efe7d8",
    panel="#e6dcc8",
    warning="#a86f14",
    error="#b5432c",
    success="#3f7d4f",
    dark=False,
)
THEMES = (NIGHT_THEME, PLASTER_THEME)


def inks_of(dark: bool) -> Inks:
    """The foreground colours of the dark or the light theme."""
    return NIGHT if dark else PLASTER
