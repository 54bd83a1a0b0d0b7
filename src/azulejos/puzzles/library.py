"""The packaged puzzles, read when they are first used; no rules are needed to list them."""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Collection
from functools import cache
from pathlib import Path

from azulejos.engine.names import GAME_NAMES, check_game
from azulejos.puzzles.errors import UnknownPuzzle
from azulejos.puzzles.model import Puzzle
from azulejos.puzzles.text import read_facts, read_puzzles

FOLDER = Path(__file__).with_name("data")
#: Ratings of puzzles of the day.
DAILY_RATINGS = (1300, 1900)


def puzzle_file(game: str) -> Path:
    """The file with the puzzles of a game."""
    check_game(game)
    return FOLDER / f"{game}.txt"


@cache
def load_puzzles(game: str) -> tuple[Puzzle, ...]:
    """The packaged puzzles of a game."""
    path = puzzle_file(game)
    return tuple(read_puzzles(path.read_text(encoding="utf-8"), path.name))


def how_made(game: str) -> dict[str, str]:
    """The command, seed and cost that made the puzzles of a game."""
    return read_facts(puzzle_file(game).read_text(encoding="utf-8"))


def all_puzzles() -> list[Puzzle]:
    """The packaged puzzles of all games."""
    return [puzzle for game in GAME_NAMES for puzzle in load_puzzles(game)]


@cache
def _by_name() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in all_puzzles()}


def puzzle(name: str) -> Puzzle:
    """The packaged puzzle of that name."""
    found = _by_name().get(name)
    if found is None:
        raise UnknownPuzzle("unknown-puzzle", name=name[:40])
    return found


def puzzle_of_the_day(date: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everyone; the date is that of UTC.

    Each day ranks all puzzles by a hash, so that new puzzles seldom change the choice.
    """
    low, high = DAILY_RATINGS
    fitting = [one for one in _by_name().values() if low <= one.rating <= high]
    return min(fitting, key=lambda one: _rank(date, one.id))


def _rank(date: datetime.date, name: str) -> bytes:
    return hashlib.blake2b(f"{date.isoformat()} {name}".encode(), digest_size=8).digest()


def next_puzzle(
    rating: float,
    *,
    game: str | None = None,
    theme: str | None = None,
    seen: Collection[str] = (),
) -> Puzzle | None:
    """The puzzle that fits a rating best and was not seen yet; None if all were seen."""
    games = GAME_NAMES if game is None else (game,)
    fitting = [
        one
        for name in games
        for one in load_puzzles(name)
        if one.id not in seen and (theme is None or theme in one.themes)
    ]
    return min(fitting, key=lambda one: (abs(one.rating - rating), one.id), default=None)
