"""The set of positions with exact values: it can be read, and brute force agrees with it."""

from __future__ import annotations

import pytest
from benchmarks.exact import Solved, Solver, read, solved

from azulejos import Game
from azulejos.engine import unchecked
from tests.analysis.brute_force import BruteForce, TooLarge, after

#: Lines that a brute force without a table may follow.
MOST = 2_000


@pytest.fixture(scope="module")
def positions() -> list[Solved]:
    return read()


def test_in_every_position_the_choice_matters_and_all_moves_are_there(
    positions: list[Solved],
) -> None:
    assert len({str(one.position) for one in positions}) == len(positions) > 100
    for one in positions:
        assert set(one.shares) == {str(move) for move in one.position.legal_moves}
        assert set(one.shares.values()) <= {0.0, 0.5, 1.0}
        assert len(set(one.shares.values())) > 1


def test_brute_force_agrees_where_it_can_follow_all_lines(positions: list[Solved]) -> None:
    compared = 0
    for one in sorted(positions, key=lambda one: len(one.shares))[:10]:
        player = one.position.to_play
        assert player is not None
        for move in one.position.legal_moves:
            try:
                exact = BruteForce(MOST).exact(after(one.position, move))
            except TooLarge:
                continue
            assert exact is not None
            assert one.shares[str(move)] == exact[0][player]
            compared += 1
    assert compared >= 10


def test_the_solver_finds_what_is_stored(positions: list[Solved]) -> None:
    one = min(positions, key=lambda one: len(one.shares))
    assert solved(Solver.of(one.position.states.dtype), one.position) == one


def test_where_tiles_are_drawn_again_there_is_no_exact_value() -> None:
    start = Game("azul", seed=1).position
    solver = Solver.of(start.states.dtype)
    states = start.states
    unchecked.apply(states, next(iter(start.legal_moves)).index, None)
    assert solver.value(states) is None
