"""The end of a round: told line by line, summed up, and never ahead of its story."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import advance, link, look, new_table, step
from tests.server.service import Person
from tests.service import Service

#: Notes everything that a person could see change, in order.
WATCH = """() => {
  const text = (what) => document.querySelector(what)?.textContent.trim() ?? "";
  const all = (what) => [...document.querySelectorAll(what)];
  window.seen = [];
  new MutationObserver(() => {
    const now = {
      round: text(".round").match(/\\d+/)[0],
      scores: all(".scores .score > [aria-hidden]").map((one) => Number(one.textContent)),
      wall: all(".wall-cell.filled").length,
      lit: all(".wall-cell.lit").length,
      floor: all(".floor.lit").length,
      dealt: all(".factory:not(.bare)").length,
      summary: all(".round-summary").length,
      acting: all(".tray.acting").length,
    };
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def last_tiles(person: Person) -> bool:
    """Whether the next move ends the first round."""
    return len({(option["source"], option["colour"]) for option in person.options}) == 1


@pytest.fixture
def at_the_end(service: Service) -> tuple[Any, int]:
    """A table of two people before the last move of the first round, and the seat to move."""
    made = new_table(service.address, "me", "friend")
    advance(service.address, made, until=last_tiles)
    return made, look(service.address, made["id"])["state"]["to_play"]


def finish_round(page: Page) -> None:
    """Make the last move of a round, with a clock that stands still."""
    page.wait_for_selector(".tray.acting")
    page.clock.install()
    page.evaluate(WATCH)
    while page.locator(".tray.acting").count():
        step(page)


def run_until(page: Page, selector: str) -> None:
    """Let time pass until something is there."""
    for _ in range(200):
        if page.locator(selector).count():
            return
        page.clock.run_for(100)
    raise AssertionError(f"{selector} never came")


def test_a_round_end_is_told_in_order_and_waits_for_me(
    open_page: OpenPage, service: Service, at_the_end: tuple[Any, int]
) -> None:
    made, seat = at_the_end
    before = look(service.address, made["id"])["state"]
    page = open_page(link(made, seat), animation=250, roundEnd="stop")
    finish_round(page)
    run_until(page, ".round-summary")
    told = page.evaluate("window.seen")
    after = look(service.address, made["id"])["state"]
    assert after["round"] == 2
    # The round, its tiles and the next offer wait for the story.
    assert {moment["round"] for moment in told} == {"1"}
    assert told[-1]["dealt"] == 0
    # Points come with the tiles that are lit, in steps, and end at the new scores.
    filled = [moment for moment in told if moment["lit"]]
    assert filled
    assert all(moment["wall"] for moment in filled)
    scores = [moment["scores"] for moment in told]
    assert scores[0] == [board["score"] for board in before["boards"]]
    assert scores[-1] == [board["score"] for board in after["boards"]]
    rows = {tuple(moment["scores"]) for moment in filled}
    assert len(rows) == len({moment["wall"] for moment in filled})
    expect(page.locator(".round-summary")).to_contain_text("tiles +")
    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    # It stays until a key is pressed, whatever time it takes.
    page.clock.run_for(60_000)
    expect(page.locator(".round-summary")).to_be_visible()
    page.keyboard.press("x")
    expect(page.locator(".round-summary")).to_have_count(0)
    # The button is gone: the focus waits where the next one will be.
    expect(page.locator(".tray:focus")).to_have_count(1)
    run_until(page, f".round:has-text('Round {after['round']}')")
    dealt = [moment["dealt"] for moment in page.evaluate("window.seen") if moment["dealt"]]
    assert dealt == sorted(dealt)
    assert len(set(dealt)) == 5


def test_any_key_leads_from_the_middle_of_the_story_to_its_summary(
    open_page: OpenPage, at_the_end: tuple[Any, int]
) -> None:
    made, seat = at_the_end
    page = open_page(link(made, seat), animation=250, roundEnd="stop")
    finish_round(page)
    run_until(page, ".wall-cell.lit")
    assert page.locator(".round-summary").count() == 0
    page.keyboard.press("x")
    for _ in range(10):
        page.clock.run_for(20)  # a line takes longer
    assert page.locator(".round-summary").count() == 1
    assert "1" in page.locator(".round").inner_text()


def test_a_short_pause_ends_by_itself(open_page: OpenPage, at_the_end: tuple[Any, int]) -> None:
    made, seat = at_the_end
    spectator = open_page(f"/table/{made['id']}", animation=0, roundEnd="short")
    page = open_page(link(made, seat), animation=0, roundEnd="short")
    finish_round(page)
    # Spectators have no tray, but the button.
    spectator.locator(".round-summary").get_by_role("button", name="Continue").click()
    expect(spectator.locator(".round")).to_contain_text("2")
    run_until(page, ".round-summary")
    expect(page.locator(".round")).to_contain_text("1")
    page.clock.run_for(6_000)
    expect(page.locator(".round")).to_contain_text("2")
    expect(page.locator(".round-summary")).to_have_count(0)


def test_bots_do_not_move_on_the_page_while_i_read(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy", game="summer-pavilion")
    page = open_page(link(made), roundEnd="stop")
    while not page.locator(".round-summary").count():
        step(page)
        page.wait_for_timeout(10)
    expect(page.locator(".round-summary li")).to_have_count(2)
    # The button that goes on stands where one acts, wherever the page is scrolled to.
    expect(page.locator(".tray").get_by_role("button", name="Continue")).to_be_in_viewport()
    assert page.locator(".factory:not(.bare)").count() == 0
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".round")).to_contain_text("2 of 6")


def test_nothing_moves_for_those_who_want_it_so_and_all_is_told(
    open_page: OpenPage, at_the_end: tuple[Any, int]
) -> None:
    made, seat = at_the_end
    page = open_page(link(made, seat), animation=250, roundEnd="stop", reduced_motion="reduce")
    finish_round(page)
    run_until(page, ".wall-cell.lit")
    assert page.locator(".travelling").count() == 0
    assert not page.evaluate(
        "document.getAnimations().some((one) => one.effect.getTiming().duration > 1)"
    )
    run_until(page, ".round-summary")


def test_the_centre_gets_its_tiles_when_they_have_arrived(
    open_page: OpenPage, service: Service
) -> None:
    """Of a factory with several colours one is taken; the others travel to the centre."""
    made = new_table(service.address, "me", "friend")
    # A context of its own: the clock of a context stays as it is for later pages.
    page = open_page(link(made), animation=500, locale="en")
    page.wait_for_selector(".tray.acting")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)
    factory = page.locator(".factory:has([data-offer] ~ [data-offer])")
    in_centre = page.locator(".centre [data-offer], .centre .stack")
    empty = in_centre.count()
    factory.first.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    run_until(page, ".travelling")
    assert in_centre.count() == empty
    page.clock.run_for(20_000)
    expect(page.locator(".travelling")).to_have_count(0)
    assert in_centre.count() > empty
