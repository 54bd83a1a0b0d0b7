"""A slider from 0 to some number, for keys and mouse."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget


class Slider(Widget):
    """One row: a track, and a handle where we are."""

    value: reactive[int] = reactive(0)

    class Changed(Message):
        """Somebody moved the handle."""

        def __init__(self, value: int) -> None:
            super().__init__()
            self.value = value

    def __init__(self, most: int, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.most = most

    def validate_value(self, value: int) -> int:
        """Stay on the track."""
        return max(0, min(self.most, value))

    def watch_value(self, value: int) -> None:
        """Tell where we are now."""
        self.post_message(self.Changed(value))

    def render_line(self, y: int) -> Strip:
        """The track and the handle."""
        base = self.rich_style
        if y:
            return Strip.blank(self.size.width, base)
        width = max(2, self.size.width)
        at = self._column(width)
        done = base + Style(bold=True)
        segments = [
            Segment("━" * at, done),
            Segment("◉", done),
            Segment("─" * (width - at - 1), base + Style(dim=True)),
        ]
        return Strip(segments)

    def _column(self, width: int) -> int:
        return round(self.value / self.most * (width - 1)) if self.most else 0

    def on_click(self, event: events.Click) -> None:
        """Go where was clicked."""
        self._go_to(event)

    def on_mouse_down(self) -> None:
        """Hold the handle."""
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        """Let the handle go."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the handle."""
        if event.button:
            self._go_to(event)

    def _go_to(self, event: events.MouseEvent) -> None:
        width = max(2, self.size.width)
        self.value = round(event.x / (width - 1) * self.most)
