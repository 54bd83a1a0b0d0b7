"""Open seats: tables listed on the start page, for anyone to join."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPage
from tests.browser.matrix import languages
from tests.browser.person import link, new_table
from tests.browser.test_look import check_axe, check_layout
from tests.service import Service


def host(page: Page, name: str) -> str:
    """Set up a table with an open seat in the page; returns its path."""
    page.get_by_label("Name at seat 1").fill(name)
    page.get_by_label("Seat 2", exact=True).select_option("open")
    expect(page.get_by_text("listed on the start page")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".table-page")
    return "/table/" + page.url.partition("/table/")[2]


def listed(page: Page, name: str) -> Any:
    """The host's table on the start page."""
    return page.locator(".open-tables .game-item").filter(has_text=name)


def test_a_stranger_joins_from_the_start_page_and_the_table_leaves_the_list(
    open_page: OpenPage,
) -> None:
    ana = open_page("/")
    host(ana, "Ana of Aveiro")
    expect(ana.locator(".open-seats")).to_contain_text("1 seat is open")
    ben, eve = open_page("/"), open_page("/")
    for page in (ben, eve):
        expect(listed(page, "Ana of Aveiro")).to_contain_text("1 free seat of 2")
        expect(listed(page, "Ana of Aveiro")).to_contain_text("Hints off · Free undo")
    ben.locator(".open-tables input").fill("Ben")
    listed(ben, "Ana of Aveiro").get_by_role("button").click()
    ben.wait_for_selector(".table-page .tray")
    expect(ben.locator(".mine .seat-name")).to_contain_text("Ben")
    expect(ana.locator(".open-seats")).to_have_count(0)
    expect(ana.locator(".scores")).to_contain_text("Ben")
    # Of two who want the seat one gets it; the other is told, and the list is read again.
    listed(eve, "Ana of Aveiro").get_by_role("button").click()
    expect(eve.locator(".open-tables .error-text")).to_contain_text("no free seats left")
    expect(listed(eve, "Ana of Aveiro")).to_have_count(0)


def test_the_list_is_refreshed_while_it_is_seen(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector(".open-tables")
    page.clock.install()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    ana = open_page("/")
    host(ana, "Ana of Braga")
    page.reload()
    expect(listed(page, "Ana of Braga")).to_be_visible()
    hide(page, hidden=True)
    asked.clear()
    page.clock.run_for(60_000)
    assert not [url for url in asked if url.endswith("/api/open-tables")]
    with page.expect_request("**/api/open-tables"):
        hide(page, hidden=False)
    with page.expect_request("**/api/open-tables"):
        page.clock.run_for(16_000)


def hide(page: Page, *, hidden: bool) -> None:
    """Put the page into the background, or back."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def test_a_visitor_of_the_table_can_take_the_open_seat(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "open")
    ana = open_page(link(made))
    visitor = open_page(f"/table/{made['id']}", name="Ben")
    visitor.locator(".open-seats").get_by_role("button", name="Join").click()
    expect(visitor.locator(".tray")).to_be_visible()
    expect(visitor.locator(".open-seats")).to_have_count(0)
    expect(ana.locator(".scores")).to_contain_text("Ben")


def test_the_table_waits_for_a_player_at_an_open_seat(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page(link(new_table(service.address, "me", "open")))
    page.wait_for_selector(".tray.acting")
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    expect(page.locator(".turn")).to_have_text("Waiting for a player")
    expect(page.locator(".tray")).to_contain_text("Waiting for someone to take the open seat")


def test_my_own_open_table_is_not_offered_to_me(open_page: OpenPage) -> None:
    ana = open_page("/")
    host(ana, "Ana of Coimbra")
    other = open_page("/")
    expect(listed(other, "Ana of Coimbra")).to_be_visible()
    start = open_page("/", device=ana.context)
    expect(start.locator(".my-games")).to_contain_text("Ana of Coimbra")
    expect(start.locator(".open-tables")).not_to_contain_text("Ana of Coimbra")


@pytest.mark.parametrize("language", languages("de", "nb"))
def test_the_list_fits_on_a_phone(open_page: OpenPage, service: Service, language: str) -> None:
    made = new_table(
        service.address,
        *("me", "open", "open"),
        options={"undo": "consent", "time": {"kind": "player", "minutes": 90, "increment": 30}},
    )
    host = open_page(link(made), size=(360, 640), language=language)
    expect(host.locator(".open-seats")).to_be_visible()
    check_layout(host)
    page = open_page("/", size=(360, 640), language=language)
    page.locator(".open-tables .game-item").first.scroll_into_view_if_needed()
    check_layout(page)
    if language == "en":  # which no rule about roles and colours depends on
        check_axe(page)
