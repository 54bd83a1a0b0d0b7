"""Calls when it is my turn: sound, notification, badges; nothing is asked for without a click."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.fixtures import WHOLE_BROWSERS, Devices, OpenPage, launched
from tests.browser.person import box_of, confirm_seat, link, new_table
from tests.processes import wait_until, wait_until_value
from tests.service import Service

#: Notes what the page asks of the browser, and lets a test send the page to the background.
WATCH = """
  window.calls = { tones: [], notes: [], badges: [], asked: 0 };
  Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context, options) {
      super(context, options);
      window.calls.tones.push(options.frequency);
    }
  };
  const ask = Notification.requestPermission.bind(Notification);
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options);
      window.calls.notes.push([title, options.body, options.tag]);
    }
    static requestPermission() {
      window.calls.asked += 1;
      return ask();
    }
  };
  navigator.setAppBadge = async (count) => void window.calls.badges.push(count);
  navigator.clearAppBadge = async () => void window.calls.badges.push(0);
"""
LEAVE = "() => { window.away = true; document.dispatchEvent(new Event('visibilitychange')); }"
RETURN = "() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }"
TURN_TONES = [587, 880]
MY_TURN = "● Your turn · Azulejos"


def watched(open_page: OpenPage, made: Any, permission: bool = True, **options: Any) -> Page:
    """The first seat's page, whose calls are noted."""
    page = open_page("/rules/azul", script=WATCH, **options)
    if permission:
        page.context.grant_permissions(["notifications"])
    page.goto(page.url.replace("/rules/azul", link(made)))
    confirm_seat(page)
    page.wait_for_selector(".tray")
    return page


def calls(page: Page, kind: str) -> Any:
    """What the page has asked for."""
    return page.evaluate("(kind) => window.calls[kind]", kind)


