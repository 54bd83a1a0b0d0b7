"""What is kept of a person on a device: the rating, the puzzles tried, and streaks.

As JSON text. Damaged text loses only what cannot be read, and says so.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field

import msgspec

from azulejos.puzzles.glicko2 import Rating, after_try
from azulejos.puzzles.model import Puzzle


@dataclass
class Progress:
    """The rating of a person and what was tried; `damaged` if some of it could not be read."""

    rating: Rating = field(default_factory=Rating)
    tried: dict[str, bool] = field(default_factory=dict)  # solved at the first try, by puzzle
    streak: int = 0  # puzzles in a row solved at the first try
    best_streak: int = 0
    days: list[str] = field(default_factory=list)  # of puzzles of the day that were solved
    damaged: bool = False

    def add(self, puzzle: Puzzle, *, solved: bool) -> None:
        """Count the first try at a puzzle; further tries change nothing."""
        if puzzle.id in self.tried:
            return
        self.rating = after_try(self.rating, puzzle.rating, solved=solved)
        self.tried[puzzle.id] = solved
        self.streak = self.streak + 1 if solved else 0
        self.best_streak = max(self.best_streak, self.streak)

    def add_day(self, date: datetime.date) -> None:
        """Count a puzzle of the day as solved."""
        if date.isoformat() not in self.days:
            self.days.append(date.isoformat())

    def day_streak(self, today: datetime.date) -> int:
        """Days in a row, up to today or yesterday, whose puzzle was solved."""
        day = today if today.isoformat() in self.days else today - datetime.timedelta(days=1)
        count = 0
        while (day - datetime.timedelta(days=count)).isoformat() in self.days:
            count += 1
        return count

    def to_text(self) -> str:
        """As JSON; `read_progress` reads it back."""
        kept = {
            "rating": self.rating,
            "tried": self.tried,
            "streak": self.streak,
            "best_streak": self.best_streak,
            "days": self.days,
        }
        return msgspec.json.encode(kept).decode()


def read_progress(text: str) -> Progress:
    """What was kept, as far as it can be read."""
    try:
        kept = msgspec.json.decode(text, type=dict[str, object])
    except (msgspec.DecodeError, msgspec.ValidationError):
        return Progress(damaged=True)
    progress = Progress()
    for name, kind in _KINDS.items():
        if name not in kept:
            continue
        usable = _usable(kept[name], _ITEMS[name]) if name in _ITEMS else kept[name]
        progress.damaged = progress.damaged or usable != kept[name]
        try:
            value = msgspec.convert(usable, kind)
        except msgspec.ValidationError:
            progress.damaged = True
        else:
            setattr(progress, name, value)
    if not progress.rating.is_possible:
        progress.rating, progress.damaged = Rating(), True
    return progress


def _usable(kept: object, kind: type) -> object:
    """A table or a list without the items of another kind: one takes no other with it."""
    if isinstance(kept, dict):
        return {name: value for name, value in kept.items() if isinstance(value, kind)}
    if isinstance(kept, list):
        return [value for value in kept if isinstance(value, kind)]
    return kept


#: Kinds of items, by field.
_ITEMS: dict[str, type] = {"tried": bool, "days": str}


_KINDS: dict[str, object] = {
    "rating": Rating,
    "tried": dict[str, bool],
    "streak": int,
    "best_streak": int,
    "days": list[str],
}
