"""Choice of puzzles: the puzzle of the day, all, those of a game or a theme."""

from __future__ import annotations

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, OptionList, Static

from azulejos.engine.names import GAME_NAMES
from azulejos.i18n import Words
from azulejos.i18n.puzzles import theme_name
from azulejos.puzzles import THEMES
from azulejos.tui.names import game_name
from azulejos.tui.puzzle_session import Wish


class PuzzleMenu(ModalScreen[Wish | None]):
    """Dismissed with a wish, or None to leave."""

    CSS_PATH = "dialog.tcss"

    def __init__(self, words: Words, standing: str) -> None:
        super().__init__()
        self.words, self.standing = words, standing
        self.choices: list[tuple[str, Wish]] = [
            (words.gettext("Puzzle of the day"), Wish(today=True)),
            (words.gettext("All themes"), Wish()),
            *((game_name(words, game), Wish(game=game)) for game in GAME_NAMES),
            *((theme_name(words, theme), Wish(theme=theme)) for theme in THEMES),
        ]
        self._bindings.bind("escape,q", "leave", words.gettext("Back"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """The person's standing, and the choices."""
        with Vertical(classes="dialog"):
            yield Label(self.words.gettext("Puzzles"), classes="title")
            yield Static(Text(self.standing), classes="reason")
            yield OptionList(*(Text(name) for name, _ in self.choices), id="choices", compact=True)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin with the puzzle of the day."""
        choices = self.query_one(OptionList)
        choices.focus()
        choices.highlighted = 0

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Solve these."""
        self.dismiss(self.choices[event.option_index][1])

    def action_leave(self) -> None:
        """Leave."""
        self.dismiss(None)
