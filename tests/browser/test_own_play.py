"""Statistics and mistakes of a device, on a phone: seen, practised, damaged, exported, imported."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from azulejos.puzzles import Attempt, load_puzzles
from tests.browser.fixtures import OpenPage
from tests.browser.learner import by_keyboard, play
from tests.browser.person import box_of
from tests.browser.test_lessons import assert_accessible
from tests.browser.test_puzzles import PHONE, options

RESULTS, MISTAKES = "azulejos.results", "azulejos.mistakes"
DAY = "2026-10-{:02d}T10:00:00.000Z"


def results() -> list[dict[str, Any]]:
    """Games against two levels, of which every other was won."""
    return [
        {
            "id": f"table{n}",
            "seat": 0,
            "game": "azul",
            "board": "coloured",
            "players": 2,
            "date": DAY.format(n),
            "scores": [40 + n, 44],
            "winners": [n % 2],
            "bots": [None, ("casual", "strong")[n % 3 == 0]],
            "sources": [{"tiles": 30 + n, "rows": 10}, {"tiles": 40, "rows": 4}],
            "errorRate": 0.02 + n / 1000,
            "accuracy": 90,
            "luck": 0.01,
        }
        for n in range(1, 9)
    ]


def keep(page: Page, key: str, value: object) -> None:
    text = value if isinstance(value, str) else json.dumps(value)
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate("key => localStorage.getItem(key)", key))


def test_statistics_tell_of_the_games_and_outlive_damage(
    open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page("/statistics", size=PHONE)
    keep(page, RESULTS, results())
    page.reload()
    cards = page.locator(".stat-cards dd")
    expect(cards.first).to_have_text("8")
    assert cards.all_inner_texts()[1] == "50%"
    rows = page.locator(".stat-table").first.locator("tbody tr")
    assert [row.split("\t")[3:5] for row in rows.all_inner_texts()] == [
        ["Casual", "6"],
        ["Strong", "2"],
    ]
    expect(page.locator(".rate-plot circle")).to_have_count(8)
    expect(page.locator(".rate-dates")).to_contain_text(re.compile("Oct.*1.*Oct.*8"))
    # The signs of the axis are not cut off.
    assert box_of(page, ".rate-plot .axis >> nth=0")["x"] >= box_of(page, ".rate-plot > svg")["x"]
    sources = page.locator(".stat-table").last
    expect(sources).to_contain_text("34.5")
    # Its level is nearest to the error rate, which is 2.5 %.
    expect(page.locator(".rate-plot svg .level")).to_have_count(5)
    level = sources.get_by_label("Compare with")
    expect(level).to_have_value("strong")
    level.focus()
    page.keyboard.press("ArrowDown")
    expect(sources.locator("thead th")).to_contain_text(["You", "Expert", "Difference"])
    # Neither the table nor the names of the levels are cut off.
    assert sources.locator(".scroll-x").evaluate("box => box.scrollWidth <= box.clientWidth")
    drawing = box_of(page, ".rate-plot > svg")
    name = box_of(page, ".rate-plot .level + text >> nth=-1")
    assert name["x"] + name["width"] <= drawing["x"] + drawing["width"]
    assert_accessible(page)

    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "export.json"
    download.value.save_as(file)
    address = page.url
    keep(page, RESULTS, json.dumps(results())[:-100])
    page.goto(address)
    expect(page.locator(".damaged")).to_contain_text("Everything that could be read is still here")
    expect(cards.first).to_have_text("7")
    assert_accessible(page)
    page.locator("input[type=file]").set_input_files(file)
    expect(cards.first).to_have_text("8")


def test_mistakes_are_practised_by_keyboard_and_come_back_later(open_page: OpenPage) -> None:
    puzzle = load_puzzles("azul")[0]
    attempt = Attempt(puzzle)
    known = options(attempt)
    best = puzzle.solution[0]
    mistake = {
        "id": "table/1",
        "table": "table",
        "ply": 1,
        "game": "azul",
        "position": puzzle.position,
        "player": attempt.player,
        "names": ["Ana", "Bia", "Rui", "Eva"][: puzzle.players],
        "move": next(move for move in known if move != best),
        "best": best,
        "loss": 0.2,
        "judgement": "blunder",
        "found": DAY.format(1),
        "solved": 0,
        "due": DAY.format(1),
    }
    page = open_page("/mistakes", size=PHONE)
    keep(page, MISTAKES, [mistake])
    page.reload()
    page.get_by_role("button", name="Practise 1 mistake").press("Enter")
    page.wait_for_selector(".tray.acting")
    assert_accessible(page)
    play(page, known[best], by_keyboard)
    expect(page.locator(".answer")).to_contain_text("Well done!")
    # The answer is above the board, which a person may have scrolled to.
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Finish")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").last).to_have_text("Solved on the first try: 1 of 1.")
    page.reload()
    expect(page.get_by_role("status").last).to_contain_text("Nothing to practise today.")
    (after,) = kept(page, MISTAKES)
    assert after["solved"] == 1
    assert after["due"] > mistake["due"]
    assert_accessible(page)
