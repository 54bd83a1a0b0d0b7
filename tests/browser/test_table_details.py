"""Details of the table: payments in one way, landscape, hints, names, enlarged boards, keys."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import (
    PATIENCE,
    advance,
    box_of,
    confirm_seat,
    link,
    new_table,
    share_screen,
    step,
)
from tests.browser.test_tray import COVERED, ask_for_payment, rich_in_choices
from tests.processes import wait_until, wait_until_value
from tests.server.service import Person
from tests.service import Service

PICTURES = "(one) => [...one.querySelectorAll('[data-tile]')].map((tile) => tile.dataset.tile)"


def placing_table(service: Service) -> Any:
    """A table of Summer Pavilion where a space can be paid for in several ways."""
    made = new_table(service.address, "me", "here", game="summer-pavilion", board="grey")
    advance(service.address, made, until=rich_in_choices)
    return made


def sit_at(open_page: OpenPage, made: Any, **options: Any) -> Page:
    """A page with all seats of a table."""
    page = open_page("/rules/azul", **options)
    share_screen(page, made)
    page.wait_for_selector(".tray.acting")
    return page


def test_a_payment_is_told_in_one_way(open_page: OpenPage, service: Service) -> None:
    page = sit_at(open_page, placing_table(service), confirm=True)
    ask_for_payment(page)
    offered = page.locator(".payment").first.evaluate(PICTURES)
    page.locator(".payment").first.click()
    confirmation = page.locator(".confirmation-words")
    assert confirmation.evaluate(PICTURES) == offered
    assert not re.search(r"\s,", confirmation.inner_text())
    page.locator(".confirmation button.primary").click()
    page.keyboard.press("l")
    placed = page.locator(".log-list .log-placed").last
    assert placed.evaluate(PICTURES) == offered


def test_a_phone_on_its_side_shows_factories_and_board_together(
    open_page: OpenPage, service: Service
) -> None:
    for game in ("azul", "summer-pavilion"):
        made = new_table(service.address, "me", "greedy", "greedy", "greedy", game=game)
        page = open_page(link(made), size=(844, 390))
        page.wait_for_selector(".tray.acting")
        for part in (".ring", ".mine .board"):
            wait_until(partial(_is_between_bar_and_tray, page, part))


def test_a_phone_on_its_side_shows_the_whole_board_while_paying_and_after_a_round(
    open_page: OpenPage, service: Service
) -> None:
    page = sit_at(open_page, placing_table(service), size=(844, 390), roundEnd="stop")
    ask_for_payment(page)
    wait_until(partial(_is_on_screen, page, ".mine .board", 390))
    page.keyboard.press("Escape")
    while not page.locator(".round-summary").count():
        step(page)
    wait_until(partial(_is_between_bar_and_tray, page, ".mine .board"))


def _is_on_screen(page: Page, part: str, bottom: float) -> bool:
    box = box_of(page, part)
    return bool(box["y"] >= 30 and 0 < box["y"] + box["height"] <= bottom)


def _is_between_bar_and_tray(page: Page, part: str) -> bool:
    box, tray = box_of(page, part), box_of(page, ".tray")
    return bool(box["y"] >= 30 and box["y"] + box["height"] <= tray["y"] + 1)


def test_points_are_shown_where_they_differ(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "here", game="summer-pavilion")
    advance(service.address, made, until=lambda person: person.state["phase"] == "place")
    page = sit_at(open_page, made)
    seen = "(all) => all.filter((one) => getComputedStyle(one).opacity === '1').length"
    assert page.locator(".mine .target").count() > 5
    # On an empty board every space brings one point, which is no news …
    badges = page.locator(".mine .space-badge")
    wait_until_value(lambda: badges.evaluate_all(seen), 0)
    # … except where one points.
    page.locator(".mine .target").first.focus()
    wait_until_value(lambda: badges.evaluate_all(seen), 1)


def test_values_are_on_the_table_with_the_wild_colour_of_the_round(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy", game="summer-pavilion")
    page = open_page(link(made))
    reference = page.locator(".reference")
    expect(reference.locator(".wild-track li")).to_have_count(6)
    expect(reference.locator("[aria-current]")).to_have_text("1")
    expect(reference.locator(".number-values")).to_contain_text("16")
    # Who drafts sees what stars are worth, without scrolling.
    expect(reference.locator(".star-values")).to_be_in_viewport(ratio=1)
    # On a tablet the log lies on the table: beside it there is no room.
    page.set_viewport_size({"width": 1024, "height": 768})
    page.keyboard.press("l")
    expect(page.locator(".log-list")).to_be_visible()
    wait_until_value(lambda: page.evaluate(COVERED), [])
    page.close()
    phone = open_page(f"/table/{made['id']}", size=(390, 844))
    expect(phone.locator(".reference summary")).to_be_visible()
    expect(phone.locator(".wild-track")).to_be_hidden()


def test_a_board_is_enlarged_by_click_and_by_key(open_page: OpenPage, service: Service) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy", "greedy")))
    page.wait_for_selector(".tray.acting")
    small = box_of(page, "[data-seat='2'] .board")["width"]
    page.keyboard.press("3")
    enlarged = "dialog.enlarged [data-seat='2'] .board"
    wait_until(lambda: box_of(page, enlarged)["width"] > 1.5 * small)
    page.keyboard.press("Escape")
    expect(page.locator("dialog.enlarged")).to_have_count(0)
    page.locator("[data-seat='1'] .board-place").click()
    expect(page.locator("dialog.enlarged [data-seat='1']")).to_be_visible()


def test_empty_factories_leave_their_room_to_the_boards(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "here", game="summer-pavilion")
    page = sit_at(open_page, made)
    before = box_of(page, ".mine .board")["width"]
    advance(service.address, made, until=lambda person: person.state["phase"] == "place")
    expect(page.locator(".scene.placing")).to_be_visible()
    wait_until(lambda: box_of(page, ".mine .board")["width"] >= before)
    wait_until(lambda: box_of(page, ".others .board")["width"] > 250)
    expect(page.locator(".ring")).to_be_hidden()


def test_the_boards_of_all_others_stay_in_sight_while_placing(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "here", "here", game="summer-pavilion")
    advance(service.address, made, until=lambda person: person.state["phase"] == "place")
    page = sit_at(open_page, made)
    for board in page.locator(".others .board").all():
        box = board.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 900
    # Beside the log the column of the tray is narrow, and holds its parts.
    page.keyboard.press("l")
    expect(page.locator(".log-list")).to_be_visible()
    wait_until_value(lambda: page.evaluate(COVERED), [])


def test_a_hint_is_announced_while_it_is_computed_and_marks_its_line(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page("/rules/azul")
    deliver_hint = hold_hints(page)
    page.goto(service.address + link(new_table(service.address, "me", "greedy")))
    confirm_seat(page)
    page.wait_for_selector(".tray.acting")
    busy = page.locator(".tool[aria-busy=true]")
    page.get_by_role("button", name="Hint").click()
    expect(busy).to_contain_text("Thinking")
    deliver_hint()
    expect(page.locator(".hint-words")).to_be_visible()
    expect(busy).to_have_count(0)
    expect(page.locator(".offer .hinted").first).to_be_visible()
    expect(page.locator(".mine :is(.line, .floor).hinted")).to_have_count(1)
    # Who asks again has it already.
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    expect(page.locator(".hint-words")).to_have_count(0)
    expect(busy).to_have_count(0)


def hold_hints(page: Page) -> Callable[[], None]:
    """Hold hints back, which come within an instant, until the returned function lets them go."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []

    def connect(socket: WebSocketRoute) -> None:
        def receive(message: str | bytes) -> None:
            if json.loads(message)["type"] == "hint":
                held.append((socket, message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(receive)

    def deliver() -> None:
        until = time.monotonic() + PATIENCE
        while not held:
            assert time.monotonic() < until, "no hint came"
            page.wait_for_timeout(20)
        for socket, message in held:
            socket.send(message)

    page.route_web_socket("**/live", connect)
    return deliver


def test_picked_tiles_can_be_put_back_by_a_button(open_page: OpenPage, service: Service) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy")), size=(390, 844))
    page.locator("[data-offer]").first.click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".target")).to_have_count(0)


