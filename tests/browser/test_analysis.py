"""The analysis board: variations over moves and deals, the position editor, real tables."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from azulejos import Game
from tests.browser.fixtures import OpenPage
from tests.browser.test_look import check_axe

TARGETS = ".study-board :is(button.line.target, .floor.target)"
CURRENT = ".tree-node[aria-current]"
PHONE = (360, 740)
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"
COUNT_ABORTS = """
window.aborts = 0;
const { abort } = AbortController.prototype;
AbortController.prototype.abort = function () { window.aborts += 1; return abort.call(this); };
"""


def start(
    open_page: OpenPage, way: str = "A new game", game: str = "Azul", **options: object
) -> Page:
    """An analysis of a new game for two."""
    page = open_page("/analysis", wait_for=".analysis-new", **options)
    page.locator(".analysis-new label", has_text=game).first.click()
    page.get_by_role("button", name=way).click()
    page.wait_for_selector(".study-board .scene")
    return page


def play_any(page: Page, nth: int = 0) -> None:
    """Take the first tiles on offer to one of the places for them."""
    steps = page.locator(".tree-node").count()
    page.locator(".study-board [data-offer]").first.click()
    page.locator(TARGETS).nth(nth).click()
    expect(page.locator(".tree-node")).to_have_count(steps + 1)


def exported(page: Page) -> str:
    """The text of the record that is exported."""
    page.get_by_role("button", name="Export").click()
    field = page.locator(".export-dialog textarea")
    expect(field).to_have_value(re.compile("azulejos "))
    text = field.input_value()
    page.keyboard.press("Escape")
    return text


def test_variations_of_moves_and_deals_survive_export_and_import(open_page: OpenPage) -> None:
    page = start(open_page, evaluation=False)
    page.get_by_role("button", name="Draw at random").click()
    expect(page.locator(CURRENT)).to_have_class(re.compile("deal"))
    play_any(page)
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(CURRENT)).to_have_class(re.compile("deal"))
    play_any(page, nth=1)
    page.get_by_label("Comment").fill("Why {not}? (really)")
    page.locator("h1").click()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".tree > .tree-line > .tree-node.move.current")).to_be_visible()
    page.locator(".tree-node.deal").click()
    page.get_by_role("button", name="Draw other tiles").click()
    expect(page.locator(".tree-node.deal")).to_have_count(2)
    page.get_by_label("Comment").fill("Other tiles")
    page.locator("h1").click()

    text = exported(page)
    game = Game.from_text(text)
    assert game.to_text() == text
    assert len(game.variations) == 2
    assert "Why \\{not\\}? (really)" in text
    assert "{Other tiles}" in text

    page.reload()  # it is kept on the device
    page.wait_for_selector(".tree")
    assert exported(page) == text
    other = open_page("/analysis", wait_for=".analysis-open", evaluation=False)
    other.locator(".analysis-open textarea").fill(text)
    other.get_by_role("button", name="Analyse", exact=True).click()
    other.wait_for_selector(".tree")
    assert exported(other) == text
    page.locator(".tree-node.deal.current").wait_for()
    page.get_by_role("button", name="Make this the main line").click()
    promoted = Game.from_text(exported(page))
    assert len(promoted.variations) == 1
    assert promoted.ply == 0
    page.get_by_role("button", name="Delete from here on").click()
    assert exported(page).count("deal") == 1


def test_the_evaluation_streams_and_ends_when_the_position_changes(open_page: OpenPage) -> None:
    page = open_page("/analysis", wait_for=".analysis-new", script=COUNT_ABORTS)
    nodes = [6_000, 4_000_000]

    def limited(route: Route) -> None:
        question = json.loads(route.request.post_data or "")
        route.continue_(post_data=json.dumps(question | {"nodes": nodes.pop()}))

    page.route("**/api/study/analyse", limited)
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_role("button", name="A new game").click()
    page.get_by_role("button", name="Draw at random").click()
    status = page.locator(".candidates-status")
    expect(status).to_have_text(re.compile("Thinking: [0-9,]+ nodes"))
    first = status.inner_text()
    expect(status).not_to_have_text(first)
    expect(status).to_have_text(re.compile("Thinking: [0-9,]+ nodes"))

    bar = page.locator(".evaluation-bar")
    expect(bar.locator(".share")).to_have_count(3)
    shares = re.findall(r"([0-9]+)%", bar.get_attribute("aria-label") or "")
    assert (len(shares), sum(map(int, shares))) == (3, 100)
    expect(page.locator(".candidate-share")).to_have_count(5)
    best = page.locator(".candidate-share").first.inner_text()
    expect(page.locator(f".mark-badge.best[data-sign='{best}']")).to_have_count(1)
    expect(page.locator(".mark-arrows > path")).to_have_count(1)
    check_axe(page)

    # The service has one process for analyses: it is free, since nobody wants the first any more.
    assert page.evaluate("window.aborts") == 0
    page.locator(".candidate-move").nth(1).click()
    expect(page.locator(CURRENT)).to_have_class(re.compile("move"))
    expect(status).to_have_text(re.compile("^[0-9,]+ nodes"))
    assert page.evaluate("window.aborts") == 1
    page.get_by_role("switch", name="Evaluation").uncheck()
    expect(page.locator(".candidate")).to_have_count(0)
    expect(page.locator(".mark-badge")).to_have_count(0)
    expect(bar).to_have_attribute("aria-label", "No evaluation")


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_the_editor_lists_all_reasons_at_once_by_keyboard_on_a_phone(
    open_page: OpenPage, game: str
) -> None:
    address = f"/analysis/editor?game={game}&board=grey&players=2"
    page = open_page(address, wait_for=".seat-editor", evaluation=False, size=PHONE)
    expect(page.locator(".edit-verdict")).to_contain_text("possible")
    for factory in range(5):
        slots = page.locator(".edit-factory").nth(factory).locator(".edit-slot")
        for slot in range(4):
            slots.nth(slot).press("by"[slot % 2])
    expect(page.locator(".possible")).to_be_visible()
    pile = page.locator(".pile-count input").first
    pile.press("ControlOrMeta+a")
    pile.press_sequentially("40")
    page.get_by_label("Started the round").press("ArrowDown")
    place = page.locator(".seat-editor :is(.edit-wall .edit-slot, .edit-space)").first
    place.press("Enter")
    expect(page.locator(".reasons li").nth(1)).to_be_visible()
    analyse = page.get_by_role("button", name="Analyse this position")
    expect(analyse).to_be_disabled()
    assert not page.evaluate(TOO_WIDE)
    check_axe(page)
    pile.press("ControlOrMeta+a")
    pile.press_sequentially("0")
    place.press("Backspace")
    expect(analyse).to_be_enabled()
    analyse.press("Enter")
    page.wait_for_selector(".study-board [data-offer]")
    assert f"position: {game} grey" in exported(page)


def test_a_real_table_is_followed_by_keyboard_on_a_phone(open_page: OpenPage) -> None:
    page = start(open_page, "A real table", evaluation=False, size=PHONE)
    field = page.get_by_label("Tiles as letters")
    field.fill("bbyr kkww bbyr kkww xx")
    expect(page.locator(".deal-entry .instruction")).to_contain_text("4 more tiles")
    page.get_by_role("button", name="yellow, 18 left").press("Enter")
    page.get_by_role("button", name="Remove the last tile").press("Enter")
    field.press("End")
    field.press_sequentially("rrrr")
    field.press("Enter")
    page.wait_for_selector(".study-board [data-offer]")
    page.locator("[data-offer]").first.press("Enter")
    page.locator(".line.target").nth(1).press("Enter")
    expect(page.locator(".tree-node.move")).to_have_count(1)
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(CURRENT)).to_have_class(re.compile("deal"))
    assert not page.evaluate(TOO_WIDE)
    check_axe(page)
    assert "deal bbyr kkww bbyr kkww rrrr" in exported(page)
