"""No tray covers a board and no words are cut, at any size, moment, theme and language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

import pytest
from playwright.sync_api import Page

from azulejos.i18n import LANGUAGES
from tests.browser.fixtures import OpenPage
from tests.browser.matrix import Row, all_rows, pairwise
from tests.browser.person import advance, new_table, share_screen, step, switch_language
from tests.browser.test_look import check_layout
from tests.processes import wait_until_value
from tests.server.service import Person
from tests.service import Service

FACTORS = {
    "game": ("azul", "summer-pavilion"),
    "seats": (2, 3, 4),
    "moment": ("begin", "choosing", "asking", "keeping", "round end"),
    "size": ((1440, 900), (1024, 768), (768, 1024), (844, 390), (390, 844), (360, 640)),
    "language": tuple(LANGUAGES),
    "theme": ("light", "dark"),
}
GROUP = ("game", "seats", "moment")

#: Boards of which a tray covers a part that is otherwise seen, and badges wider than their ground.
COVERED = """() => {
  const tray = document.querySelector(".tray")?.getBoundingClientRect();
  const frame = document.getElementById("app");
  const scrolls = getComputedStyle(frame).overflowY === "auto";
  const view = scrolls ? frame.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const bad = [];
  for (const board of document.querySelectorAll(".scene .board")) {
    const box = board.getBoundingClientRect();
    const top = Math.max(box.top, view.top), bottom = Math.min(box.bottom, view.bottom);
    const across = Math.min(box.right, tray.right) - Math.max(box.left, tray.left);
    const down = Math.min(bottom, tray.bottom) - Math.max(top, tray.top);
    if (across > 1 && down > 1) bad.push(`tray on a board: ${across} by ${down}`);
  }
  const column = document.querySelector(".side")?.getBoundingClientRect();
  for (const part of document.querySelectorAll(".side > *, .side .piles > *")) {
    const { left, right, width } = part.getBoundingClientRect();
    const out = Math.max(column.left - left, right - column.right);
    if (width > 1 && column.width > 1 && out > 1) bad.push(`${part.className} sticks out: ${out}`);
  }
  const parts = ".scene :is(.tray, .ring, .piles > *, .reference)";
  for (const part of document.querySelectorAll(parts)) {
    const { left, width } = part.getBoundingClientRect();
    if (width > 1 && left < 0) bad.push(`${part.className} sticks out by ${-left}`);
  }
  const summary = document.querySelector(".round-summary")?.getBoundingClientRect();
  const bar = document.querySelector(".table-bar")?.getBoundingClientRect();
  if (summary && summary.top < bar.bottom) bad.push("the bar covers the summary of the round");
  for (const badge of document.querySelectorAll(".space-badge")) {
    const words = [...badge.querySelectorAll("text")].map((one) => one.getBBox());
    const ground = badge.querySelector("rect").getBBox();
    if (words.some((word) => word.x < ground.x || word.x + word.width > ground.x + ground.width))
      bad.push(`badge too narrow: ${badge.textContent}`);
  }
  return bad;
}"""
#: How much of my board is seen.
IN_SIGHT = """() => {
  const box = document.querySelector(".mine .board").getBoundingClientRect();
  const frame = document.getElementById("app").getBoundingClientRect();
  const bar = document.querySelector(".table-bar").getBoundingClientRect();
  const seen = Math.min(box.bottom, frame.bottom, innerHeight) - Math.max(box.top, bar.bottom);
  return seen / box.height;
}"""


def rich_in_choices(person: Person) -> bool:
    """Whether a space can be paid for in several ways, and many tiles could be kept."""
    options = person.options
    ways = Counter(option["space"] for option in options if option["kind"] == "place")
    passes = sum(option["kind"] == "pass" for option in options)
    return bool(ways) and max(ways.values()) >= 4 and passes >= 5


def last_tiles(person: Person) -> bool:
    """Whether the next move of Azul, or the next pass of Summer Pavilion, ends the round."""
    if person.state["game"] == "azul":
        return len({(o["source"], o["colour"]) for o in person.options}) == 1
    return sum(not board["passed"] for board in person.state["boards"]) == 1


def column_to_choose(person: Person) -> bool:
    """Whether a tile has to go to a column of the grey wall."""
    return bool(person.state["phase"] == "tile")


UNTIL: dict[tuple[str, str], Callable[[Person], bool]] = {
    ("azul", "keeping"): column_to_choose,
    ("azul", "round end"): last_tiles,
    ("summer-pavilion", "asking"): rich_in_choices,
    ("summer-pavilion", "keeping"): rich_in_choices,
    ("summer-pavilion", "round end"): last_tiles,
}


def table_at(service: Service, game: str, seats: int, moment: str) -> Any:
    """A table of people before a moment."""
    board = "grey" if (game, moment) != ("azul", "begin") else "coloured"
    made = new_table(service.address, "me", *["here"] * (seats - 1), game=game, board=board)
    if (game, moment) in UNTIL:
        advance(service.address, made, until=UNTIL[game, moment])
    return made


def come_to(page: Page, game: str, moment: str) -> None:
    """From a fresh page to a moment."""
    page.wait_for_selector(".tray.acting")
    if moment in ("choosing", "asking") and page.locator("[data-offer]").count():
        page.locator("[data-offer]").first.dispatch_event("click")
        if moment == "asking":
            page.locator(".target").first.dispatch_event("click")
            page.wait_for_selector(".confirmation")
    elif moment == "asking":
        ask_for_payment(page)
    elif moment == "keeping" and game != "azul":
        page.locator(".tray-tools button").first.click()
        page.wait_for_selector(".choosing-tiles")


def ask_for_payment(page: Page) -> None:
    """Click spaces until one can be paid for in several ways."""
    targets = page.locator(".mine .target")
    for number in range(targets.count()):
        targets.nth(number).dispatch_event("click")
        page.wait_for_selector(".payments, .confirmation")
        if page.locator(".payments").count():
            return
        page.keyboard.press("Escape")
    raise AssertionError("no space can be paid for in several ways")


def check(page: Page, row: Row) -> None:
    """The page as it is now, at a size and in a theme."""
    width, height = row["size"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=row["theme"])
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
    check_layout(page)
    wait_until_value(lambda: page.evaluate(COVERED), [])
    if row["moment"] in ("asking", "keeping"):
        wait_until_value(
            lambda: {**row, "in sight": page.evaluate(IN_SIGHT) > 0.97}, row | {"in sight": True}
        )


def check_rows(open_page: OpenPage, service: Service, rows: Iterable[Row]) -> None:
    """All rows, with a table for each game, number of seats and moment."""

    def group(row: Row) -> tuple[Any, ...]:
        return tuple(str(row[name]) for name in GROUP)

    page = open_page("/rules/azul", wait_for="main", confirm=True)
    for (game, seats, moment), members in groupby(sorted(rows, key=group), group):
        made = table_at(service, game, int(seats), moment)
        by_language = sorted(members, key=lambda row: str(row["language"]))
        if moment == "round end":
            check_round_end(open_page, made, by_language)
            continue
        share_screen(page, made)
        for language, same in groupby(by_language, lambda row: row["language"]):
            switch_language(page, language)
            come_to(page, game, moment)
            for row in same:
                check(page, row)


def check_round_end(open_page: OpenPage, made: Any, rows: list[Row]) -> None:
    """What was told is gone when the language changes: a page for each, before the last move."""
    pages: dict[str, Page] = {}
    for row in rows:
        language = row["language"]
        if language not in pages:
            pages[language] = open_page("/rules/azul", language=language, roundEnd="stop")
            share_screen(pages[language], made)
            pages[language].wait_for_selector(".tray.acting")
    first, *others = pages.values()
    if rows[0]["game"] != "azul":
        first.locator(".tray-tools button").first.click()  # pass
    while not first.locator(".round-summary").count():
        step(first)
    for page in others:
        page.wait_for_selector(".round-summary")
    for row in rows:
        check(pages[row["language"]], row)
    for page in pages.values():
        page.close()


@pytest.mark.parametrize("moment", FACTORS["moment"])
def test_trays_and_words_fit_in_every_pair_of_circumstances(
    open_page: OpenPage, service: Service, moment: str
) -> None:
    rows = pairwise(FACTORS)
    assert len(rows) < 60
    check_rows(open_page, service, [row for row in rows if row["moment"] == moment])


def test_a_phone_has_room_for_four_names_and_for_many_ways_to_pay(
    open_page: OpenPage, service: Service
) -> None:
    sizes: dict[str, Any] = {"is": (844, 390), "de": (360, 640)}
    row = {"game": "summer-pavilion", "seats": 4, "moment": "asking", "theme": "light"}
    rows = [{**row, "language": language, "size": size} for language, size in sizes.items()]
    check_rows(open_page, service, rows)


@pytest.mark.soak
@pytest.mark.parametrize("game", FACTORS["game"])
@pytest.mark.parametrize("seats", FACTORS["seats"])
def test_trays_and_words_fit_in_all_circumstances(
    open_page: OpenPage, service: Service, game: str, seats: int
) -> None:
    check_rows(open_page, service, all_rows(FACTORS | {"game": (game,), "seats": (seats,)}))
