"""Log screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, RichLog

from azulejos.i18n import Words


class LogScreen(ModalScreen[None]):
    """All lines of the log, the newest last; or other lines, under a title of their own."""

    CSS_PATH = "dialog.tcss"

    def __init__(self, words: Words, lines: Sequence[Text], title: str | None = None) -> None:
        super().__init__()
        self.words = words
        self.heading = title or words.gettext("Game log")
        self.lines = lines
        self._bindings.bind("escape,l,q,enter", "close", words.gettext("Close"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """A title and the lines."""
        with Vertical(classes="dialog"):
            yield Label(self.heading, classes="title")
            yield RichLog(wrap=True, markup=False, min_width=10)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Write the lines, and focus the log."""
        log = self.query_one(RichLog)
        for line in self.lines:
            log.write(line)
        log.focus()

    def action_close(self) -> None:
        """Close the screen."""
        self.dismiss(None)
