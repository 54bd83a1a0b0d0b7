"""What is a puzzle: each condition refuses a position that breaks it."""

from __future__ import annotations

import msgspec
import pytest

from azulejos.azul import Position, Seat, Setup
from azulejos.engine import find_game
from azulejos.puzzles import Puzzle, load_puzzles
from azulejos.puzzles.definition import CANDIDATES, EFFORTS, Examiner, Finding, greedy_misses
from azulejos.puzzles.generator import examiner_of, later_positions, own_decisions, solution_of
from azulejos.puzzles.levels import TRIES, level_solves
from azulejos.puzzles.themes import themes_of
from azulejos.puzzles.verify import duplicates, problems

#: 3b3 is about as good as 6w1, the best move of the ranking, which has 3b3 in the 9th place.
BEHIND = (
    "azul coloured; phase draft; round 5; to-play 1; start 2; marker 1; "
    "factories - - bbbk - - rwww -; centre bbbbyrrrk; bag 3b3y2r1w; lid 2b10y3r4k1w; "
    "placed 0; idle 0; stalemate 5; end none; "
    "player 19 | - ww - - rrrrr | byrk. .byr. kw... .k... ..... | -; "
    "player 0 | - w - www kkk | by... .b.rk k..y. ..... ..... | kk; "
    "player 24 | w - bbb wwww kk | .yrk. wbyr. kw..r ..... ...w. | -"
)


@pytest.fixture(scope="module")
def known() -> Puzzle:
    """A short puzzle of two players."""
    return next(one for one in load_puzzles("azul") if len(one.solution) == 3)


def examiner(puzzle: Puzzle) -> Examiner:
    return examiner_of(puzzle.game, puzzle.board, puzzle.players)


def test_the_efforts_are_tenfold_apart() -> None:
    assert EFFORTS[1] == 10 * EFFORTS[0]


@pytest.mark.parametrize(
    ("share", "gap", "is_unique", "is_open"),
    [
        (0.50, 0.100, True, True),
        (0.50, 0.099, False, True),
        (0.149, 0.2, True, False),
        (0.971, 0.2, True, False),
    ],
)
def test_a_finding_is_unique_and_open_by_its_numbers(
    share: float, gap: float, is_unique: bool, is_open: bool
) -> None:
    found = Finding(0, share, gap, (0,), (1,))
    assert (found.is_unique, found.is_open) == (is_unique, is_open)


def test_a_position_with_equal_moves_is_no_puzzle() -> None:
    setup = Setup([Seat(), Seat()], factories=["bbbb", "bbbb", "", "", ""])
    position = Position.from_setup(setup)
    assert not Examiner(position).is_candidate(position)
    assert Examiner(position).puzzle_move(position) is None


def test_a_good_move_that_a_ranking_puts_far_behind_is_compared() -> None:
    position = find_game("azul").read_position(BEHIND)
    states, examiner = position.states, Examiner(position)
    ranked = examiner.evaluator.rank(states, EFFORTS[0])
    other = position.rules.as_move("3b3").index
    assert other not in [one.action for one in ranked[:CANDIDATES]]
    assert other in examiner.candidates(states, ranked[0].action, ranked)
    assert examiner.puzzle_move(position) is None


def test_a_position_with_one_move_is_no_puzzle() -> None:
    wall = [*["....."] * 5]
    lines = ["k", "kk", "kkk", "kkkk", "kkkkk"]
    setup = Setup([Seat(lines=lines, wall=wall), Seat()], factories=["bbbb", "", "", "", ""])
    position = Position.from_setup(setup)
    assert len(position.legal_moves) == 1
    assert not Examiner(position).is_candidate(position)
    assert Examiner(position).examine(position, EFFORTS[0]) is None


def test_a_puzzle_is_found_again_with_its_solution_and_themes(known: Puzzle) -> None:
    position = find_game(known.game).read_position(known.position)
    found = examiner(known).puzzle_move(position)
    assert found is not None
    assert [round(one.gap, 3) for one in found] == list(known.gaps)
    moves = position.rules.moves
    actions = solution_of(examiner(known), position, found[-1])
    assert tuple(str(moves[action]) for action in actions) == known.solution
    assert themes_of(examiner(known).evaluator, position, found[-1]) == known.themes


def test_levels_solve_a_puzzle_as_often_as_it_says(known: Puzzle) -> None:
    position = find_game(known.game).read_position(known.position)
    actions = [position.rules.as_move(text).index for text in known.solution]
    decisions = own_decisions(position, actions)
    assert len(decisions) == 2
    solves = level_solves(decisions, seed=int.from_bytes(known.id.encode()))
    assert solves == known.solves
    assert [tries for _, tries in solves] == list(TRIES.values())


def test_the_greedy_bot_misses_the_move_in_the_share_claimed(known: Puzzle) -> None:
    position = find_game(known.game).read_position(known.position)
    action = position.rules.as_move(known.solution[0]).index
    assert greedy_misses(position, action) == known.misses


def test_verification_finds_a_wrong_solution(known: Puzzle) -> None:
    position = find_game(known.game).read_position(known.position)
    other = next(str(move) for move in position.legal_moves if str(move) != known.solution[0])
    wrong = msgspec.structs.replace(known, solution=(other,))
    assert any(problem.startswith(f"{known.id}: solution: expected") for problem in problems(wrong))


def test_a_later_position_of_a_puzzle_is_no_puzzle_of_its_own(known: Puzzle) -> None:
    (later,) = later_positions(known)
    part = msgspec.structs.replace(known, id="222222", position=later, solution=known.solution[2:])
    assert list(duplicates([known, part])) == [f"222222: is part of {known.id}"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"solution": ("9b5",)}, "there is no"),
        ({"id": "222222"}, "another name"),
        ({"misses": 0.55}, "misses: expected"),
        ({"themes": ("keep",)}, "themes: expected"),
        ({"own_moves": 1}, "own_moves: expected"),
        ({"gaps": (0.05, 0.3)}, "shares of victory differ"),
        ({"shares": (0.99, 0.99)}, "shares of victory differ"),
    ],
)
def test_verification_finds_false_claims(
    known: Puzzle, change: dict[str, object], problem: str
) -> None:
    found = problems(msgspec.structs.replace(known, **change))
    assert any(problem in one for one in found)
