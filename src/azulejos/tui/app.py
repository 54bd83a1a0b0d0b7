"""The Textual app: start screen, tables, replays."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from azulejos.game import Game
from azulejos.i18n import LANGUAGES, Words, negotiate, words_in
from azulejos.tui import storage
from azulejos.tui.local import PACE, LocalTable
from azulejos.tui.remote import RemoteTable, read_link
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.seats import write_seats
from azulejos.tui.source import TableSource
from azulejos.tui.start import StartScreen
from azulejos.tui.storage import Setup
from azulejos.tui.table import TableScreen
from azulejos.tui.theme import THEMES

#: Environment variables that name the user's languages, by precedence.
LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> str:
    """The language of a terminal's environment."""
    for name in LOCALES:
        wish = environment.get(name, "")
        if wish:
            return negotiate(wish.replace(":", ","))
    return negotiate(None)


class AzulejosApp(App[None]):
    """The app, for all games."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "switch_theme", "Light or dark", show=False),
        Binding("ctrl+c", "quit", "Leave", show=False, priority=True),
    ]

    def __init__(
        self,
        words: Words,
        opening: Callable[[Words], TableSource] | None = None,
        *,
        record: Game | None = None,
        pace: float = PACE,
        seed: int | None = None,
    ) -> None:
        """Open on a table or a record; without either, on the start screen."""
        super().__init__()
        self.words = words
        self.opening = opening
        self.record = record
        self.pace = pace
        self.seed = seed
        self.title = "Azulejos"
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def on_mount(self) -> None:
        """Show the first screen."""
        self.run_screens()

    @work
    async def run_screens(self) -> None:
        """Show screens one after another, until the user leaves."""
        if self.record is not None:
            await self.push_screen_wait(ReplayScreen(self.record, self.words))
        elif self.opening is not None:
            await self._play(self.opening(self.words))
        else:
            while (table := await self._choose()) is not None:
                await self._play(table)
        self.exit()

    async def _play(self, table: TableSource | None) -> None:
        """Play at a table, and at the tables of rematches."""
        while table is not None:
            table = await self.push_screen_wait(TableScreen(table, self.words))

    async def _choose(self) -> TableSource | None:
        """A new table, the saved one, or None to leave."""
        can_continue = storage.load_game() is not None
        screen = StartScreen(self.words, storage.load_setup(), can_continue=can_continue)
        wish = await self.push_screen_wait(screen)
        # A bot may have moved after the screen was shown: load the game again.
        if wish == "continue" and (kept := storage.load_game()) is not None:
            return LocalTable(kept, self.words, pace=self.pace, seed=self.seed)
        if isinstance(wish, Setup):
            return LocalTable(new_game(wish, self.seed), self.words, pace=self.pace, seed=self.seed)
        return None

    def action_switch_theme(self) -> None:
        """Switch between the dark and the light theme."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]


def new_game(setup: Setup, seed: int | None = None) -> Game:
    """A new game with a random starting player."""
    game = Game(
        setup.game, board=setup.board, players=setup.players, seed=seed, first_player="random"
    )
    return write_seats(game, setup.seat_list())


def words_for(language: str | None) -> Words | None:
    """The texts of a language, by default the terminal's; None for an unknown code."""
    if language is None:
        return words_in(language_of(os.environ))
    return words_in(language) if language in LANGUAGES else None


def join(link: str) -> Callable[[Words], TableSource] | None:
    """A function that opens the table of a link; None for other texts."""
    known = read_link(link)
    return None if known is None else lambda words: RemoteTable(known, words)
