"""Puzzles on a phone, by keyboard alone: solved, missed with a reason, shown, chosen by theme."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

from azulejos.puzzles import Attempt, puzzle
from azulejos.session import views
from azulejos.session.codec import encode
from tests.browser.fixtures import OpenPage
from tests.browser.learner import by_keyboard, play
from tests.browser.test_lessons import assert_accessible
from tests.service import Service

PHONE = (390, 844)
VERDICT = ".tray .puzzle-verdict"


def standing(page: Page) -> list[str]:
    """Rating, puzzles in a row and days in a row."""
    return page.locator(".puzzles-standing dd").all_inner_texts()


def options(attempt: Attempt) -> dict[str, Any]:
    return {one.move: json.loads(encode(one)) for one in views.options(attempt.position)}


def solve(page: Page, attempt: Attempt) -> None:
    """Play the rest of the solution."""
    while not attempt.solved:
        known, move = options(attempt), attempt.expected
        play(page, known[move], by_keyboard)
        attempt.play(move)
        words = "Solved!" if attempt.solved else "Right! Now find the next move."
        expect(page.locator(VERDICT)).to_have_text(words)
        if not attempt.solved:
            page.wait_for_selector(".tray.acting")


def shown_puzzle(page: Page) -> Attempt:
    page.wait_for_url(re.compile(r"/puzzles/\w+$"))
    page.wait_for_selector(".tray.acting")
    return Attempt(puzzle(page.url.rpartition("/")[2]))


def test_puzzles_are_solved_missed_shown_and_chosen(open_page: OpenPage, service: Service) -> None:
    with urllib.request.urlopen(f"{service.address}/api/puzzles") as answer:
        today = puzzle(json.load(answer)["today"])
    page = open_page("/", size=PHONE)
    page.get_by_role("link", name="Puzzle of the day").press("Enter")
    page.wait_for_selector(".tray.acting")
    assert standing(page) == ["1500?", "0 (best 0)", "0 days in a row"]
    expect(page.locator(VERDICT)).to_be_in_viewport(ratio=1)
    assert_accessible(page)

    solve(page, Attempt(today))
    rating, in_a_row, days = standing(page)
    assert int(rating.rstrip("?")) > 1500
    assert (in_a_row, days) == ("1 (best 1)", "1 day in a row")
    solution = page.locator(".tray .puzzle-solution li")
    expect(solution).to_have_count(len(today.solution))
    expect(solution.first).to_contain_text(re.compile("takes|places|passes"))
    assert_accessible(page)

    # Enter goes on, to one that was not tried.
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    page.keyboard.press("Enter")
    attempt = shown_puzzle(page)
    assert attempt.puzzle.id != today.id
    wrong = next(move for move in options(attempt) if move != attempt.expected)
    play(page, options(attempt)[wrong], by_keyboard)
    expect(page.locator(VERDICT)).to_contain_text("it lowers your chance of winning by")
    assert_accessible(page)
    assert int(standing(page)[0].rstrip("?")) < int(rating.rstrip("?"))
    assert standing(page)[1:] == ["0 (best 1)", days]
    page.get_by_role("button", name="Show the solution").press("Enter")
    expect(page.locator(VERDICT)).to_have_text("This is the solution.")
    expect(solution).to_have_count(len(attempt.puzzle.solution))

    # What was tried before does not count; a theme is chosen among those of the game.
    page.reload()
    page.wait_for_selector(".tray.acting")
    expect(page.locator(".tray .puzzle-feedback")).to_contain_text("it doesn't count again")
    page.locator(".puzzles-wishes select").select_option("marker")
    page.wait_for_function("id => !location.pathname.endsWith(id)", arg=attempt.puzzle.id)
    assert "marker" in shown_puzzle(page).puzzle.themes