def test_what_people_say_does_not_replace_the_last_move(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy")))
    page.get_by_label("Send a message").click()
    page.get_by_role("button", name="Hello").click()
    expect(page.locator(".bubble")).to_be_visible()
    expect(page.locator(".table-bar .ticker")).to_contain_text("Round 1 begins")


def test_focus_stays_at_the_table_while_a_bot_thinks(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend")
    page = open_page(link(made))
    page.wait_for_selector(".tray.acting")
    page.locator("[data-offer]").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".target:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".tray")).to_contain_text("Waiting for")
    expect(page.locator(".tray:focus")).to_have_count(1)


def test_where_nothing_can_be_placed_the_tray_says_so_and_the_focus_is_on_pass(
    open_page: OpenPage, service: Service
) -> None:
    def must_pass(person: Person) -> bool:
        kinds = [option["kind"] for option in person.options]
        return len(kinds) > 1 and set(kinds) == {"pass"}

    made = new_table(service.address, "me", "here", game="summer-pavilion")
    advance(service.address, made, until=must_pass, kind="place")
    page = sit_at(open_page, made)
    expect(page.locator(".tray")).to_contain_text("place any of your tiles: pass")
    button = page.locator(".tray-tools").get_by_role("button", name="Pass")
    button.press("Enter")
    expect(page.locator(".choosing-tiles")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_names_cannot_turn_what_stands_beside_them(open_page: OpenPage, service: Service) -> None:
    page = open_page("/")
    made = page.evaluate(
        """async () => (await fetch("/api/games", { method: "POST",
          headers: { "Content-Type": "application/json" }, body: JSON.stringify({
            game: "azul", board: "coloured", first: 0,
            seats: [{ kind: "me", name: "אנה" }, { kind: "bot", bot: "greedy" }] }) })).json()"""
    )
    page.goto(f"{service.address}/table/{made['id']}")
    for place in (".scores bdi", ".seat-name bdi", ".ticker bdi"):
        expect(page.locator(place).first).to_have_text("אנה")


def test_final_boards_are_shown_once_and_below_the_bar(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "here", "here", "here")
    advance(service.address, made)
    page = open_page(link(made), size=(390, 844))
    page.wait_for_selector(".end-panel")
    expect(page.locator(".board")).to_have_count(4)
    bar = box_of(page, ".table-bar")
    assert box_of(page, ".end-picture")["y"] >= bar["y"] + bar["height"]
    # What most people do next needs no scrolling.
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport()


def test_the_newest_sentence_has_room_beside_the_scores(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend", game="summer-pavilion")
    page = open_page(link(made), size=(1024, 768), language="de")
    expect(page.locator(".table-bar .ticker-words")).to_be_visible()
    assert box_of(page, ".table-bar .ticker")["width"] > 240
    four = new_table(service.address, "me", "friend", "friend", "friend", game="summer-pavilion")
    page = open_page(link(four), language="de")
    expect(page.locator(".scores li")).to_have_count(4)
    assert box_of(page, ".table-bar")["height"] < 80


def test_settings_need_no_scrolling(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Settings").click()
    tall = "(one) => one.scrollHeight - one.clientHeight"
    wait_until(lambda: page.locator("dialog.settings").evaluate(tall) <= 0)


def test_all_keys_are_in_the_rules(open_page: OpenPage) -> None:
    page = open_page("/rules/azul", wait_for=".rules h1")
    known = set(page.locator("kbd").all_inner_texts())
    assert {"Esc", "U", "H", "S", "L", "Space", "←", "→", "1"} <= known


def test_a_badge_holds_points_and_bonus_tiles(open_page: OpenPage, service: Service) -> None:
    """Play until a space offers bonus tiles; its sign stands inside its ground."""
    made = new_table(service.address, "me", "here", game="summer-pavilion")
    advance(
        service.address,
        made,
        until=lambda person: any(option.get("bonus") for option in person.options),
        kind="place",
    )
    page = sit_at(open_page, made)
    inside = page.locator(".space-badge:has(.bonus-tile)").first.evaluate(
        """(badge) => {
          const ground = badge.querySelector("rect").getBBox();
          return [...badge.querySelectorAll("text, polygon")].every((part) => {
            const box = part.getBBox();
            return box.x >= ground.x && box.x + box.width <= ground.x + ground.width;
          });
        }"""
    )
    assert inside
    step(page)


#: Numbers of factories that a tile covers, or that lie outside of their window.
HIDDEN_NUMBERS = """() => [...document.querySelectorAll(".factory")].filter((factory) => {
  const box = factory.querySelector(".factory-number").getBoundingClientRect();
  return [...factory.querySelectorAll("[data-tile]")].some((tile) => {
    const other = tile.getBoundingClientRect();
    // Rhombi do not fill the corners of their boxes.
    const edge = tile.matches(".rhombus") ? other.width * 0.2 : 1;
    const across = Math.min(box.right, other.right - edge) - Math.max(box.left, other.left + edge);
    const down = Math.min(box.bottom, other.bottom - edge) - Math.max(box.top, other.top + edge);
    return across > 0 && down > 4;  // room above the digits
  });
}).map((factory) => factory.textContent)"""


def test_numbers_of_factories_are_seen_on_phones(open_page: OpenPage, service: Service) -> None:
    for game in ("azul", "summer-pavilion"):
        for seats in (2, 3, 4):
            made = new_table(service.address, "me", *["greedy"] * (seats - 1), game=game)
            page = open_page(link(made), size=(360, 740))
            page.wait_for_selector(".tray.acting")
            assert page.evaluate(HIDDEN_NUMBERS) == [], (game, seats)
            page.close()


#: Names that are not seen as a whole.
CUT_NAMES = """() => [...document.querySelectorAll(".scores-name, .seat-name")]
  .filter((name) => name.scrollWidth > name.clientWidth + 1)
  .map((name) => name.textContent.trim())"""


def test_names_of_bots_are_whole_and_long_names_squeeze_nothing(
    open_page: OpenPage, service: Service
) -> None:
    bots = ("beginner", "expert", "master")
    page = open_page(link(new_table(service.address, "me", *bots)), size=(1280, 800))
    page.wait_for_selector(".tray.acting")
    assert page.evaluate(CUT_NAMES) == []
    page.close()
    page = open_page("/", size=(1024, 768))
    page.goto(service.address + link(called(page, "Maximilian", "friend")))
    confirm_seat(page)
    # One word on one line, though the boards are small.
    lines = "(all) => all.map((name) => name.getClientRects().length)"
    names = page.locator(".others .seat-name bdi")
    wait_until_value(lambda: names.evaluate_all(lines), [1, 1, 1])
    share_screen(page, called(page, "Maximilian", "here", "summer-pavilion", 2))
    page.locator(".others .score > :first-child").evaluate("(score) => (score.textContent = '88')")
    wait_until_value(lambda: names.evaluate_all(lines), [1])
    share_screen(page, called(page, "W" * 24, "here"))
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 800})
        dots = page.locator(".presence.dot")
        assert dots.count() == 4
        sizes = dots.evaluate_all("(all) => all.map((dot) => [dot.offsetWidth, dot.offsetHeight])")
        assert all(wide == high > 8 for wide, high in sizes), sizes


def called(page: Page, name: str, kind: str, game: str = "azul", players: int = 4) -> Any:
    """A table of people of one name, the others as the form's kind."""
    kinds = ["me", *[kind] * (players - 1)]
    return page.evaluate(
        """async ([game, seats]) => (await fetch("/api/games", { method: "POST",
          headers: { "Content-Type": "application/json" }, body: JSON.stringify({
            game, board: "coloured", first: 0, seats }) })).json()""",
        [game, [{"kind": each, "name": name} for each in kinds]],
    )
