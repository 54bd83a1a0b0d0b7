"""Slider widget, from 0 to a maximum."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget


class Slider(Widget):
    """One row: a track and a handle."""

    value: reactive[int] = reactive(0)

    class Changed(Message):
        """The value changed."""

        def __init__(self, value: int) -> None:
            super().__init__()
            self.value = value

    def __init__(self, most: int, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.most = most

    def validate_value(self, value: int) -> int:
        """Clamp the value."""
        return max(0, min(self.most, value))

    def watch_value(self, value: int) -> None:
        """Post `Changed`."""
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
        """Move the handle to the click."""
        self._go_to(event)

    def on_mouse_down(self) -> None:
        """Start dragging."""
        self.capture_mouse()

    def on_mouse_up(self) -> None:
        """Stop dragging."""
        self.release_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the handle."""
        if event.button:
            self._go_to(event)

    def _go_to(self, event: events.MouseEvent) -> None:
        width = max(2, self.size.width)
        self.value = round(event.x / (width - 1) * self.most)
