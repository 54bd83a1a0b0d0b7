"""Puzzle files: one puzzle a line, fields separated by tabs, after lines that begin with `#`.

    id  rating  own  themes  solution  shares  gaps  misses  solves  position

`own` is how many moves of the solution a person has to find. Themes and solution are separated by
spaces (`-` is none), shares and gaps are percentages at the two efforts, solves are solved tries
and all tries by level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine.errors import BadFile
from azulejos.engine.names import GAME_NAMES
from azulejos.engine.parameters import Expected
from azulejos.puzzles.model import ALPHABET, NAME_LENGTH, THEMES, Puzzle

TITLE = "# azulejos puzzles 1"
NAME = re.compile(f"[{ALPHABET}]{{{NAME_LENGTH}}}")
BOARD = re.compile(r"([a-z-]+) ([a-z]+);")
MAX_RATING = 4000


def write_puzzles(puzzles: Iterable[Puzzle], facts: Mapping[str, str]) -> str:
    """The text of a file; `facts` say how it was made."""
    head = [TITLE, *(f"# {name}: {value}" for name, value in facts.items())]
    return "\n".join([*head, *map(write_puzzle, puzzles)]) + "\n"


def write_puzzle(puzzle: Puzzle) -> str:
    """The line of a puzzle."""
    fields = (
        puzzle.id,
        str(puzzle.rating),
        str(puzzle.own_moves),
        " ".join(puzzle.themes) or "-",
        " ".join(puzzle.solution),
        _percentages(puzzle.shares),
        _percentages(puzzle.gaps),
        f"{100 * puzzle.misses:.0f}",
        " ".join(f"{solved}/{tries}" for solved, tries in puzzle.solves),
        puzzle.position,
    )
    return "\t".join(fields)


def _percentages(shares: tuple[float, float]) -> str:
    return " ".join(f"{100 * share:.1f}" for share in shares)


def read_puzzles(text: str, name: str) -> list[Puzzle]:
    """The puzzles of a file; `name` is that of the file, for errors."""
    lines = text.splitlines()
    if not lines or lines[0] != TITLE:
        raise _damaged(name, 1)
    puzzles = []
    for number, line in enumerate(lines, start=1):
        if line.startswith("#"):
            continue
        try:
            puzzles.append(read_puzzle(line))
        except (ValueError, IndexError):
            raise _damaged(name, number) from None
    return puzzles


def _damaged(name: str, line: int) -> BadFile:
    return BadFile("damaged-line", file=name, expected=Expected("puzzle-file"), line=line)


def read_facts(text: str) -> dict[str, str]:
    """How a file was made: the lines at its beginning."""
    facts = {}
    for line in text.splitlines()[1:]:
        if not line.startswith("# "):
            break
        name, _, value = line[2:].partition(": ")
        facts[name] = value
    return facts


def read_puzzle(line: str) -> Puzzle:
    """The puzzle of a line; raises ValueError for anything else. The position is not read."""
    fields = line.split("\t")
    name, rating, own, themes, solution, shares, gaps, misses, solves, position = fields
    title = BOARD.match(position)
    if title is None or title[1] not in GAME_NAMES or NAME.fullmatch(name) is None:
        raise ValueError("no puzzle")
    puzzle = Puzzle(
        id=name,
        game=title[1],
        board=title[2],
        players=position.count("; player "),
        position=position,
        solution=tuple(solution.split()),
        themes=() if themes == "-" else tuple(themes.split()),
        shares=_pair(shares),
        gaps=_pair(gaps),
        own_moves=int(own),
        misses=int(misses) / 100,
        solves=tuple(map(_tries, solves.split())),
        rating=int(rating),
    )
    if not _is_possible(puzzle):
        raise ValueError("no puzzle")
    return puzzle


def _pair(text: str) -> tuple[float, float]:
    first, second = (round(float(word) / 100, 3) for word in text.split())
    return first, second


def _tries(text: str) -> tuple[int, int]:
    solved, tries = map(int, text.split("/"))
    return solved, tries


def _is_possible(puzzle: Puzzle) -> bool:
    return (
        1 <= puzzle.own_moves <= len(puzzle.solution)
        and set(puzzle.themes) <= set(THEMES)
        and 2 <= puzzle.players <= 4
        and 0 <= puzzle.rating <= MAX_RATING
        and 0 <= puzzle.misses <= 1
        and len(puzzle.solves) == len(LEVEL_NAMES)
        and all(0 <= solved <= tries and tries > 0 for solved, tries in puzzle.solves)
        and all(0 <= share <= 1 for share in (*puzzle.shares, *puzzle.gaps))
    )