def play_one(page: Page) -> None:
    """One move of Azul, until the page has heard that the service took it."""
    expect(page).to_have_title(MY_TURN)
    page.wait_for_selector(".tray.acting")
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    expect(page).to_have_title("Azul · Azulejos")


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that shows notifications."""
    yield from launched(playwright, WHOLE_BROWSERS)


@pytest.fixture(scope="module")
def devices(browser: Browser, service: Service) -> Devices:
    """Its devices."""
    return Devices(browser, service.address)


@pytest.fixture
def two(service: Service) -> Any:
    """A table of two people; the first one starts."""
    return new_table(service.address, "me", "friend")


def test_my_turn_has_a_sound_of_its_own(open_page: OpenPage, two: Any) -> None:
    ana, ben = watched(open_page, two, turnSound=True), open_page(link(two, 1))
    play_one(ana)
    assert calls(ana, "tones") == []  # tiles are silent: that is another setting
    play_one(ben)
    wait_until_value(lambda: calls(ana, "tones"), TURN_TONES)


def test_the_sound_of_tiles_does_not_call(open_page: OpenPage, two: Any) -> None:
    ana, ben = watched(open_page, two, sound=True, animation=120), open_page(link(two, 1))
    play_one(ana)
    play_one(ben)
    expect(ana.locator(".tray.acting")).to_be_visible()
    wait_until(lambda: len(calls(ana, "tones")) >= 2)
    assert not set(TURN_TONES) & set(calls(ana, "tones"))


def test_someone_who_is_away_gets_a_notification_and_badges(open_page: OpenPage, two: Any) -> None:
    ana, ben = watched(open_page, two, notify=True), open_page(link(two, 1))
    play_one(ana)
    ana.evaluate(LEAVE)
    play_one(ben)
    expect(ana).to_have_title(MY_TURN)
    wait_until_value(lambda: calls(ana, "notes"), [["Your turn", "Azul", two["id"]]])
    wait_until_value(lambda: calls(ana, "badges"), [1])
    ana.evaluate(RETURN)
    wait_until_value(lambda: calls(ana, "badges"), [1, 0])


def test_someone_who_is_away_hears_of_a_request_to_take_back_a_move(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "friend", "me", options={"undo": "consent"})
    ana, ben = watched(open_page, made, notify=True), open_page(link(made, 1))
    play_one(ana)
    ana.evaluate(LEAVE)
    play_one(ben)
    wait_until_value(lambda: calls(ana, "notes"), [["Your turn", "Azul", made["id"]]])
    ben.keyboard.press("u")
    asked = ["Take back a move?", "Azul", made["id"]]
    wait_until_value(lambda: calls(ana, "notes")[1:], [asked])


def test_someone_who_looks_at_the_table_gets_no_notification(open_page: OpenPage, two: Any) -> None:
    ana, ben = watched(open_page, two, notify=True), open_page(link(two, 1))
    play_one(ana)
    play_one(ben)
    expect(ana.locator(".tray.acting")).to_be_visible()
    assert calls(ana, "notes") == calls(ana, "badges") == []


def test_without_the_preference_there_is_no_notification(open_page: OpenPage, two: Any) -> None:
    ana, ben = watched(open_page, two), open_page(link(two, 1))
    play_one(ana)
    ana.evaluate(LEAVE)
    play_one(ben)
    wait_until_value(lambda: calls(ana, "badges"), [1])
    assert calls(ana, "notes") == []


def test_permission_is_offered_once_and_asked_for_after_a_click(
    open_page: OpenPage, two: Any, service: Service
) -> None:
    ana = watched(open_page, two, permission=False, notifyAsked=False)
    # Headless browsers have decided already: the offer needs a person who has not.
    ana.add_init_script(
        "const permission = { get: () => window.told ?? 'default' };"
        "Object.defineProperty(Notification, 'permission', permission);"
        "Notification.requestPermission = async () => {"
        " window.calls.asked += 1; return (window.told = 'granted'); };"
    )
    ana.reload()
    offer = ana.locator(".notify-offer")
    expect(offer).to_be_visible()
    assert calls(ana, "asked") == 0
    offer.get_by_role("button", name="Notify me").click()
    expect(offer).to_have_count(0)
    assert calls(ana, "asked") == 1
    ana.get_by_role("button", name="Settings").click()
    expect(ana.get_by_role("switch", name="Notification when it's your turn")).to_be_checked()
    ana.reload()
    ana.wait_for_selector(".tray")
    expect(offer).to_have_count(0)
    ana.goto(service.address + link(new_table(service.address, "me", "greedy")))
    confirm_seat(ana)
    ana.wait_for_selector(".tray")
    assert calls(ana, "asked") == 0


def test_a_refused_permission_leaves_the_switch_off(open_page: OpenPage) -> None:
    page = open_page("/")
    page.evaluate("Notification.requestPermission = async () => 'denied'")
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_role("switch", name="Notification when it's your turn")
    switch.click()
    expect(switch).not_to_be_checked()


def test_the_header_has_room_for_all_its_buttons(open_page: OpenPage) -> None:
    for width in (360, 390, 420, 500):
        page = open_page("/", size=(width, 740))
        tools = box_of(page, ".top .tools")
        fits = "(brand) => brand.scrollWidth <= brand.clientWidth"
        assert page.locator(".brand").evaluate(fits), width
        assert tools["x"] + tools["width"] <= width
        page.close()


def test_the_page_fills_the_screen_and_comes_back(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("button", name="Leave full screen")).to_be_visible()
    assert page.evaluate("document.fullscreenElement === document.documentElement")
    page.get_by_role("button", name="Leave full screen").click()
    expect(page.get_by_role("button", name="Full screen", exact=True)).to_be_visible()


def test_an_installed_app_notifies_through_its_worker(open_page: OpenPage, two: Any) -> None:
    shown = """navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, tag, data }) => [title, tag, data.address]))"""
    ana = watched(open_page, two, notify=True, service_workers="allow")
    ben = open_page(link(two, 1))
    assert ana.evaluate(shown) == []
    play_one(ana)
    ana.evaluate(LEAVE)
    play_one(ben)
    note = ["Your turn", two["id"], f"/table/{two['id']}"]
    wait_until_value(lambda: ana.evaluate(shown), [note])
    assert calls(ana, "notes") == []
    ana.evaluate(RETURN)
    wait_until_value(lambda: ana.evaluate(shown), [])
