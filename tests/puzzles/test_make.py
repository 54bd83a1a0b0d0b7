"""A run: repeatable, resumable, and as many puzzles as asked for."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from azulejos.engine.errors import BadFile, BadOption, UnknownName
from azulejos.engine.names import GAME_NAMES
from azulejos.puzzles import Plan, Puzzle, how_made, load_puzzles, make_puzzles
from azulejos.puzzles.generator import Task, search_game
from azulejos.puzzles.make import write_file
from azulejos.puzzles.text import read_facts, read_puzzles

PLAN = Plan("azul", 7, (1, 0, 0))


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The log of a small run."""
    log = tmp_path_factory.mktemp("run") / "azul.log"
    make_puzzles(PLAN, log)
    return log


def test_a_game_yields_the_same_puzzles_whenever_it_is_played() -> None:
    task = Task("azul", "coloured", 2, 7, 0)
    first, second = search_game(task), search_game(task)
    assert first.puzzles == second.puzzles
    assert len({puzzle.id for puzzle in first.puzzles}) == len(first.puzzles)


def test_a_finished_run_is_not_repeated_and_its_file_has_what_was_asked_for(
    finished: Path, tmp_path: Path
) -> None:
    before = finished.read_bytes()
    found = make_puzzles(PLAN, finished)
    assert finished.read_bytes() == before
    out = tmp_path / "some.txt"
    write_file(found, out)
    puzzles = read_puzzles(out.read_text(encoding="utf-8"), out.name)
    assert [(one.board, one.players) for one in puzzles] == [("coloured", 2), ("grey", 2)]
    command = "azulejos puzzles make some.txt --game azul --count 1,0,0 --seed 7"
    assert read_facts(out.read_text(encoding="utf-8"))["command"] == command


def test_a_killed_run_resumes_with_the_same_result(finished: Path, tmp_path: Path) -> None:
    whole = finished.read_bytes()
    log = tmp_path / "azul.log"
    log.write_bytes(whole[: whole.rindex(b"{", 0, len(whole) - 10)])  # half of the last line
    resumed = make_puzzles(PLAN, log)
    original = make_puzzles(PLAN, finished)
    for key in PLAN.wanted:
        assert resumed.puzzles(key) == original.puzzles(key)


def test_games_left_out_of_a_log_are_played_before_later_ones_count(
    finished: Path, tmp_path: Path
) -> None:
    lines = finished.read_bytes().splitlines(keepends=True)
    log = tmp_path / "azul.log"
    log.write_bytes(lines[0] + b"".join(lines[2:]))
    assert make_puzzles(PLAN, log).puzzles(("coloured", 2)) == make_puzzles(PLAN, finished).puzzles(
        ("coloured", 2)
    )


def test_the_log_of_another_run_is_refused(finished: Path) -> None:
    with pytest.raises(BadOption, match="expected seed to be 7"):
        make_puzzles(Plan("azul", 8, (1, 0, 0)), finished)


def test_a_damaged_log_is_refused_with_its_line(finished: Path, tmp_path: Path) -> None:
    log = tmp_path / "azul.log"
    log.write_bytes(finished.read_bytes().split(b"\n")[0] + b"\n{}\n")
    with pytest.raises(BadFile, match="line 2"):
        make_puzzles(PLAN, log)
    log.write_bytes(b"nonsense\n")
    with pytest.raises(BadFile, match="line 1"):
        make_puzzles(PLAN, log)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_recorded_command_makes_the_packaged_puzzles(game: str) -> None:
    facts = how_made(game)
    recorded = re.fullmatch(
        rf"azulejos puzzles make {game}.txt --game {game} --count ([0-9,]+) --seed ([0-9]+)",
        facts["command"],
    )
    assert recorded is not None
    puzzles = load_puzzles(game)
    wanted = Plan(game, int(recorded[2]), counts_of(recorded[1])).wanted
    assert Counter((one.board, one.players) for one in puzzles) == wanted
    first: list[Puzzle] = []
    number = 0
    while not first:  # the first game of the first configuration that has puzzles
        first += search_game(Task(game, "coloured", 2, int(recorded[2]), number)).puzzles
        number += 1
    unrated = [msgspec.structs.replace(one, rating=0) for one in puzzles]
    assert unrated[: len(first)] == first


def counts_of(text: str) -> tuple[int, int, int]:
    """The numbers of an option."""
    two, three, four = map(int, text.split(","))
    return two, three, four


def test_impossible_plans_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName):
        make_puzzles(Plan("chess", 1, (1, 1, 1)), tmp_path / "log")
    with pytest.raises(BadOption):
        make_puzzles(Plan("azul", 1, (1, -1, 1)), tmp_path / "log")
    with pytest.raises(BadOption):
        make_puzzles(Plan("azul", -1, (1, 1, 1)), tmp_path / "log")
