"""Brush: the elements of a picture of a position, in one theme and language.

Elements are placed by their upper left corner. They are concatenated as text; only text content is
escaped, because nothing else can contain markup characters.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from azulejos.engine import AnyMove, AnyPosition, AnyTiles
from azulejos.i18n import Words
from azulejos.render.interface import TileSet
from azulejos.render.svg.shapes import element, group
from azulejos.render.svg.theme import Theme

SERIF = "Georgia, 'Iowan Old Style', 'DejaVu Serif', serif"
#: Stroke width of the mark of the last move.
MARK = 4


@dataclass(frozen=True)
class LastMove:
    """The move that led to a position, and the seat that played it if that is known."""

    move: AnyMove
    player: int | None = None

    def is_of(self, player: int) -> bool:
        """Whether a player is known to have played it."""
        return self.player == player


@dataclass(frozen=True)
class Brush:
    """Draws the pieces of one position."""

    position: AnyPosition
    theme: Theme
    words: Words
    last: LastMove | None
    tiles: TileSet

    def width_of(self, height: float) -> float:
        """The width of a tile of a height."""
        return height * self.tiles.aspect

    def tile(self, name: str, x: float, y: float, height: float, **more: str | float) -> str:
        """A tile by the letter of its colour, or the marker."""
        return element(
            "use",
            href=f"#{self.tiles.prefix}-{name}",
            x=x,
            y=y,
            width=self.width_of(height),
            height=height,
            **more,
        )

    def icon(self, name: str, x: float, y: float, size: float, colour: str = "") -> str:
        """An icon; muted without a colour."""
        use = element("use", href=f"#icon-{name}", x=x, y=y, width=size, height=size)
        return group(use, color=colour or self.theme.muted)

    def text(
        self, words: str, x: float, y: float, size: float, anchor: str = "start", **more: str
    ) -> str:
        """A line of text with its baseline at y."""
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
        """An empty space for a tile."""
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
        """The background of a board, framed if its player is to move."""
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
        """A frame around what the last move changed."""
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


def letters_of(pile: AnyTiles) -> list[str]:
    """The letters of the tiles of a pile."""
    return list(str(pile))
