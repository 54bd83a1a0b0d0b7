"""Puzzles: positions with one best move, packaged with the library, and what makes more of them.

docs/puzzles.md defines them. Names are imported when they are first used: listing puzzles and
rating people needs no rules.
"""

from typing import TYPE_CHECKING

from azulejos.engine.lazy import lazy_attributes

if TYPE_CHECKING:
    from azulejos.puzzles.attempt import Answer, Attempt, Explanation
    from azulejos.puzzles.errors import PuzzleSolved, UnknownPuzzle
    from azulejos.puzzles.glicko2 import Rating, after_try
    from azulejos.puzzles.library import (
        how_made,
        load_puzzles,
        next_puzzle,
        puzzle,
        puzzle_of_the_day,
    )
    from azulejos.puzzles.make import Plan, make_puzzles
    from azulejos.puzzles.model import THEMES, Puzzle
    from azulejos.puzzles.verify import verify_puzzles

__all__ = [
    "THEMES",
    "Answer",
    "Attempt",
    "Explanation",
    "Plan",
    "Puzzle",
    "PuzzleSolved",
    "Rating",
    "UnknownPuzzle",
    "after_try",
    "how_made",
    "load_puzzles",
    "make_puzzles",
    "next_puzzle",
    "puzzle",
    "puzzle_of_the_day",
    "verify_puzzles",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_attributes(
        __name__,
        {
            "azulejos.puzzles.attempt": ("Answer", "Attempt", "Explanation"),
            "azulejos.puzzles.errors": ("PuzzleSolved", "UnknownPuzzle"),
            "azulejos.puzzles.glicko2": ("Rating", "after_try"),
            "azulejos.puzzles.library": (
                "how_made",
                "load_puzzles",
                "next_puzzle",
                "puzzle",
                "puzzle_of_the_day",
            ),
            "azulejos.puzzles.make": ("Plan", "make_puzzles"),
            "azulejos.puzzles.model": ("THEMES", "Puzzle"),
            "azulejos.puzzles.verify": ("verify_puzzles",),
        },
    )
