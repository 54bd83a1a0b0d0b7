"""Verification: whether puzzles are what docs/puzzles.md says, by searching them again."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from azulejos.engine.errors import AzulejosError
from azulejos.engine.games import find_game
from azulejos.engine.state import BOARDS
from azulejos.parallel import executor
from azulejos.puzzles.generator import (
    examiner_of,
    later_positions,
    legal_actions,
    make_puzzle,
    one_line,
)
from azulejos.puzzles.model import Puzzle, canonical, name_of

#: Shares are kept with three digits.
ROUNDING = 0.0006
#: What must be the same when a puzzle is made again.
MADE = ("solution", "own_moves", "themes", "misses", "solves")

#: Called with the puzzles verified and all of them.
Report = Callable[[int, int], None]


def verify_puzzles(
    puzzles: Sequence[Puzzle],
    *,
    processes: int = 1,
    ray: str | None = None,
    report: Report = lambda _done, _all: None,
) -> list[str]:
    """Everything that is wrong with some puzzles, each searched again at both efforts."""
    found = list(duplicates(puzzles))
    results = executor(processes, ray).run(problems, puzzles)
    for done, wrong in enumerate(results, start=1):
        found += wrong
        report(done, len(puzzles))
    return found


def duplicates(puzzles: Iterable[Puzzle]) -> Iterator[str]:
    """Positions and names that occur twice, and positions within the solution of another puzzle."""
    all_puzzles = list(puzzles)
    texts = Counter(canonical(puzzle.position) for puzzle in all_puzzles)
    names = Counter(puzzle.id for puzzle in all_puzzles)
    later: dict[str, str] = {}
    for puzzle in all_puzzles:
        with contextlib.suppress(AzulejosError):  # `problems` reports it
            later |= dict.fromkeys(later_positions(puzzle), puzzle.id)
    for puzzle in all_puzzles:
        text = canonical(puzzle.position)
        if texts[text] > 1 or names[puzzle.id] > 1:
            yield f"{puzzle.id}: occurs twice"
        if text in later:
            yield f"{puzzle.id}: is part of {later[text]}"


def missing_kinds(puzzles: Sequence[Puzzle], themes: Iterable[str]) -> Iterator[str]:
    """Configurations and themes of a game without any puzzle."""
    configurations = {(puzzle.board, puzzle.players) for puzzle in puzzles}
    for board in BOARDS:
        for players in (2, 3, 4):
            if (board, players) not in configurations:
                yield f"{board}, {players} players: no puzzle"
    present = {theme for puzzle in puzzles for theme in puzzle.themes}
    for theme in themes:
        if theme not in present:
            yield f"{theme}: no puzzle has this theme"


def problems(puzzle: Puzzle) -> list[str]:
    """Everything that is wrong with a puzzle."""
    try:
        return [f"{puzzle.id}: {problem}" for problem in _problems(puzzle)]
    except AzulejosError as error:
        return [f"{puzzle.id}: {error}"]


def _problems(puzzle: Puzzle) -> Iterator[str]:
    rules = find_game(puzzle.game)
    position = rules.read_position(puzzle.position)
    if one_line(position) != puzzle.position or name_of(puzzle.position) != puzzle.id:
        yield "the position is written otherwise, or has another name"
    if (position.board, len(position.scores)) != (puzzle.board, puzzle.players):
        yield "the position has another board or number of players"
    legal_actions(position, puzzle.solution)
    examiner = examiner_of(puzzle.game, puzzle.board, puzzle.players)
    found = examiner.puzzle_move(position)
    if found is None:
        yield "no move is the only good one at both efforts, open and not greedy"
        return
    yield from _differences(puzzle, make_puzzle(examiner, position, found))
    for effort, one in enumerate(found):
        claimed = (puzzle.shares[effort], puzzle.gaps[effort])
        if max(abs(one.share - claimed[0]), abs(one.gap - claimed[1])) > ROUNDING:
            yield f"shares of victory differ at effort {effort + 1}"


def _differences(claimed: Puzzle, found: Puzzle) -> Iterator[str]:
    """What the same position gives when its puzzle is made again."""
    for name in MADE:
        expected, got = getattr(found, name), getattr(claimed, name)
        if expected != got:
            yield f"{name}: expected {expected}, got {got}"
