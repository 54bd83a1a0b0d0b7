"""`azulejos puzzles`: solved by typing moves, made, verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from azulejos.cli import app
from azulejos.puzzles import Puzzle, load_puzzles
from azulejos.puzzles.text import write_puzzles


@pytest.fixture
def device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of this device."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "azulejos" / "puzzles.json"


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle of two own moves with a reply between them."""
    return next(one for one in load_puzzles("azul") if len(one.solution) == 3)


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["puzzles", *arguments], input=typed)


@pytest.mark.usefixtures("device")
def test_a_puzzle_is_solved_by_typing_its_moves(puzzle: Puzzle, device: Path) -> None:
    first, reply, last = puzzle.solution
    done = run("--name", puzzle.id, "--language", "en", typed=f"nonsense\n{first}\n{last}\n")
    assert f"The others reply: {reply}" in done.output
    assert "Solved!" in done.output
    assert "Your rating: 1" in done.output
    kept = json.loads(device.read_text(encoding="utf-8"))
    assert kept["tried"] == {puzzle.id: True}
    assert kept["rating"]["rating"] > 1500


def test_a_wrong_move_is_explained_and_counts(puzzle: Puzzle, device: Path) -> None:
    from azulejos.puzzles import Attempt

    moves = map(str, Attempt(puzzle).position.legal_moves)
    wrong = next(move for move in moves if move != puzzle.solution[0])
    done = run("--name", puzzle.id, "--language", "en", typed=f"{wrong}\n?\n")
    assert "That is not the best move: it lowers your chance of winning" in done.output
    assert "with the best move" in done.output
    assert f"Solution: {' '.join(puzzle.solution)}" in done.output
    kept = json.loads(device.read_text(encoding="utf-8"))
    assert kept["tried"] == {puzzle.id: False}
    assert kept["rating"]["rating"] < 1500


def test_the_puzzle_of_the_day_speaks_the_chosen_language(device: Path) -> None:
    done = run("--today", "--language", "de", typed="?\n")
    assert "Lösung:" in done.output
    assert device.exists()


def test_leaving_keeps_what_was_done(device: Path) -> None:
    done = run("--game", "azul", "--theme", "poison", typed="?\nq\n")
    assert done.exit_code == 0
    assert len(json.loads(device.read_text(encoding="utf-8"))["tried"]) == 1


def test_damaged_results_are_put_aside_and_reported(puzzle: Puzzle, device: Path) -> None:
    device.parent.mkdir(parents=True)
    device.write_text("{half", encoding="utf-8")
    done = run("--name", puzzle.id, "--language", "en", typed="q\n")
    assert "could not be read" in done.output
    assert device.with_suffix(".damaged").read_text(encoding="utf-8") == "{half"


@pytest.mark.usefixtures("device")
@pytest.mark.parametrize(
    "arguments", [("--theme", "magic"), ("--game", "chess"), ("--name", "nobody")]
)
def test_unknown_choices_are_refused(arguments: tuple[str, str]) -> None:
    done = run(*arguments)
    assert done.exit_code != 0


def test_a_file_is_verified_and_its_problems_end_the_command(
    puzzle: Puzzle, tmp_path: Path
) -> None:
    file = tmp_path / "some.txt"
    file.write_text(write_puzzles([puzzle], {}), encoding="utf-8")
    good = run("verify", "--file", str(file))
    assert good.exit_code == 0
    assert "1 puzzles verified" in good.output
    file.write_text(write_puzzles([puzzle, puzzle], {}), encoding="utf-8")
    bad = run("verify", "--file", str(file))
    assert bad.exit_code == 2
    assert f"{puzzle.id}: occurs twice" in bad.output


def test_puzzles_are_made_from_the_command_line(tmp_path: Path) -> None:
    out = tmp_path / "azul.txt"
    done = run("make", str(out), "--count", "1,0,0", "--seed", "7")
    assert done.exit_code == 0, done.output
    assert "2 puzzles written" in done.output
    assert out.with_suffix(".log").exists()
    assert run("make", str(out), "--count", "many").exit_code != 0


@pytest.mark.usefixtures("device")
def test_the_end_of_the_input_leaves(puzzle: Puzzle) -> None:
    assert run("--name", puzzle.id, typed="").exit_code == 0
