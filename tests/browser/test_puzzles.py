"""Puzzles on the page: solved by playing, wrong moves explained, results kept on the device."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from azulejos.puzzles import Attempt, Puzzle, load_puzzles
from tests.browser.fixtures import OpenPage
from tests.browser.test_look import check_axe


@pytest.fixture(scope="module")
def puzzle() -> Puzzle:
    """A puzzle of two players and two own moves, both to pattern lines."""
    return next(
        one
        for one in load_puzzles("azul")
        if one.players == 2
        and len(one.solution) == 3
        and re.fullmatch(r"\d\w[1-5] \S+ \d\w[1-5]", " ".join(one.solution))
    )


def play(page: Page, move: str) -> None:
    """Play a move of Azul to a pattern line, by keyboard."""
    source, colour, line = tuple(move)
    page.locator(f'[data-place="source-{source}"] [data-tile="{colour}"]').first.focus()
    page.keyboard.press("Enter")
    page.locator("button.line.target").nth(0).wait_for()
    targets = page.locator("button.line")
    targets.nth(int(line) - 1).focus()
    page.keyboard.press("Enter")


def test_a_puzzle_is_solved_by_playing_and_counts_once(open_page: OpenPage, puzzle: Puzzle) -> None:
    page = open_page(f"/puzzles/{puzzle.id}", size=(360, 740), wait_for=".puzzle .scene")
    verdict = page.locator(".puzzle-verdict")
    expect(verdict).to_contain_text("Find the best move")
    check_axe(page)
    moves = [str(move) for move in Attempt(puzzle).position.legal_moves]
    play(page, next(m for m in moves if m[2] != "0" and m != puzzle.solution[0]))
    expect(verdict).to_contain_text("percentage points")
    expect(page.locator(".puzzle-feedback li").first).to_be_visible()
    play(page, puzzle.solution[0])
    expect(verdict).to_contain_text("Right!")
    play(page, puzzle.solution[2])
    expect(verdict).to_contain_text("Solved!")
    expect(page.locator(".puzzle-feedback")).to_contain_text(" ".join(puzzle.solution))
    check_axe(page)
    kept = json.loads(page.evaluate("localStorage.getItem('azulejos.puzzles')"))
    assert kept["tried"] == {puzzle.id: False}
    assert kept["rating"]["rating"] < 1500
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Find the best move")
    assert puzzle.id not in page.url
    page.get_by_role("button", name="Show the solution").click()
    expect(verdict).to_contain_text("This is the solution.")
    page.get_by_role("link", name="Puzzle of the day").click()
    expect(page.locator("h1")).to_have_text("Puzzle of the day")
