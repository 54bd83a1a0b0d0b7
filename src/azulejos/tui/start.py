"""Start screen: the setup of a new game, the saved games, the language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Center, Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Label, RadioButton, RadioSet, Select, Static

from azulejos.engine import GAMES
from azulejos.engine.state import BOARDS
from azulejos.i18n import LANGUAGES, Words
from azulejos.precompile import Job, Precompiler, job_for
from azulejos.render.text.tiles import TILE_COLOURS
from azulejos.tui import saved_games, storage
from azulejos.tui.game_list import GameList
from azulejos.tui.help import HelpScreen
from azulejos.tui.names import board_name, game_name, seat_choice
from azulejos.tui.preparation import PreparationBar
from azulejos.tui.saved_games import StoredGame
from azulejos.tui.size import SizeNotice
from azulejos.tui.storage import MAX_SEATS, Setup

EMPTY_SEAT = "-"


@dataclass(frozen=True)
class Language:
    """The wish for another language, by its code."""

    code: str


#: What the start screen is dismissed with; the texts are `finished`, `learn`, `puzzles`, `leave`.
Wish: TypeAlias = Setup | StoredGame | Language | str


def title() -> Text:
    """The name as a row of tiles."""
    text = Text()
    for letter, colour in zip("AZULEJOS", "byrkwpgo", strict=True):
        ink, ground, _ = TILE_COLOURS[colour]
        text.append("▐", ground).append(letter, f"bold {ink} on {ground}").append("▌ ", ground)
    return text


class Radio(RadioButton):
    """A radio button that shows by its shape whether it is chosen."""

    BUTTON_LEFT, BUTTON_RIGHT = " ", ""

    @property
    def BUTTON_INNER(self) -> str:  # type: ignore[override]  # noqa: N802
        """The mark inside the button."""
        return "◉" if self.value else "○"


class StartScreen(Screen[Wish]):
    """Setup of a new game, and saved games. Dismissed with a wish."""

    CSS_PATH = "start.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        words: Words,
        precompiler: Precompiler,
        setup: Setup,
        running: Sequence[StoredGame] = (),
    ) -> None:
        super().__init__()
        self.precompiler = precompiler
        self.words = words
        self.setup = setup
        self.running = running
        self.has_archive = bool(saved_games.finished_games())
        bind = self._bindings.bind
        bind("ctrl+s,f5", "begin", words.gettext("New game"), key_display="F5")
        if running:
            bind("c", "resume", show=False)
        if self.has_archive:
            bind("f", "finished", words.gettext("Finished games"))
        bind("p", "puzzles", words.gettext("Puzzles"))
        bind("f2", "learn", show=False)
        bind("l", "language", words.gettext("Language"))
        bind("question_mark,f1", "help", words.gettext("Help"), key_display="?")
        bind("q,escape", "leave", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """The saved games, and a form with the setup of the last new game."""
        words = self.words
        yield SizeNotice(words)
        with Center():
            yield Static(title(), id="title")
        if self.running:
            with Vertical(id="saved"):
                yield Label(words.gettext("Continue a game"), classes="heading")
                yield GameList(words, self.running, can_delete=True, id="running")
        with VerticalScroll(id="form", can_focus=False), Horizontal(id="choices"):
            with Vertical(id="games"):
                yield from self._games()
            with Vertical(id="seats"):
                yield Label(words.gettext("Players"), classes="heading")
                for number in range(MAX_SEATS):
                    yield self._seat(number)
                yield Label(words.gettext("Language"), classes="heading")
                offered = [(name, code) for code, name in LANGUAGES.items()]
                value = words.language
                yield Select(offered, value=value, allow_blank=False, id="language", compact=True)
        yield PreparationBar(words, self.precompiler, self._needed)
        with Horizontal(id="buttons"):
            yield Button(words.gettext("Start a new game"), variant="primary", id="begin")
            yield Button(f"{words.gettext('Learn')} (F2)", id="learn")
        yield Footer(show_command_palette=False, compact=True)

    def _games(self) -> ComposeResult:
        words, setup = self.words, self.setup
        yield Label(words.gettext("Game"), classes="heading")
        with RadioSet(id="game", compact=True):
            for name in GAMES:
                yield Radio(Text(game_name(words, name)), value=name == setup.game, name=name)
        yield Label(words.gettext("Board"), classes="heading")
        with RadioSet(id="board", compact=True):
            for name in BOARDS:
                yield Radio(Text(board_name(words, name)), value=name == setup.board, name=name)

    def _needed(self) -> list[Job]:
        """The compilations that the chosen game needs."""
        setup = self.chosen()
        return [job_for(setup.game), job_for(setup.game, setup.players)]

    def _seat(self, number: int) -> Select[str]:
        words = self.words
        choices = [(seat_choice(words, choice), choice) for choice in storage.seat_choices()]
        if number >= 2:
            choices.insert(0, (words.gettext("Empty"), EMPTY_SEAT))
        taken = number < self.setup.players
        value = self.setup.seats[number] if taken else EMPTY_SEAT
        return Select(choices, value=value, allow_blank=False, id=f"seat-{number}", compact=True)

    def on_mount(self) -> None:
        """Focus the latest saved game, or the button that starts one."""
        for overlay in self.query("SelectOverlay"):  # Textual names the key in English
            overlay._bindings.key_to_bindings.pop("escape", None)
            overlay._bindings.bind("escape", "dismiss", self.words.gettext("Back"))
        if self.running:
            games = self.query_one(GameList)
            games.focus()
            games.highlighted = 0
        else:
            self.query_one("#begin", Button).focus()

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

    @on(Button.Pressed, "#begin")
    def action_begin(self) -> None:
        """Start a new game."""
        setup = self.chosen()
        storage.save_setup(setup)
        self.dismiss(setup)

    @on(GameList.Chosen)
    def resume(self, event: GameList.Chosen) -> None:
        """Continue the chosen game."""
        self.dismiss(event.stored)

    def action_resume(self) -> None:
        """Continue the highlighted game."""
        self.query_one(GameList).action_select()

    @on(GameList.Deleted)
    def forget_empty_list(self) -> None:
        """Remove the list with its last game."""
        if not self.query_one(GameList).games:
            self.query_one("#saved").remove()
            self.query_one("#begin", Button).focus()

    @on(Select.Changed, "#language")
    def speak(self, event: Select.Changed) -> None:
        """Show this screen in another language."""
        if event.value != self.words.language:
            storage.save_setup(self.chosen())
            self.dismiss(Language(str(event.value)))

    def action_language(self) -> None:
        """Open the list of languages."""
        select = self.query_one("#language", Select)
        select.focus()
        select.action_show_overlay()

    def action_finished(self) -> None:
        """Show the finished games."""
        self.dismiss("finished")

    def action_puzzles(self) -> None:
        """Solve puzzles."""
        self.dismiss("puzzles")

    @on(Button.Pressed, "#learn")
    def action_learn(self) -> None:
        """Show the lessons."""
        self.dismiss("learn")

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(self.words, self.chosen().game))

    def action_leave(self) -> None:
        """Leave the app."""
        self.dismiss("leave")
