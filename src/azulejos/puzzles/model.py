"""A puzzle as data. The position is kept as text: reading it needs the rules, all else does not."""

from __future__ import annotations

import hashlib
import re
from typing import TypeAlias

import msgspec

from azulejos.bots.names import LEVEL_NAMES

#: Letters of puzzle names: none that are mistaken for another.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
NAME_LENGTH = 6

#: What a puzzle is about, in the order in which they are listed.
THEMES = (
    "end",
    "prevent-end",
    "starve",
    "poison",
    "block",
    "marker",
    "floor",
    "points",
    "column",
    "colour",
    "star",
    "number",
    "combo",
    "wild",
    "keep",
)

#: Solved tries and all tries, by level from the weakest.
Solves: TypeAlias = tuple[tuple[int, int], ...]


class Puzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A position, the moves that solve it, and how hard it is.

    The solution begins with the player to move and contains the replies of the others. Shares and
    gaps are those of the first move at the two efforts.
    """

    id: str
    game: str
    board: str
    players: int
    position: str
    solution: tuple[str, ...]
    themes: tuple[str, ...]
    shares: tuple[float, float]
    gaps: tuple[float, float]
    own_moves: int = 1  # of the solution; the others are replies
    misses: float  # share of tries in which the greedy bot misses the first move
    solves: Solves
    rating: int = 0

    def solve_rate(self, level: str) -> float:
        """The share of tries in which a level solved it."""
        solved, tries = self.solves[LEVEL_NAMES.index(level)]
        return solved / tries


def canonical(position: str) -> str:
    """The text of a position in which the order of the factories does not matter."""

    def in_order(found: re.Match[str]) -> str:
        return f"factories {' '.join(sorted(found[1].split()))};"

    return re.sub(r"factories ([^;]*);", in_order, position)


def name_of(position: str) -> str:
    """The name of the puzzle at a position: the same wherever it was found."""
    number = int.from_bytes(hashlib.blake2b(canonical(position).encode(), digest_size=8).digest())
    letters = []
    for _ in range(NAME_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)
