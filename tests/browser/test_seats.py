"""Seats: joining by a link, names, other devices, browsers that keep nothing, new links."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPage
from tests.browser.matrix import languages
from tests.browser.person import advance, confirm_seat, link, look, new_table
from tests.browser.test_look import check_axe, check_layout
from tests.processes import wait_until_value
from tests.service import Service

#: A browser that refuses to store anything.
BLOCKED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("blocked", "SecurityError"); },
});"""
SHARES = "navigator.share = async (what) => { window.shared = what; };"
PHONE = (360, 640)
PNG = b"\x89PNG\r\n\x1a\n"


def open_my_seat(page: Page) -> str:
    """Open the dialog of one's seat; returns the link."""
    page.get_by_role("button", name="My seat").click()
    expect(page.locator(".my-seat .qr-code path")).to_be_visible()
    return page.locator(".my-seat .invitation-link input").input_value()


def seats(service: Service, made: object) -> list[dict[str, object]]:
    found: list[dict[str, object]] = look(service.address, made["id"])["table"]["seats"]  # type: ignore[index]
    return found


# Joining


def test_an_invitation_changes_nothing_until_it_is_confirmed_with_a_name(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend")
    ana = open_page(link(made), name="Ana")
    expect(ana.locator(".scores")).to_contain_text("Ana")
    version = look(service.address, made["id"])["version"]

    ben = open_page(link(made, 1), join=False, wait_for=".join", size=PHONE)
    expect(ben.get_by_role("heading", level=1)).to_have_text(
        re.compile("Ana.* invites you to a game of Azul")
    )
    facts = ben.locator(".join-facts").inner_text().split("\n")
    assert facts[facts.index("Board") + 1] == "Coloured side"
    options = facts[facts.index("Table options") + 1]
    assert options == "Hints off · Free undo · No time limit"
    check_axe(ben)
    check_layout(ben)
    assert look(service.address, made["id"])["version"] == version
    assert [seat["present"] for seat in seats(service, made)] == [True, False]
    assert ben.evaluate("localStorage.getItem('azulejos.tables')") is None

    ben.get_by_label("Your name").fill("  B\u202een\u200b ")
    ben.get_by_role("button", name="Join").click()
    expect(ana.locator(".scores")).to_contain_text("Ben")
    expect(ben.locator(".seat.large")).to_have_attribute("aria-label", "Ben")
    assert "#" not in ben.url
    assert seats(service, made)[1]["name"] == "Ben"
    # The device has the seat now: the same link does not ask again.
    again = open_page(link(made, 1), device=ben.context, join=False, wait_for=".table-page")
    expect(again.get_by_role("button", name="My seat")).to_be_visible()


def test_whoever_opens_a_link_to_a_seat_in_use_is_warned(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend")
    ben = open_page(link(made, 1))
    expect(ben.get_by_role("button", name="My seat")).to_be_visible()
    second = open_page(link(made, 1), join=False, wait_for=".join")
    expect(second.get_by_text("Someone is playing this seat right now")).to_be_visible()
    ben.context.close()
    wait_until_value(lambda: seats(service, made)[1]["present"], False)
    second.reload()
    second.wait_for_selector(".join")
    expect(second.get_by_text("Someone is playing this seat right now")).to_have_count(0)


@pytest.mark.parametrize("language", languages("fi", "is"))
def test_joining_and_the_own_seat_fit_on_a_phone(
    open_page: OpenPage, service: Service, language: str
) -> None:
    made = new_table(service.address, "me", "friend")
    page = open_page(link(made, 1), join=False, wait_for=".join", size=PHONE, language=language)
    check_layout(page)
    confirm_seat(page)
    page.locator(".bar-tools button[aria-haspopup=dialog]").click()
    expect(page.locator(".my-seat .qr-code path")).to_be_visible()
    check_layout(page)
    page.locator(".elsewhere > button").click()
    check_layout(page)
    watching = open_page(f"/table/{made['id']}", device=page.context)
    watching.evaluate("localStorage.removeItem('azulejos.tables')")
    watching.reload()
    watching.locator(".watching button").click()
    expect(watching.get_by_role("dialog")).to_be_visible()
    check_layout(watching)


def test_who_only_watches_takes_no_seat(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend")
    ben = open_page(link(made, 1), join=False, wait_for=".join")
    ben.get_by_role("link", name="Just watch").click()
    expect(ben.get_by_text("You're watching")).to_be_visible()
    assert not seats(service, made)[1]["present"]


def test_a_name_is_changed_at_the_table(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend")
    ana, ben = open_page(link(made)), open_page(link(made, 1))
    for name in ("Ben", "Benedikt"):
        ben.get_by_role("button", name="My seat").click()
        ben.get_by_label("Your name").fill(name)
        ben.get_by_role("button", name="Save").click()
        expect(ana.locator(".scores")).to_contain_text(name)
        ben.get_by_role("button", name="Close").click()
    ana.get_by_role("button", name="Game log").first.click()
    expect(ana.locator(".log-panel")).to_contain_text("Ben is now called Benedikt")
    record = ana.request.get(f"{service.address}/api/games/{made['id']}/record").text()
    assert "Player 2: Benedikt" in record


# Other devices


def test_a_game_goes_on_on_another_device_for_the_host_too(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend")
    laptop = open_page(link(made))
    mine = open_my_seat(laptop)
    check_axe(laptop)
    assert "#continue=" in mine
    phone = open_page(mine.removeprefix(service.address), join=False, wait_for=".join", size=PHONE)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Continue on this device?")
    check_layout(phone)
    phone.get_by_role("button", name="Continue").click()
    phone.wait_for_selector(".tray.acting")
    open_my_seat(phone)
    check_layout(phone)
    check_axe(phone)


def test_all_seats_of_a_shared_screen_move_together(open_page: OpenPage, service: Service) -> None:
    laptop = open_page("/")
    laptop.locator("select[aria-label='Seat 2']").select_option("here")
    laptop.get_by_role("button", name="Play", exact=True).click()
    laptop.wait_for_selector(".table-page")
    mine = open_my_seat(laptop)
    tablet = open_page(mine.removeprefix(service.address))
    tablet.wait_for_selector(".table-page")
    table = laptop.url.rpartition("/")[2]
    stored = tablet.evaluate("JSON.parse(localStorage.getItem('azulejos.tables'))")
    assert stored[0]["id"] == table
    assert sorted(stored[0]["tokens"]) == ["0", "1"]


def test_a_new_link_shuts_out_whoever_has_the_old_one(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy")
    phone, thief = open_page(link(made)), open_page(link(made))
    old = open_my_seat(phone)
    phone.get_by_role("button", name="Someone else has my link").click()
    phone.get_by_role("button", name="Make a new link").click()
    expect(thief.get_by_text("Your seat has a new link")).to_be_visible()
    field = phone.locator(".my-seat .invitation-link input")
    expect(field).not_to_have_value(old)
    new = field.input_value()
    phone.reload()
    phone.wait_for_selector(".tray.acting")

    thief.get_by_role("button", name="Is one of the seats yours?").click()
    check_axe(thief)
    thief.get_by_label("Paste the link").fill("https://example.org/table/x#y")
    thief.get_by_role("button", name="Open").click()
    expect(thief.get_by_role("alert")).to_be_visible()
    thief.get_by_label("Paste the link").fill(new)
    thief.get_by_role("button", name="Open").click()
    thief.get_by_role("button", name="Continue").click()
    thief.wait_for_selector(".tray.acting")

    stranger = open_page(old.removeprefix(service.address), join=False, wait_for=".notice")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This link no longer works")


def test_a_table_without_spectators_is_joined_listed_and_refused(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page("/")
    body = {
        "seats": [{"kind": "me"}, {"kind": "friend"}],
        "first": 0,
        "options": {"spectators": False},
    }
    made = page.request.post(f"{service.address}/api/games", data=body).json()
    page.goto(service.address + link(made))
    expect(page.get_by_role("link", name="Just watch")).to_have_count(0)
    confirm_seat(page)
    page.wait_for_selector(".tray.acting")
    page.goto(service.address + "/")
    expect(page.locator(".game-item .turn-badge")).to_be_visible()
    wrong = f"/table/{made['id']}#{'x' * 43}"
    stranger = open_page(wrong, join=False, wait_for=".notice")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("This link no longer works")
    expect(stranger.get_by_role("link", name="Just watch")).to_have_count(0)


# Without storage


def test_a_browser_that_keeps_nothing_plays_on_and_says_what_to_do(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page("/", script=BLOCKED)
    page.locator("select[aria-label='Seat 2']").select_option("bot:casual")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".tray.acting")
    expect(page.get_by_text("This browser won't remember your seat")).to_be_visible()
    check_axe(page)
    # A reload of the page keeps the seat, in the browser's history.
    page.reload()
    page.wait_for_selector(".tray.acting")
    page.get_by_role("button", name="Show the link").click()
    mine = page.locator(".my-seat .invitation-link input").input_value()
    # Another window of that browser knows nothing, and the link brings the seat back.
    path = page.url.removeprefix(service.address)
    other = open_page(path, device=page.context, script=BLOCKED)
    expect(other.get_by_text("You're watching")).to_be_visible()
    other.get_by_role("button", name="Is one of the seats yours?").click()
    expect(other.get_by_role("dialog")).to_contain_text("This browser has no seat at this table")
    other.get_by_label("Paste the link").fill(mine)
    other.get_by_role("button", name="Open").click()
    other.get_by_role("button", name="Continue").click()
    other.wait_for_selector(".tray.acting")


def test_a_seat_survives_a_storage_that_is_cleared_at_the_table(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made))
    page.wait_for_selector(".tray.acting")
    page.evaluate("localStorage.clear()")
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    page.wait_for_selector(".tray.acting")
    page.reload()
    page.wait_for_selector(".tray.acting")


# Inviting


@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_an_invitation_is_copied_shared_or_scanned(
    open_page: OpenPage, service: Service, size: tuple[int, int]
) -> None:
    ana = open_page("/", size=size, script=SHARES)
    ana.locator("select[aria-label='Seat 2']").select_option("friend")
    ana.get_by_role("button", name="Play", exact=True).click()
    shown = ana.locator(".invitation input").input_value()
    ana.get_by_role("button", name="Share").click()
    assert ana.evaluate("window.shared.url") == shown
    ana.get_by_role("button", name="QR code").click()
    expect(ana.locator(".code-dialog .qr-code path")).to_be_visible()
    check_axe(ana)
    check_layout(ana)
    ana.get_by_role("button", name="Close").click()
    ben = open_page(shown.removeprefix(service.address), join=False, wait_for=".join")
    confirm_seat(ben)
    expect(ana.locator(".invitation")).to_have_count(0)


def test_the_encoder_of_codes_is_loaded_when_a_code_is_shown(
    open_page: OpenPage, service: Service
) -> None:
    # In a new device: what a warm one has in memory is not reported as loaded.
    page = open_page(link(new_table(service.address, "me", "greedy")), locale="en-US")
    loaded = "performance.getEntriesByType('resource').some((one) => one.name.includes('uqr'))"
    assert not page.evaluate(loaded)
    open_my_seat(page)
    assert page.evaluate(loaded)


# The result


@pytest.mark.parametrize("shares", [True, False])
def test_the_final_boards_are_shared_or_saved_as_a_picture(
    open_page: OpenPage, service: Service, shares: bool
) -> None:
    made = new_table(service.address, "me", "friend")
    page = open_page(link(made), name="Ana <b>& co")
    expect(page.locator(".scores")).to_contain_text("Ana <b>& co")
    if shares:
        page.evaluate(
            "() => { navigator.canShare = () => true;"
            " navigator.share = async (what) => { window.shared = what; }; }"
        )
    advance(service.address, made)
    button = page.get_by_role("button", name="Share the picture")
    if shares:
        button.click()
        wait_until_value(lambda: page.evaluate("Boolean(window.shared)"), True)
        start = "async () => [...new Uint8Array(await shared.files[0].slice(0, 8).arrayBuffer())]"
        assert bytes(page.evaluate(start)) == PNG
        assert "point" in page.evaluate("window.shared.text")
    else:
        with page.expect_download() as saved:
            button.click()
        assert saved.value.suggested_filename == "azulejos.png"
        assert saved.value.path().read_bytes()[:8] == PNG
