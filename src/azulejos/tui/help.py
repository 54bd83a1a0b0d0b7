"""Help screen: how to play, and the keys."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, Static

from azulejos.i18n import Words
from azulejos.render.text.tiles import pile_text
from azulejos.tui.games import GAME_VIEWS
from azulejos.tui.names import game_name

#: Columns of the names of the keys.
KEYS = 12


def colour_name(words: Words, letter: str) -> str:
    """The name of a colour by its letter."""
    names = {
        "b": words.gettext("blue"),
        "y": words.gettext("yellow"),
        "r": words.gettext("red"),
        "k": words.gettext("black"),
        "w": words.gettext("white"),
        "p": words.gettext("purple"),
        "g": words.gettext("green"),
        "o": words.gettext("orange"),
    }
    return names[letter]


def keys_of(words: Words, game: str) -> Iterator[tuple[str, str]]:
    """The keys of a game's table and their effects."""
    yield "← ↑ ↓ →  Tab", words.gettext("Move the cursor")
    yield "⏎  ␣", words.gettext("Select what's under the cursor, or click it")
    yield "0 … 9", words.gettext("Jump to a factory or a star; pick a line, a column or a payment")
    yield "Esc", words.gettext("Go back one step in your selection")
    if GAME_VIEWS[game].has_passing:
        yield "P", words.gettext("Pass")
    yield "W", words.gettext("See why places are closed, or press the number of a closed line")
    yield "U", words.gettext("Undo")
    yield "H", words.gettext("Hint")
    yield "S", words.gettext("Skip the bots' pauses")
    yield "L", words.gettext("Game log")
    yield "T", words.gettext("Theme")
    yield "Q", words.gettext("Leave; the game is saved and you can continue later")


class HelpScreen(ModalScreen[None]):
    """How to play at this table."""

    CSS_PATH = "dialog.tcss"

    def __init__(self, words: Words, game: str) -> None:
        super().__init__()
        self.words = words
        self.game = game
        bind = self._bindings.bind
        bind("escape,question_mark,f1,q,enter", "close", words.gettext("Close"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """The steps of a move, the keys, and the letters of the colours."""
        words = self.words
        with Vertical(classes="dialog"):
            yield Label(f"{game_name(words, self.game)}: {words.gettext('Help')}", classes="title")
            with VerticalScroll():
                yield Static(self._steps(), classes="paragraph")
                yield Static(self._keys(), classes="paragraph")
                yield Static(self._colours(), classes="paragraph")
        yield Footer(show_command_palette=False, compact=True)

    def _steps(self) -> Text:
        words = self.words
        return Text("\n").join(
            Text(f"• {sentence}")
            for sentence in (
                words.gettext(
                    "Every move takes two steps: pick tiles or a space to see what's possible, "
                    "then pick a target to play it."
                ),
                words.gettext(
                    "You get a warning before a move that costs more than you might expect."
                ),
                words.gettext(
                    "The number next to a space shows the points it scores, now or "
                    "at the end of the round."
                ),
            )
        )

    def _keys(self) -> Table:
        table = Table.grid(padding=(0, 2))
        table.add_column(min_width=KEYS, style="bold", no_wrap=True)
        table.add_column()
        table.add_row(self.words.gettext("Keys"))
        for keys, meaning in keys_of(self.words, self.game):
            table.add_row(keys, meaning)
        return table

    def _colours(self) -> Text:
        text = Text()
        for letter in GAME_VIEWS[self.game].letters:
            text.append_text(pile_text({letter: 1}))
            text.append(f" {colour_name(self.words, letter)}   ")
        legend = GAME_VIEWS[self.game].legend(self.words)
        return text.append(f"\n{legend}" if legend else "")

    def on_mount(self) -> None:
        """Focus the text, so that arrow keys scroll."""
        self.query_one(VerticalScroll).focus()

    def action_close(self) -> None:
        """Close the screen."""
        self.dismiss(None)
