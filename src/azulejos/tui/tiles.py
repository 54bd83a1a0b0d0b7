"""Tiles in two sizes: a letter on its colour, and a motif in the large size.

Letters and brackets make everything readable without colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from azulejos.i18n import Words
from azulejos.render.text.tiles import TILE_COLOURS
from azulejos.tui.canvas import Canvas
from azulejos.tui.keys import Key, Spot

MARKER = "1"
MARKER_COLOURS = ("#1d3a5f", "#f1d9a6", "#b8a06a")
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
#: Brackets around a tile's letter: none, the cursor, chosen tiles, a hint, a recent move.
EDGES = {
    "": ("▐", "▌"),
    "cursor": ("[", "]"),
    "chosen": ("«", "»"),
    "hint": ("◂", "▸"),
    "recent": ("‹", "›"),  # noqa: RUF001
}
#: Drawn before a lit space.
POINTERS = {"cursor": "▶", "hint": "▹"}
#: Beside what a recent move changed, where a tile has no brackets.
RECENT = "‹"  # noqa: RUF001


@dataclass(frozen=True)
class Inks:
    """Foreground colours of a theme."""

    ink: str
    muted: str
    accent: str
    on_accent: str


NIGHT = Inks("#e9e2d2", "#8b98a6", "#f2b84b", "#1a1205")
PLASTER = Inks("#1d3a5f", "#7d7466", "#a8530f", "#fff6e6")


@dataclass(frozen=True)
class Recent:
    """What recent moves changed: sources, and places by seat with their numbers of new tiles."""

    sources: frozenset[int] = frozenset()
    places: Mapping[tuple[int, Key], int] = field(default_factory=dict)


@dataclass(frozen=True)
class Look:
    """How a table is drawn: language, colours, size, what can be picked, and what is new."""

    words: Words
    inks: Inks = NIGHT
    scale: int = 1
    spots: Mapping[Key, Spot] = field(default_factory=dict)
    cursor: Key | None = None
    chosen: frozenset[Key] = frozenset()
    recent: Recent = field(default_factory=Recent)
    is_quiet: bool = False  # nothing can be picked
    #: Places of the own board that a lesson is about.
    frames: frozenset[Key] = frozenset()

    @property
    def across(self) -> int:
        """Columns from one tile to the next."""
        return 3 if self.scale == 1 else 5

    @property
    def down(self) -> int:
        """Rows from one tile to the next."""
        return self.scale

    def state_of(self, key: Key) -> str:
        """The key of a spot's brackets in `EDGES`."""
        if key == self.cursor:
            return "cursor"
        if key in self.chosen:
            return "chosen"
        spot = self.spots.get(key)
        is_hinted = spot is not None and spot.hinted
        return "hint" if is_hinted or key in self.frames else ""

    def framing(self, keys: frozenset[Key]) -> Look:
        """The same with frames around some places."""
        return replace(self, frames=keys)

    def quiet(self, scale: int = 1) -> Look:
        """The same without spots."""
        return Look(self.words, self.inks, scale, recent=self.recent, is_quiet=True)

    def new_tiles(self, seat: int, key: Key) -> int:
        """The number of tiles that a recent move put on a place of a player's board."""
        return self.recent.places.get((seat, key), 0)


def colours_of(letter: str) -> tuple[str, str, str]:
    """Foreground and background of a tile, and the foreground of an empty space for it."""
    return MARKER_COLOURS if letter == MARKER else TILE_COLOURS[letter]


def put_tile(canvas: Canvas, x: int, y: int, letter: str, look: Look, state: str = "") -> None:
    """Draw a tile in the size of a look."""
    ink, ground, _ = colours_of(letter)
    left, right = EDGES[state]
    face = f"bold {ink} on {ground}"
    edge = f"bold {look.inks.accent}" if state else ground
    if look.scale == 1:
        canvas.put(x, y, left, edge)
        canvas.put(x + 1, y, letter.upper(), face)
        canvas.put(x + 2, y, right, edge)
        return
    canvas.put(x, y, f" {letter.upper()}{MOTIFS[letter]} ", face)
    canvas.put(x, y + 1, "▀▀▀▀", ground)
    if state:
        canvas.put(x, y, left, f"{face} reverse")
        canvas.put(x + 3, y, right, f"{face} reverse")
        canvas.put(x, y + 1, "▔▔▔▔", edge)


def put_space(
    canvas: Canvas,
    x: int,
    y: int,
    letter: str | None,
    label: str,
    look: Look,
    *,
    is_framed: bool = False,
) -> None:
    """Draw an empty space for a colour, or for any."""
    style = look.inks.muted if letter is None else colours_of(letter)[2]
    if is_framed:
        label, style = f"({label})", f"bold {look.inks.accent}"
    width = look.across if look.scale == 1 else 4
    canvas.put(x, y, label.center(width), style)
    if look.scale > 1:
        canvas.put(x, y + 1, "▔▔▔▔" if label.strip() not in ("·", "") else "    ", f"dim {style}")


def put_lit(canvas: Canvas, x: int, y: int, label: str, look: Look, state: str) -> None:
    """Draw a space that can be picked, with its points. A pointer stands before or in it."""
    inks = look.inks
    style = f"bold {inks.on_accent} on {inks.accent}"
    if state == "hint":
        style = f"bold underline {inks.accent}"
    elif state == "":
        style = f"bold {inks.accent}"
    width = 3 if look.scale == 1 else 4
    pointer = POINTERS.get(state, "")
    if pointer and len(label) == 1:
        label, pointer = f"[{label}]" if state == "cursor" else label, ""
    if pointer and len(label) < width:
        label, pointer = pointer + label, ""
    canvas.put(x, y, label.center(width), style)
    if pointer and x:
        canvas.put(x - 1, y, pointer, f"bold {inks.accent}")
    if look.scale > 1:
        canvas.put(x, y + 1, "▔▔▔▔", inks.accent)
