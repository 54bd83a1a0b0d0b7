"""Puzzles in the app: solved on the board with keys, answers with reasons, what is kept."""

from __future__ import annotations

import datetime
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from azulejos.i18n import words_in
from azulejos.puzzles import Attempt, Puzzle, load_puzzles, puzzle_of_the_day
from azulejos.tui.app import AzulejosApp
from azulejos.tui.puzzle import PuzzleScreen
from azulejos.tui.puzzle_answer import PuzzleAnswerScreen
from azulejos.tui.puzzle_menu import PuzzleMenu
from azulejos.tui.puzzle_session import PuzzleSession, Wish, load_progress
from azulejos.tui.start import StartScreen
from tests.tui.person import LARGE, SMALL, AnyPilot, in_a_loop, is_at_table, may_act, until


def easy(game: str, moves: int = 1) -> Puzzle:
    """A puzzle of two players."""
    found = (one for one in load_puzzles(game) if one.players == 2 and one.own_moves == moves)
    return min(found, key=lambda one: len(one.position))


@asynccontextmanager
async def solving(
    wish: Wish, size: tuple[int, int] = SMALL, language: str = "en"
) -> AsyncIterator[AnyPilot]:
    """The app with a puzzle to solve."""
    app = AzulejosApp(words_in(language), puzzles=wish)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: may_act(pilot))
        yield pilot


def screen_of(pilot: AnyPilot) -> PuzzleScreen:
    """The puzzle, even if an answer lies upon it."""
    found = [one for one in pilot.app.screen_stack if isinstance(one, PuzzleScreen)]
    assert found, "there is no puzzle"
    return found[-1]


async def play(pilot: AnyPilot, move: str) -> None:
    """Play a move with keys."""
    table = screen_of(pilot)
    option = next(one for one in table.builder.options if one.move == move)
    version = table.puzzle.table.version
    table.builder.follow(option)
    answer = len(table.log_lines)
    while is_at_table(pilot) and table.puzzle.table.version == version:
        table.cursor = table.builder.first_spot()
        await pilot.press("enter")
        await pilot.pause(0.01)
        if len(table.log_lines) > answer:
            break


async def answered(pilot: AnyPilot, text: str) -> str:
    """The answer that lies upon the board, once it has a text."""

    def lines() -> str:
        shown = pilot.app.screen
        assert isinstance(shown, PuzzleAnswerScreen)
        return "\n".join(shown.lines)

    await until(pilot, lambda: text in lines())
    return lines()


def kept(home: Path) -> dict[str, object]:
    """What is kept of the person."""
    found: dict[str, object] = json.loads((home / "puzzles.json").read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
@in_a_loop
async def test_a_puzzle_is_solved_on_the_board_and_counts(game: str, home: Path) -> None:
    puzzle = easy(game, moves=2)
    own = Attempt(puzzle)
    async with solving(Wish(name=puzzle.id)) as pilot:
        while not own.solved:
            move = own.expected
            await until(pilot, lambda: may_act(pilot))
            await play(pilot, move)
            own.play(move)
        text = await answered(pilot, "Solved!")
        assert f"Solution: {' '.join(puzzle.solution)}" in text
        assert "Your rating: 1" in text
        await pilot.press("enter")
        await until(pilot, lambda: is_at_table(pilot))
        assert screen_of(pilot).status() == "Solved!"
        assert not screen_of(pilot).builder.options
    assert kept(home)["tried"] == {puzzle.id: True}


@in_a_loop
async def test_a_wrong_move_is_explained_and_the_solution_can_be_shown(home: Path) -> None:
    puzzle = easy("azul")
    legal = map(str, Attempt(puzzle).position.legal_moves)
    wrong = next(move for move in legal if move != puzzle.solution[0])
    async with solving(Wish(name=puzzle.id)) as pilot:
        await play(pilot, wrong)
        text = await answered(pilot, "percentage points")
        assert "with the best move" in text or "after the best move" in text
        assert kept(home)["tried"] == {puzzle.id: False}
        await pilot.press("escape")
        await until(pilot, lambda: may_act(pilot))
        await pilot.press("s")
        await answered(pilot, "This is the solution.")
        await pilot.press("q")
        await until(pilot, lambda: not pilot.app.is_running)


@in_a_loop
async def test_the_next_puzzle_follows_and_leaving_keeps_what_was_done(home: Path) -> None:
    async with solving(Wish(game="azul", theme="block"), LARGE) as pilot:
        first = screen_of(pilot).puzzle.puzzle
        await pilot.press("s")
        await answered(pilot, "Take it first")
        await pilot.press("enter")
        await until(pilot, lambda: screen_of(pilot).puzzle.puzzle != first and may_act(pilot))
        assert "block" in screen_of(pilot).puzzle.puzzle.themes
    assert kept(home)["tried"] == {first.id: False}


@in_a_loop
async def test_the_choice_of_puzzles_is_reached_from_the_start() -> None:
    app = AzulejosApp(words_in("en"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StartScreen))
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, PuzzleMenu))
        await pilot.press("enter")
        await until(pilot, lambda: may_act(pilot))
        today = datetime.datetime.now(datetime.UTC).date()
        assert screen_of(pilot).puzzle.puzzle == puzzle_of_the_day(today)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, PuzzleMenu))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))


def test_solving_the_puzzle_of_the_day_counts_as_a_day() -> None:
    day = datetime.date(2026, 11, 18)
    progress, _ = load_progress()
    session = PuzzleSession(Wish(today=True), progress, day)
    daily = session.next()
    assert daily is not None
    assert session.next() is None
    session.add(daily, solved=True)
    again, damaged = load_progress()
    assert (again.days, damaged) == (["2026-11-18"], None)


def test_damaged_results_are_put_aside_and_the_rest_is_used(home: Path) -> None:
    home.mkdir(parents=True)
    (home / "puzzles.json").write_text('{"streak": 3, "days": 7}', encoding="utf-8")
    progress, aside = load_progress()
    assert aside is not None
    assert aside.read_text(encoding="utf-8") == '{"streak": 3, "days": 7}'
    assert progress.streak == 3
    assert load_progress()[1] is None
