"""Tiles in two sizes: a letter on a glaze, with a motif where there is room for it.

Letters tell colours apart without any colour; brackets show what a colour could not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from azulejos.i18n import Words
from azulejos.render.text.tiles import TILE_COLOURS
from azulejos.tui.canvas import Canvas
from azulejos.tui.move_builder import Key, Spot

MARKER = "1"
MARKER_GLAZE = ("#1d3a5f", "#f1d9a6", "#b8a06a")
#: Drawn beside the letter of a large tile.
MOTIFS = {
    "b": "✶",
    "y": "✿",
    "r": "❖",
    "k": "▦",
    "w": "◎",
    "p": "◈",
    "g": "♣",
    "o": "☼",
    MARKER: "◉",
}
#: What surrounds a tile's letter: nothing special, the cursor, chosen tiles, a bot's advice.
EDGES = {"": ("▐", "▌"), "cursor": ("[", "]"), "chosen": ("«", "»"), "hint": ("◂", "▸")}


@dataclass(frozen=True)
class Inks:
    """What is written with on a ground."""

    ink: str
    muted: str
    accent: str
    on_accent: str


NIGHT = Inks("#e9e2d2", "#8b98a6", "#f2b84b", "#1a1205")
PLASTER = Inks("#1d3a5f", "#7d7466", "#a8530f", "#fff6e6")


@dataclass(frozen=True)
class Look:
    """How a table is drawn: in whose words, with which inks, how large, and what is lit."""

    words: Words
    inks: Inks = NIGHT
    scale: int = 1
    spots: Mapping[Key, Spot] = field(default_factory=dict)
    cursor: Key | None = None
    chosen: frozenset[Key] = frozenset()

    @property
    def across(self) -> int:
        """Columns from one tile to the next."""
        return 3 if self.scale == 1 else 5

    @property
    def down(self) -> int:
        """Rows from one tile to the next."""
        return self.scale

    def state_of(self, key: Key) -> str:
        """How a spot's tiles are edged."""
        if key == self.cursor:
            return "cursor"
        if key in self.chosen:
            return "chosen"
        spot = self.spots.get(key)
        return "hint" if spot is not None and spot.hinted else ""

    def quiet(self, scale: int = 1) -> Look:
        """The same without anything lit."""
        return Look(self.words, self.inks, scale)


def glaze_of(letter: str) -> tuple[str, str, str]:
    """Ink, glaze, and the ink of an empty space that waits for a tile."""
    return MARKER_GLAZE if letter == MARKER else TILE_COLOURS[letter]


def put_tile(canvas: Canvas, x: int, y: int, letter: str, look: Look, state: str = "") -> None:
    """Draw a tile in the size of a look."""
    ink, glaze, _ = glaze_of(letter)
    left, right = EDGES[state]
    face = f"bold {ink} on {glaze}"
    edge = f"bold {look.inks.accent}" if state else glaze
    if look.scale == 1:
        canvas.put(x, y, left, edge)
        canvas.put(x + 1, y, letter.upper(), face)
        canvas.put(x + 2, y, right, edge)
        return
    canvas.put(x, y, f" {letter.upper()}{MOTIFS[letter]} ", face)
    canvas.put(x, y + 1, "▀▀▀▀", glaze)
    if state:
        canvas.put(x, y, left, f"{face} reverse")
        canvas.put(x + 3, y, right, f"{face} reverse")
        canvas.put(x, y + 1, "▔▔▔▔", edge)


def put_space(canvas: Canvas, x: int, y: int, letter: str | None, label: str, look: Look) -> None:
    """Draw an empty space that waits for a colour, or for any."""
    style = look.inks.muted if letter is None else glaze_of(letter)[2]
    width = look.across if look.scale == 1 else 4
    canvas.put(x, y, label.center(width), style)
    if look.scale > 1:
        canvas.put(x, y + 1, "▔▔▔▔" if label.strip() not in ("·", "") else "    ", f"dim {style}")


def put_lit(canvas: Canvas, x: int, y: int, label: str, look: Look, state: str) -> None:
    """Draw a space that can be filled now, with what that brings."""
    inks = look.inks
    style = f"bold {inks.on_accent} on {inks.accent}"
    if state == "hint":
        style = f"bold underline {inks.accent}"
    elif state == "":
        style = f"bold {inks.accent}"
    width = 3 if look.scale == 1 else 4
    text = label.center(width)
    if state == "cursor" and len(label) + 2 <= width:
        text = f"[{label}]".center(width)
    canvas.put(x, y, text, style)
    if look.scale > 1:
        canvas.put(x, y + 1, "▔▔▔▔", inks.accent)
