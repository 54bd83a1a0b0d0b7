"""Start screen: the setup of a new game, or the saved game."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Label, RadioButton, RadioSet, Select, Static

from azulejos.engine import GAMES
from azulejos.engine.state import BOARDS
from azulejos.i18n import Words
from azulejos.render.text.tiles import TILE_COLOURS
from azulejos.tui import storage
from azulejos.tui.names import board_name, game_name, seat_choice
from azulejos.tui.storage import MAX_SEATS, Setup

EMPTY_SEAT = "-"


def title() -> Text:
    """The name as a row of tiles."""
    text = Text()
    for letter, colour in zip("AZULEJOS", "byrkwpgo", strict=True):
        ink, ground, _ = TILE_COLOURS[colour]
        text.append("▐", ground).append(letter, f"bold {ink} on {ground}").append("▌ ", ground)
    return text


class StartScreen(Screen[Setup | str]):
    """Setup of a new game. Dismissed with a setup, `continue` or `leave`."""

    CSS_PATH = "start.tcss"

    def __init__(self, words: Words, setup: Setup, *, can_continue: bool) -> None:
        super().__init__()
        self.words = words
        self.setup = setup
        self.can_continue = can_continue
        bind = self._bindings.bind
        bind("ctrl+s,f5", "begin", words.gettext("New game"), key_display="F5")
        if can_continue:
            bind("c", "resume", words.gettext("Continue"))
        bind("q,escape", "leave", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """A form with the setup of the last new game."""
        words, setup = self.words, self.setup
        with Center():
            yield Static(title(), id="title")
        with VerticalScroll(id="form"), Horizontal(id="choices"):
            with Vertical(id="games"):
                yield Label(words.gettext("Game"), classes="heading")
                with RadioSet(id="game", compact=True):
                    for name in GAMES:
                        label = Text(game_name(words, name))
                        yield RadioButton(label, value=name == setup.game, name=name)
                yield Label(words.gettext("Board"), classes="heading")
                with RadioSet(id="board", compact=True):
                    for name in BOARDS:
                        label = Text(board_name(words, name))
                        yield RadioButton(label, value=name == setup.board, name=name)
            with Vertical(id="seats"):
                yield Label(words.gettext("Who sits where"), classes="heading")
                for number in range(MAX_SEATS):
                    yield self._seat(number)
        with Horizontal(id="buttons"):
            yield Button(words.gettext("Start a new game"), variant="primary", id="begin")
            if self.can_continue:
                yield Button(words.gettext("Continue"), id="resume")
        yield Footer(show_command_palette=False, compact=True)

    def _seat(self, number: int) -> Select[str]:
        words = self.words
        choices = [(seat_choice(words, choice), choice) for choice in storage.seat_choices()]
        if number >= 2:
            choices.insert(0, (words.gettext("Nobody"), EMPTY_SEAT))
        taken = number < self.setup.players
        value = self.setup.seats[number] if taken else EMPTY_SEAT
        return Select(choices, value=value, allow_blank=False, id=f"seat-{number}", compact=True)

    def on_mount(self) -> None:
        """Focus the button that resumes, or starts a game."""
        self.query_one("#resume" if self.can_continue else "#begin", Button).focus()

    def chosen(self) -> Setup:
        """The chosen setup, without empty seats."""
        seats = [str(self.query_one(f"#seat-{n}", Select).value) for n in range(MAX_SEATS)]
        taken = [seat for seat in seats if seat != EMPTY_SEAT]
        default = Setup().seats
        return Setup(
            self._radio("game"),
            self._radio("board"),
            len(taken),
            [*taken, *default[len(taken) :]],
        )

    def _radio(self, name: str) -> str:
        pressed = self.query_one(f"#{name}", RadioSet).pressed_button
        assert pressed is not None
        return str(pressed.name)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start a game, or resume."""
        if event.button.id == "resume":
            self.action_resume()
        else:
            self.action_begin()

    def action_begin(self) -> None:
        """Start a new game."""
        setup = self.chosen()
        storage.save_setup(setup)
        self.dismiss(setup)

    def action_resume(self) -> None:
        """Resume the saved game."""
        self.dismiss("continue")

    def action_leave(self) -> None:
        """Leave the app."""
        self.dismiss("leave")
