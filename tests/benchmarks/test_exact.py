"""The set of positions with exact values: it can be read, and brute force agrees with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.exact import (
    FIRST_SEED,
    Found,
    Maker,
    Solved,
    Solver,
    Task,
    measure,
    read,
    solved,
)

from azulejos import Game
from azulejos.engine import unchecked
from benchmarks import exact
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


def test_a_set_grows_to_the_wanted_size_and_goes_on_after_the_last_seed(
    positions: list[Solved], tmp_path: Path
) -> None:
    file, line = tmp_path / "set.jsonl", positions[0].to_json(FIRST_SEED + 4)
    other = positions[1].to_json(FIRST_SEED + 5)
    configuration = positions[0].configuration
    assert positions[1].configuration == configuration
    file.write_text(f"{line}\n")
    maker = Maker(file, [configuration], 2, minutes=1)
    tasks = maker.tasks()
    assert next(tasks) == Task(configuration, FIRST_SEED + 5)
    maker.add(Found(Task(configuration, FIRST_SEED + 5), line, 1.0))  # a double
    maker.add(Found(Task(configuration, FIRST_SEED + 6), None, 1.0))
    assert next(tasks) == Task(configuration, FIRST_SEED + 6)
    maker.add(Found(Task(configuration, FIRST_SEED + 6), other, 1.0))
    assert next(tasks, None) is None
    assert read(file) == positions[:2]


def test_configurations_share_the_time(tmp_path: Path) -> None:
    maker = Maker(tmp_path / "set.jsonl", ["azul-coloured", "azul-grey"], 5, minutes=1)
    tasks = maker.tasks()
    slow = next(tasks)
    maker.add(Found(slow, None, 9.0))
    assert {next(tasks).configuration for _ in range(8)} == {"azul-grey"}


def test_losses_are_kept_and_shown_as_unfinished(
    positions: list[Solved],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    easy = sorted(positions, key=lambda one: len(one.shares))[:2]
    monkeypatch.setattr(exact, "LOSSES", tmp_path / "losses.json")
    monkeypatch.setattr(exact, "read", lambda: easy)
    measure([1], minutes=0, processes=1)
    assert "*1 of 2*" in capsys.readouterr().out
    measure([1], minutes=1, processes=1)
    told = capsys.readouterr().out
    assert "| all | 2 |" in told
    assert "of 2*" not in told
    losses = exact.Losses(tmp_path / "losses.json")
    for one in easy:
        given = losses.of(one.configuration, 1)[exact.key_of(one)]
        assert one.best - given in one.shares.values()


def test_where_tiles_are_drawn_again_there_is_no_exact_value() -> None:
    start = Game("azul", seed=1).position
    solver = Solver.of(start.states.dtype)
    states = start.states
    unchecked.apply(states, next(iter(start.legal_moves)).index, None)
    assert solver.value(states) is None
