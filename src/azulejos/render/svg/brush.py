"""What a picture of a position is made of: a brush that knows the game, the theme and the words.

Everything is placed by its upper left corner. Elements are put together as text; only what was
written by people is escaped, because nothing else can hold a sign of markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from azulejos.engine.position import AnyPosition
from azulejos.i18n import Words
from azulejos.render.svg.shapes import element, group
from azulejos.render.svg.theme import Theme

SERIF = "Georgia, 'Iowan Old Style', 'DejaVu Serif', serif"
#: Width of a tile's box by its height, for both games.
SQUARE, RHOMBIC = 1.0, 100 / 173.2
PIECES = {"azul": ("azul", SQUARE), "summer-pavilion": ("pavilion", RHOMBIC)}
#: How thick the mark of the last move is.
MARK = 4


@dataclass(frozen=True)
class LastMove:
    """The move that led to a position, and whose it was if that is known."""

    move: Any
    player: int | None = None

    def is_of(self, player: int) -> bool:
        """Whether a player made it."""
        return self.player == player


@dataclass(frozen=True)
class Brush:
    """Draws the pieces of one position."""

    position: AnyPosition
    theme: Theme
    words: Words
    last: LastMove | None

    @property
    def _piece(self) -> tuple[str, float]:
        return PIECES[self.position.rules.name]

    def width_of(self, height: float) -> float:
        """How wide a tile of some height is."""
        return height * self._piece[1]

    def tile(self, name: str, x: float, y: float, height: float, **more: str | float) -> str:
        """A tile by the letter of its colour, or the marker."""
        return element(
            "use",
            href=f"#{self._piece[0]}-{name}",
            x=x,
            y=y,
            width=self.width_of(height),
            height=height,
            **more,
        )

    def icon(self, name: str, x: float, y: float, size: float, colour: str = "") -> str:
        """An icon in some colour."""
        use = element("use", href=f"#icon-{name}", x=x, y=y, width=size, height=size)
        return group(use, color=colour or self.theme.muted)

    def text(
        self, words: str, x: float, y: float, size: float, anchor: str = "start", **more: str
    ) -> str:
        """A line of text that stands on y."""
        paint = {"fill": self.theme.ink, **more}
        opened = element(
            "text",
            x=x,
            y=y,
            font_family=SERIF,
            font_size=size,
            text_anchor=anchor,
            **paint,
        )
        return f"{opened[:-2]}>{escape(words)}</text>"

    def well(self, x: float, y: float, width: float, height: float, corner: float = 6) -> str:
        """A hollow that a tile fits into."""
        return element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=corner,
            fill=self.theme.well,
            stroke=self.theme.well_line,
            stroke_width=1.4,
        )

    def panel(self, x: float, y: float, width: float, height: float, *, acting: bool) -> str:
        """The ground of a board, framed if its player has to decide."""
        return element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=16,
            fill=self.theme.board,
            stroke=self.theme.accent if acting else self.theme.line,
            stroke_width=3 if acting else 1.5,
        )

    def mark(self, x: float, y: float, width: float, height: float, corner: float = 8) -> str:
        """The frame around what the last move touched."""
        return element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            rx=corner,
            fill="none",
            stroke=self.theme.accent,
            stroke_width=MARK,
        )

    def row(self, names: Iterable[str], x: float, y: float, height: float, gap: float = 4) -> str:
        """Tiles side by side."""
        step = self.width_of(height) + gap
        return "".join(
            self.tile(name, x + index * step, y, height) for index, name in enumerate(names)
        )


def letters_of(pile: Any) -> list[str]:
    """The letters of the tiles of a pile."""
    return [colour.letter for colour in pile for _ in range(pile[colour])]
