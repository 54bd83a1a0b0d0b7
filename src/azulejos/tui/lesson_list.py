"""List of the lessons, and of a first game against the easiest bot for each game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Label, OptionList

from azulejos.engine import GAMES
from azulejos.i18n import Words
from azulejos.lessons.lesson import Lesson, lessons
from azulejos.tui.lesson import first_game, lesson_text
from azulejos.tui.lesson_progress import LessonProgress, load_progress
from azulejos.tui.names import game_name
from azulejos.tui.sentences import damaged_text
from azulejos.tui.size import SizeNotice
from azulejos.tui.storage import Setup

#: What the list is dismissed with.
Wish: TypeAlias = Lesson | Setup | None


class LessonsScreen(Screen[Wish]):
    """All lessons. Dismissed with a lesson or a first game."""

    CSS_PATH = "start.tcss"

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.progress, self._aside = load_progress()
        self.choices: list[Lesson | Setup] = []
        self._bindings.bind("q,escape", "leave", words.gettext("Back"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """The list: the lessons of each game, then its first game."""
        rows = list(self._rows())
        self.choices = [choice for choice, _ in rows]
        yield SizeNotice(self.words)
        with Vertical(id="archive"):
            yield Label(self.words.gettext("Learn"), classes="heading")
            yield OptionList(*(row for _, row in rows), id="lessons", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def _rows(self) -> Iterator[tuple[Lesson | Setup, Text]]:
        for game in GAMES:
            for lesson in lessons().values():
                if lesson.game == game:
                    yield lesson, self._lesson_row(lesson)
            row = Text(f"▸ {game_name(self.words, game)}: ")
            yield first_game(game), row.append(self.words.gettext("Play a first game"))

    def _lesson_row(self, lesson: Lesson) -> Text:
        """The title of a lesson, how far it is done, and what it is about."""
        is_finished = lesson.name in self.progress.finished
        text = Text("✓ " if is_finished else "○ ")
        text.append(self.words.of_data(lesson.title), "bold")
        text.append(f"  {state_text(self.words, lesson, self.progress)}\n  ", "dim")
        return text.append_text(lesson_text(self.words, lesson.text))

    def on_mount(self) -> None:
        """Focus the list, at the first lesson that is not finished."""
        if self._aside is not None:
            text = damaged_text(self.words, self._aside)
            self.notify(text, severity="warning", timeout=20)
        rows = self.query_one(OptionList)
        rows.focus()
        rows.highlighted = next(
            (
                number
                for number, choice in enumerate(self.choices)
                if isinstance(choice, Lesson) and choice.name not in self.progress.finished
            ),
            0,
        )

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Take a lesson, or play."""
        self.dismiss(self.choices[event.option_index])

    def action_leave(self) -> None:
        """Back to the start screen."""
        self.dismiss(None)


def state_text(words: Words, lesson: Lesson, progress: LessonProgress) -> str:
    """How far a lesson is done."""
    count, done = len(lesson.steps), progress.next_step(lesson)
    if done:
        return words.gettext("Continue with step {step} of {steps}", step=done + 1, steps=count)
    if lesson.name in progress.finished:
        return words.gettext("Done. Take it again any time.")
    return words.ngettext("{n} step", "{n} steps", count)
