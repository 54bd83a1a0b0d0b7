"""Verification: whether puzzles are what docs/puzzles.md says, by searching them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from azulejos.engine import AnyPosition
from azulejos.engine.errors import AzulejosError
from azulejos.engine.games import find_game
from azulejos.engine.state import BOARDS
from azulejos.parallel import executor
from azulejos.puzzles.definition import LEAST_GAP, LEAST_MISSES, SHARES, greedy_misses
from azulejos.puzzles.generator import examiner_of, one_line, own_decisions
from azulejos.puzzles.model import Puzzle, canonical, name_of

#: Shares are kept with three digits.
ROUNDING = 0.0006

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
    """Positions and names that occur twice."""
    all_puzzles = list(puzzles)
    texts = Counter(canonical(puzzle.position) for puzzle in all_puzzles)
    names = Counter(puzzle.id for puzzle in all_puzzles)
    for puzzle in all_puzzles:
        if texts[canonical(puzzle.position)] > 1 or names[puzzle.id] > 1:
            yield f"{puzzle.id}: occurs twice"


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
    game_actions = list(_legal_actions(position, puzzle.solution))
    yield from _first_move(puzzle, position)
    examiner = examiner_of(puzzle.game, puzzle.board, puzzle.players)
    decisions = own_decisions(position, game_actions)
    if len(decisions) != puzzle.own_moves:
        yield "another number of moves is to be found"
    for at, action in decisions:
        unique = examiner.unique_move(at)
        if unique is None or unique[-1].action != action:
            yield f"{rules.moves[action]} is not the only good move at both efforts"


def _legal_actions(position: AnyPosition, moves: Sequence[str]) -> Iterator[int]:
    """The actions of moves; raises IllegalMove if one is not legal."""
    states, rules = position.states, position.rules
    for text in moves:
        move = rules.as_move(text)
        rules.apply(states, move, None)
        yield move.index


def _first_move(puzzle: Puzzle, position: AnyPosition) -> Iterator[str]:
    """The conditions on the first move."""
    action = position.rules.as_move(puzzle.solution[0]).index
    if greedy_misses(position, action) != puzzle.misses or puzzle.misses <= LEAST_MISSES:
        yield "the greedy bot does not miss it in the share claimed"
    if min(puzzle.gaps) < LEAST_GAP - ROUNDING:
        yield "the next best move is too good"
    if not all(SHARES[0] - ROUNDING <= share <= SHARES[1] + ROUNDING for share in puzzle.shares):
        yield "the game is decided"
    examiner = examiner_of(puzzle.game, puzzle.board, puzzle.players)
    found = examiner.unique_move(position)
    if found is None:
        return  # reported with the other moves
    for effort, one in enumerate(found):
        claimed = (puzzle.shares[effort], puzzle.gaps[effort])
        if max(abs(one.share - claimed[0]), abs(one.gap - claimed[1])) > ROUNDING:
            yield f"shares of victory differ at effort {effort + 1}"
