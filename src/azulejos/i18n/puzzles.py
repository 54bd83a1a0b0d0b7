"""Puzzles in words: themes, and what a wrong move loses."""

from __future__ import annotations

from azulejos.i18n import Words


def theme_name(words: Words, theme: str) -> str:
    """The name of a theme; unknown ones keep their own."""
    names = {
        "end": words.gettext("End the game"),
        "prevent-end": words.gettext("Prevent the end"),
        "starve": words.gettext("Take the others' points"),
        "poison": words.gettext("Leave a bad pile"),
        "block": words.gettext("Take it first"),
        "marker": words.gettext("Starting player marker"),
        "floor": words.gettext("Save points"),
        "points": words.gettext("Score at once"),
        "column": words.gettext("Column"),
        "colour": words.gettext("Colour"),
        "star": words.gettext("Star"),
        "number": words.gettext("Number"),
        "combo": words.gettext("Several bonus tiles"),
        "wild": words.gettext("Wild tile"),
        "keep": words.gettext("Keep tiles"),
    }
    return names.get(theme, theme)


def verdict(words: Words, loss: float | None) -> str:
    """That a move is wrong, and what it loses, unless that is not known or rounds to nothing."""
    percent = round(100 * (loss or 0.0))
    if percent == 0:
        return words.gettext("That is not the best move.")
    return words.gettext(
        "That is not the best move: it lowers your chance of winning by {percent} "
        "percentage points.",
        percent=percent,
    )
