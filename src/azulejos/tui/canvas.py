"""Canvas of characters with clickable areas, and the widget that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from azulejos.tui.keys import Key


@lru_cache(maxsize=1024)
def _style(definition: str) -> Style:
    return Style.parse(definition)


@dataclass(frozen=True)
class Cell:
    """One character; an empty one follows a character of two columns."""

    character: str
    style: Style


BLANK = Cell(" ", Style())


class Canvas:
    """Characters at columns and rows; it grows with its content."""

    def __init__(self, width: int = 0, height: int = 0) -> None:
        self._rows: list[list[Cell]] = []
        self.areas: list[tuple[Key, Region]] = []
        self._grow(width, height)

    @property
    def size(self) -> Size:
        """Columns and rows."""
        return Size(max(map(len, self._rows), default=0), len(self._rows))

    def _grow(self, width: int, height: int) -> None:
        while len(self._rows) < height:
            self._rows.append([])
        if width and height:
            row = self._rows[height - 1]
            row.extend([BLANK] * (width - len(row)))

    def put(self, x: int, y: int, text: str | Text, style: str = "") -> int:
        """Put a text; returns the column after it."""
        whole = text if isinstance(text, Text) else Text(text, style)
        for piece, piece_style in _pieces(whole):
            for character in piece:
                width = cell_len(character)
                self._grow(x + width, y + 1)
                row = self._rows[y]
                row[x] = Cell(character, piece_style)
                if width == 2:
                    row[x + 1] = Cell("", piece_style)
                x += width
        return x

    def paste(self, x: int, y: int, other: Canvas) -> None:
        """Put another canvas with its areas."""
        for down, row in enumerate(other._rows):
            if row:
                self._grow(x + len(row), y + down + 1)
                self._rows[y + down][x : x + len(row)] = row
            else:
                self._grow(0, y + down + 1)
        self.areas += [(key, region.translate((x, y))) for key, region in other.areas]

    def spot(self, key: Key, x: int, y: int, width: int, height: int = 1) -> None:
        """Make these cells a clickable area."""
        self.areas.append((key, Region(x, y, width, height)))

    def key_at(self, x: int, y: int) -> Key | None:
        """The key of the area at a cell; the latest one is on top."""
        for key, region in reversed(self.areas):
            if region.contains(x, y):
                return key
        return None

    def row(self, y: int, base: Style) -> list[Segment]:
        """A row as segments."""
        if not 0 <= y < len(self._rows):
            return []
        runs = groupby(self._rows[y], key=lambda cell: cell.style)
        return [
            Segment("".join(cell.character for cell in cells), base + style)
            for style, cells in runs
        ]

    def __str__(self) -> str:
        return "\n".join("".join(cell.character for cell in row) for row in self._rows)


def _pieces(text: Text) -> list[tuple[str, Style]]:
    """A text in runs of one style."""
    base = _style(str(text.style)) if text.style else Style()
    runs: list[tuple[str, Style]] = []
    plain = text.plain
    marks = sorted({0, len(plain), *(m for s in text.spans for m in (s.start, s.end))})
    for start, end in pairwise(marks):
        style = base
        for span in text.spans:
            if span.start <= start and end <= span.end:
                style += _style(str(span.style))
        runs.append((plain[start:end], style))
    return runs


class Picture(Widget):
    """Shows a canvas; posts a message when an area is clicked or hovered."""

    class Pressed(Message):
        """An area was clicked."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    class Pointed(Message):
        """The mouse is over an area."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.canvas = Canvas()

    def show(self, canvas: Canvas) -> None:
        """Show another canvas."""
        resized = canvas.size != self.canvas.size
        self.canvas = canvas
        self.refresh(layout=resized)

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """The width of the canvas."""
        return self.canvas.size.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """The height of the canvas."""
        return self.canvas.size.height

    def render_line(self, y: int) -> Strip:
        """One row of the canvas."""
        base = self.rich_style
        row = self.canvas.row(y, base)
        return Strip(row).adjust_cell_length(self.size.width, base)

    def areas_on_screen(self) -> list[tuple[Key, Region]]:
        """The areas in screen coordinates."""
        offset = self.content_region.offset
        return [(key, region.translate(offset)) for key, region in self.canvas.areas]

    def on_click(self, event: events.Click) -> None:
        """Post `Pressed` for the area there."""
        key = self._key_of(event)
        if key is not None:
            self.post_message(self.Pressed(key))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Post `Pointed` for the area there."""
        key = self._key_of(event)
        if key is not None:
            self.post_message(self.Pointed(key))

    def _key_of(self, event: events.MouseEvent) -> Key | None:
        offset = event.get_content_offset(self)
        return None if offset is None else self.canvas.key_at(offset.x, offset.y)
