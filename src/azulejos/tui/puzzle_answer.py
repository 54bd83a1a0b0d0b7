"""Answer to a move of a puzzle: what was wrong and why, or the solution and the rating."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, Static

from azulejos.i18n import Words


class PuzzleAnswerScreen(ModalScreen[str]):
    """Lies upon the board. Dismissed with what to do next: `look`, `solution`, `next`, `leave`."""

    CSS_PATH = "dialog.tcss"

    def __init__(
        self, words: Words, lines: Sequence[str], *, is_over: bool, has_next: bool
    ) -> None:
        super().__init__()
        self.words, self.lines = words, list(lines)
        bind, back = self._bindings.bind, words.gettext("Close")
        if not is_over:
            back = words.gettext("Try again")
            bind("s", "close('solution')", words.gettext("Show the solution"))
        if is_over and has_next:
            bind("enter,n", "close('next')", words.gettext("Next puzzle"), key_display="⏎")
            bind("escape", "close('look')", back, key_display="Esc")
        else:
            bind("enter,escape", "close('look')", back, key_display="⏎")
        bind("q", "close('leave')", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """The verdict and its reasons."""
        with Vertical(classes="dialog answer"):
            yield Label(classes="title", id="verdict")
            with VerticalScroll():
                yield Static(id="reasons")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the first lines."""
        self.query_one(VerticalScroll).focus()
        self.show(self.lines)

    def show(self, lines: Sequence[str]) -> None:
        """Show other lines: the first is the verdict."""
        self.lines = list(lines)
        verdict, *reasons = self.lines
        self.query_one("#verdict", Label).update(Text(verdict))
        self.query_one("#reasons", Static).update(Text("\n".join(reasons)))

    def action_close(self, answer: str) -> None:
        """Close with an answer."""
        self.dismiss(answer)
