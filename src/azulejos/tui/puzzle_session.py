"""Solving puzzles on this machine: which comes next, and what is kept of the person."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from pathlib import Path

from azulejos.puzzles import Puzzle, next_puzzle, puzzle, puzzle_of_the_day
from azulejos.puzzles.progress import Progress, read_progress
from azulejos.tui.storage import put_aside, state_folder, write_atomically


@dataclass(frozen=True)
class Wish:
    """Which puzzles: those of a game and a theme that fit the rating, or a single one."""

    game: str | None = None
    theme: str | None = None
    name: str | None = None
    today: bool = False

    @property
    def is_single(self) -> bool:
        """Whether it is one puzzle, which may have been tried before."""
        return self.today or self.name is not None


@dataclass
class PuzzleSession:
    """Puzzles one after another, and the progress of the person, saved after each."""

    wish: Wish
    progress: Progress
    date: datetime.date = field(default_factory=lambda: datetime.datetime.now(datetime.UTC).date())
    asked: int = 0  # puzzles so far

    def next(self) -> Puzzle | None:
        """The next puzzle; None if there is none left."""
        wish, self.asked = self.wish, self.asked + 1
        if wish.is_single:
            if self.asked > 1:
                return None
            return puzzle_of_the_day(self.date) if wish.name is None else puzzle(wish.name)
        rating, tried = self.progress.rating.rating, self.progress.tried.keys()
        return next_puzzle(rating, game=wish.game, theme=wish.theme, seen=tried)

    @property
    def has_next(self) -> bool:
        """Whether other puzzles may follow."""
        return not self.wish.is_single

    def is_todays(self, one: Puzzle) -> bool:
        """Whether this is the puzzle of the day."""
        return one.id == puzzle_of_the_day(self.date).id

    def add(self, one: Puzzle, *, solved: bool) -> None:
        """Count the first answer to a puzzle and save it; raises OSError if it cannot be kept."""
        self.progress.add(one, solved=solved)
        if solved and self.is_todays(one):
            self.progress.add_day(self.date)
        write_atomically(progress_file(), self.progress.to_text())


def progress_file() -> Path:
    """Where the progress of this machine's user is kept."""
    return state_folder() / "puzzles.json"


def load_progress() -> tuple[Progress, Path | None]:
    """What is kept, and where the file was put aside if some of it could not be read."""
    path = progress_file()
    if not path.exists():
        return Progress(), None
    found = read_progress(path.read_text(encoding="utf-8", errors="replace"))
    if not found.damaged:
        return found, None
    return found, put_aside(path, found.to_text())
