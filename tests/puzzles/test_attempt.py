"""Solving: right moves are answered, wrong ones explained, illegal ones refused."""

from __future__ import annotations

import pytest

from azulejos.engine.errors import IllegalMove
from azulejos.puzzles import Attempt, Puzzle, PuzzleSolved, load_puzzles


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle of two own moves with a reply between them."""
    return next(one for one in load_puzzles("azul") if len(one.solution) == 3)


def test_the_moves_of_the_solution_solve_a_puzzle(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle)
    first, reply, last = puzzle.solution
    answer = attempt.play(first)
    assert (answer.correct, answer.solved, answer.replies) == (True, False, (reply,))
    assert attempt.position.to_play == attempt.player
    answer = attempt.play(last)
    assert (answer.correct, answer.solved, answer.replies) == (True, True, ())
    with pytest.raises(PuzzleSolved):
        attempt.play(last)


def test_an_attempt_goes_on_after_some_moves_of_the_solution(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle, puzzle.solution[:2])
    assert attempt.expected == puzzle.solution[2]
    with pytest.raises(ValueError, match="moves of the solution"):
        Attempt(puzzle, puzzle.solution[1:])


def test_a_wrong_move_changes_nothing_and_is_explained(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle)
    before = attempt.position
    wrong = next(str(move) for move in before.legal_moves if str(move) != puzzle.solution[0])
    assert not attempt.play(wrong).correct
    assert attempt.position == before
    found = attempt.explain(wrong)
    assert found.loss >= 0.1
    assert found.best == puzzle.solution[0]
    assert found.facts


def test_an_illegal_move_is_refused_with_its_reason(puzzle: Puzzle) -> None:
    attempt = Attempt(puzzle)
    illegal = next(
        str(move) for move in attempt.rules.moves if move not in attempt.position.legal_moves
    )
    with pytest.raises(IllegalMove):
        attempt.play(illegal)
    assert attempt.done == 0
