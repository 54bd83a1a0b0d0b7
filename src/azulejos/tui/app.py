"""The Textual app: start screen, tables, replays."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType

from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.i18n import Words, negotiate, words_in
from azulejos.lessons.lesson import Lesson, find_lesson
from azulejos.precompile import Precompiler, job_for
from azulejos.tui import saved_games, size, storage
from azulejos.tui.game_list import FinishedGamesScreen
from azulejos.tui.lesson import LessonScreen
from azulejos.tui.lesson_list import LessonsScreen
from azulejos.tui.local import PACE, LocalTable
from azulejos.tui.preparation import PreparationScreen
from azulejos.tui.puzzle import PuzzleScreen
from azulejos.tui.puzzle_menu import PuzzleMenu
from azulejos.tui.puzzle_session import PuzzleSession, Wish, load_progress
from azulejos.tui.puzzle_table import PuzzleTable
from azulejos.tui.puzzle_text import standing_text
from azulejos.tui.remote import RemoteTable, read_link
from azulejos.tui.replay import ReplayScreen
from azulejos.tui.saved_games import GameFile, StoredGame
from azulejos.tui.seats import write_seats
from azulejos.tui.sentences import damaged_text
from azulejos.tui.source import TableSource
from azulejos.tui.start import Language, StartScreen
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
    HORIZONTAL_BREAKPOINTS = size.BREAKPOINTS_ACROSS
    VERTICAL_BREAKPOINTS = size.BREAKPOINTS_DOWN
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
        puzzles: Wish | None = None,
        lesson: str | None = None,
        pace: float = PACE,
        seed: int | None = None,
        precompiler: Precompiler | None = None,
    ) -> None:
        """Open on a table, a record, puzzles or a lesson; without these, on the start screen.

        The lesson "" is the list of all lessons.
        """
        super().__init__()
        self.words = words
        self.opening = opening
        self.record = record
        self.puzzles = puzzles
        self.lesson = lesson
        self.pace = pace
        self.seed = seed
        self.precompiler = precompiler or Precompiler()
        self.title = "Azulejos"
        for theme in THEMES:
            self.register_theme(theme)
        chosen = storage.load_preferences().theme
        self.theme = chosen if chosen in _theme_names() else THEMES[0].name

    def on_mount(self) -> None:
        """Show the first screen; compile beside it what is not compiled yet."""
        self.precompiler.start()
        self.run_screens()

    def on_unmount(self) -> None:
        """Stop compiling."""
        self.precompiler.close()

    @work
    async def run_screens(self) -> None:
        """Show screens one after another, until the user leaves."""
        if self.record is not None:
            await self.push_screen_wait(ReplayScreen(self.record, self.words))
        elif self.puzzles is not None:
            await self._solve(self.puzzles)
        elif self.opening is not None:
            await self._play(self.opening(self.words))
        elif self.lesson is not None:
            await self._play(await self._learn(find_lesson(self.lesson) if self.lesson else None))
        else:
            while (table := await self._choose()) is not None:
                await self._play(table)
        self.exit()

    async def _play(self, table: TableSource | None) -> None:
        """Play at a table, and at the tables of rematches."""
        while table is not None:
            table = await self.push_screen_wait(TableScreen(table, self.words))

    async def _choose(self) -> TableSource | None:
        """A new table, one of the saved ones, or None to leave."""
        while True:
            setup, running = storage.load_setup(), saved_games.running_games()
            screen = StartScreen(self.words, self.precompiler, setup, running)
            match await self.push_screen_wait(screen):
                case Setup() as wish:
                    return await self._new_table(wish)
                case StoredGame() as stored:
                    # Another terminal may have played on since the list was read.
                    if (game := await self._load(stored.file, stored.record.game)) is not None:
                        return self._local_table(game, stored.file)
                case Language(code):
                    self._speak(code)
                case "finished":
                    await self._browse()
                case "puzzles":
                    await self._choose_puzzles()
                case "learn":
                    if (table := await self._learn()) is not None:
                        return table
                case _:
                    return None

    async def _new_table(self, setup: Setup) -> TableSource:
        await self._prepare(setup.game)
        return self._local_table(new_game(setup, self.seed), GameFile.new())

    async def _learn(self, lesson: Lesson | None = None) -> TableSource | None:
        """Take lessons, until the list is left; the table of a first game, if one is wanted."""
        wish: Lesson | Setup | None = lesson
        while True:
            wish = wish or await self.push_screen_wait(LessonsScreen(self.words))
            if isinstance(wish, Lesson):
                await self._prepare(wish.game)
                wish = await self.push_screen_wait(LessonScreen(wish, self.words))
            elif wish is None:
                return None
            if isinstance(wish, Setup):
                return await self._new_table(wish)

    async def _choose_puzzles(self) -> None:
        """Solve puzzles of one kind after another, until the choice is left."""
        while True:
            session = self._puzzle_session(Wish())
            menu = PuzzleMenu(self.words, standing_text(self.words, session))
            if (wish := await self.push_screen_wait(menu)) is None:
                return
            await self._solve(wish)

    async def _solve(self, wish: Wish) -> None:
        """Solve puzzles until there are none left, or the person leaves."""
        session = self._puzzle_session(wish)
        puzzle = session.next()
        if puzzle is None:
            self.notify(self.words.gettext("You have tried all of these puzzles."))
            return
        table: TableSource | None = PuzzleTable(puzzle, self.words, self.precompiler)
        while isinstance(table, PuzzleTable):
            await self._prepare(table.puzzle.game)
            screen = PuzzleScreen(table, session, self.words)
            table = await self.push_screen_wait(screen)

    def _puzzle_session(self, wish: Wish) -> PuzzleSession:
        """A session with what is kept; says what could not be read."""
        progress, aside = load_progress()
        if aside is not None:
            self.notify(damaged_text(self.words, aside), severity="warning", timeout=20)
        return PuzzleSession(wish, progress)

    async def _browse(self) -> None:
        """Replay finished games, until the list is left."""
        while True:
            games = saved_games.finished_games()
            stored = await self.push_screen_wait(FinishedGamesScreen(self.words, games))
            if stored is None:
                return
            game = await self._load(stored.file, stored.record.game)
            if game is not None:
                await self.push_screen_wait(ReplayScreen(game, self.words))

    async def _load(self, file: GameFile, name: str) -> Game | None:
        """A stored game; says so and returns None if it cannot be read."""
        await self._prepare(name)
        try:
            return file.load(self.seed)
        except AzulejosError as error:
            self.notify(self.words.error(error), severity="error")
        except (OSError, UnicodeDecodeError) as error:
            self.notify(str(error), severity="error")
        return None

    def _speak(self, language: str) -> None:
        """Change the language, and remember it."""
        self.words = words_in(language)
        storage.save_preferences(replace(storage.load_preferences(), language=language))

    def _local_table(self, game: Game, file: GameFile) -> TableSource:
        return LocalTable(
            game,
            self.words,
            pace=self.pace,
            seed=self.seed,
            precompiler=self.precompiler,
            file=file,
        )

    async def _prepare(self, *games: str) -> None:
        """Wait until the rules of some games are compiled."""
        jobs = [job_for(game) for game in games if not self.precompiler.is_ready(game)]
        for job in jobs:
            self.precompiler.want(job.game)
        if jobs:
            await self.push_screen_wait(PreparationScreen(self.words, self.precompiler, jobs))

    def action_switch_theme(self) -> None:
        """Switch between the dark and the light theme."""
        names = _theme_names()
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        storage.save_preferences(replace(storage.load_preferences(), theme=self.theme))


def _theme_names() -> list[str]:
    return [theme.name for theme in THEMES]


def new_game(setup: Setup, seed: int | None = None) -> Game:
    """A new game with a random starting player."""
    game = Game(
        setup.game, board=setup.board, players=setup.players, seed=seed, first_player="random"
    )
    return write_seats(game, setup.seat_list())


def words_for(language: str | None) -> Words:
    """The texts of a language, by default the one chosen in the app, or else the terminal's."""
    return words_in(language or storage.load_preferences().language or language_of(os.environ))


def join(link: str) -> Callable[[Words], TableSource] | None:
    """A function that opens the table of a link; None for other texts."""
    known = read_link(link)
    return None if known is None else lambda words: RemoteTable(known, words)
