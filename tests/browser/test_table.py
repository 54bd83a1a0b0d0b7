"""What people do at a table: take back, come back, ask, warn, leave and return."""

from __future__ import annotations

import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import (
    ENDED,
    PATIENCE,
    advance,
    link,
    look,
    new_table,
    share_screen,
    step,
)
from tests.service import Service


def ply_of(service: Service, made: Any) -> int:
    """How many moves have been played."""
    return int(look(service.address, made["id"])["state"]["ply"])


def wait_for_ply(page: Page, service: Service, made: Any, ply: int) -> None:
    """Wait until so many moves have been played, and it is my turn again."""
    wait_for_move(page, service, made, ply)
    assert ply_of(service, made) == ply
    my_turn(page)


def wait_for_move(page: Page, service: Service, made: Any, ply: int) -> None:
    """Wait until so many moves have been played, or more."""
    deadline = time.monotonic() + PATIENCE
    while ply_of(service, made) < ply:
        assert time.monotonic() < deadline, "waited too long"
        page.wait_for_timeout(50)


def my_turn(page: Page) -> None:
    """Wait until the page wants something from me."""
    page.wait_for_selector(".tray.acting")


def take_and_place(page: Page) -> None:
    """One move of Azul: the first tiles to the first place that lights up."""
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()


def test_a_move_is_taken_back_together_with_the_bots_reply(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made))
    take_and_place(page)
    wait_for_ply(page, service, made, 2)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert ply_of(service, made) == 0
    take_and_place(page)  # and the game goes on from there
    wait_for_ply(page, service, made, 2)


def test_escape_takes_a_choice_back(open_page: OpenPage, service: Service) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy")))
    page.locator("[data-offer]").first.click()
    expect(page.locator(".target").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".target")).to_have_count(0)


def test_lit_places_say_what_they_bring(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made))
    options = look_as_player(page, made)
    page.locator("[data-offer]").first.click()
    source, colour = str(page.locator("[data-offer]").first.get_attribute("data-offer")).split("/")
    floor = next(
        option
        for option in options
        if (option["source"], option["colour"]) == (int(source), colour)
        and option["destination"] == 0
    )
    label = page.locator("button.floor.target").get_attribute("aria-label") or ""
    assert str(-floor["penalty"]) in label


def look_as_player(page: Page, made: Any) -> list[dict[str, Any]]:
    """The legal moves as the service tells them to the first seat."""
    options: list[dict[str, Any]] = page.evaluate(
        """([id, token]) => new Promise((resolve) => {
          const socket = new WebSocket(`ws://${location.host}/api/games/${id}/live`);
          socket.onopen = () => socket.send(JSON.stringify({ type: "hello", tokens: [token] }));
          socket.onmessage = (event) => {
            const message = JSON.parse(event.data);
            if (message.type === "update") { socket.close(); resolve(message.options); }
          };
        })""",
        [made["id"], made["seats"][0]["token"]],
    )
    return options


def test_a_refresh_and_a_second_tab_lose_nothing(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made))
    take_and_place(page)
    wait_for_ply(page, service, made, 2)
    page.reload()
    my_turn(page)
    second = open_page(f"/table/{made['id']}", device=page.context)
    my_turn(second)
    take_and_place(second)
    wait_for_ply(second, service, made, 4)
    wait_for_offers(page, second)
    take_and_place(page)
    wait_for_ply(page, service, made, 6)


def wait_for_offers(page: Page, other: Page) -> None:
    """Wait until a page has heard of what another shows."""
    offers = "[...document.querySelectorAll('[data-offer]')].map((own) => own.dataset.offer).join()"
    page.wait_for_function(f"(known) => {offers} === known", arg=other.evaluate(offers))


def test_a_restart_of_the_service_is_survived(open_page: OpenPage, own_service: Service) -> None:
    made = new_table(own_service.address, "me", "greedy")
    page = open_page(link(made), address=own_service.address)
    take_and_place(page)
    wait_for_ply(page, own_service, made, 2)
    before = look(own_service.address, made["id"])["state"]
    own_service.kill()
    page.wait_for_selector(".banner")
    own_service.start()
    expect(page.locator(".banner")).to_have_count(0)
    assert look(own_service.address, made["id"])["state"] == before
    take_and_place(page)
    wait_for_ply(page, own_service, made, 4)


def test_a_game_is_finished_without_a_mouse(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    advance(service.address, made, rounds=3)
    page = open_page(link(made))
    acted = time.monotonic()
    while not page.locator(ENDED).count():
        assert time.monotonic() < acted + PATIENCE, "waited too long"
        if not page.locator(".tray.acting").count() or page.get_by_text("Playing …").count():
            page.wait_for_timeout(20)
            continue
        press_on(page, "[data-offer]")
        press_on(page, ".target")
        acted = time.monotonic()
    assert look(service.address, made["id"])["state"]["over"]
    page.keyboard.press("Tab")


#: Whether something of a kind has the focus, is elsewhere on the page, or nowhere.
FOCUS = """(what) => document.activeElement?.matches(what) ? "here"
  : document.querySelector(what) ? "elsewhere"
  : "nowhere" """


def press_on(page: Page, selector: str) -> None:
    """Go on with Tab until something of a kind has the focus, then press Enter."""
    for _ in range(120):
        focus = page.evaluate(FOCUS, selector)
        if focus == "here":
            page.keyboard.press("Enter")
        if focus != "elsewhere":
            return  # done, or the turn went on without us
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def test_a_confirmation_can_be_wanted(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made), confirm=True)
    take_and_place(page)
    assert ply_of(service, made) == 0
    page.locator(".confirmation").get_by_role("button", name="Back").click()
    expect(page.locator(".confirmation")).to_have_count(0)
    page.locator(".target").first.click()
    page.locator(".confirmation").get_by_role("button", name="Confirm").click()
    wait_for_ply(page, service, made, 2)


def test_a_costly_move_is_warned_of(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made), warnings=True)
    for _ in range(12):
        offers = page.locator("[data-offer]")
        offers.last.click()
        page.locator("button.floor.target").click()
        if page.locator(".confirmation.warned").count():
            break
        my_turn(page)
    before = ply_of(service, made)
    expect(page.locator(".confirmation.warned")).to_contain_text("floor line")
    page.locator(".confirmation").get_by_role("button", name="Back").click()
    assert ply_of(service, made) == before


def test_a_hint_points_at_a_move_and_says_what_it_brings(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy")))
    my_turn(page)
    page.keyboard.press("h")
    page.keyboard.press("h")  # it comes in a moment, and once
    expect(page.locator(".hint-words")).to_contain_text("Zeca suggests")
    expect(page.locator(".toast")).to_have_count(0)
    expect(page.locator(".hinted").first).to_be_visible()


#: Remembers whether the page ever said that a move plays by itself.
WATCH_FORCED = """new MutationObserver(() => {
  if (document.querySelector(".instruction.forced")) window.sawForced = true;
}).observe(document, { childList: true, subtree: true })"""


def test_forced_moves_can_play_themselves(open_page: OpenPage, service: Service) -> None:
    """A player has one tile left to move, to its only column."""
    made = new_table(service.address, "me", "here", "here", board="grey")
    advance(service.address, made, until=lambda person: len(person.options) == 1)
    before = ply_of(service, made)
    page = open_page("/", autoplay=True)
    page.add_init_script(script=WATCH_FORCED)
    share_screen(page, made)
    wait_for_move(page, service, made, before + 1)
    assert page.evaluate("window.sawForced")


@pytest.mark.parametrize("own_service", [("--bot-pace", "600")], indirect=True)
def test_bots_wait_a_little_unless_someone_is_in_a_hurry(
    open_page: OpenPage, own_service: Service
) -> None:
    made = new_table(own_service.address, "me", "greedy")
    page = open_page(link(made), address=own_service.address)
    take_and_place(page)
    expect(page.get_by_text("thinking").first).to_be_visible()
    page.get_by_role("button", name="Skip").click()
    my_turn(page)


def test_a_friend_comes_by_link_talks_leaves_and_comes_back(
    open_page: OpenPage, service: Service
) -> None:
    ana = open_page("/")
    ana.locator("select[aria-label='Seat 2']").select_option("friend")
    ana.get_by_role("button", name="Play", exact=True).click()
    invitation = ana.locator(".invitation input").input_value()
    ben = open_page(invitation.removeprefix(service.address))
    expect(ana.locator(".invitation")).to_have_count(0)
    assert "#" not in ben.url

    ben.get_by_label("Send a message").click()
    ben.get_by_role("button", name="Hello").click()
    expect(ana.locator(".bubble")).to_contain_text("Hello")

    ben.locator("summary[aria-label='Let a bot play for me']").first.click()
    ben.get_by_role("button", name="Strong").first.click()
    back = ben.get_by_role("button", name="Take my seat back")
    expect(back).to_be_visible()
    for _ in range(20):
        step(ana)
    back.click()
    expect(back).to_have_count(0)
    table = ana.url.rpartition("/")[2]
    assert look(service.address, table)["table"]["seats"][1]["stand_in"] is None


@pytest.mark.parametrize("own_service", [("--grace-period", "0.5")], indirect=True)
def test_someone_who_left_can_be_replaced(open_page: OpenPage, own_service: Service) -> None:
    made = new_table(own_service.address, "me", "friend")
    ana = open_page(link(made), address=own_service.address)
    ben = open_page(link(made, 1), address=own_service.address)
    replace = ana.locator("summary[aria-label^='Replace']")
    expect(replace).to_have_count(0)
    ben.close()
    replace.click()
    ana.get_by_role("button", name="Beginner").click()
    take_and_place(ana)
    wait_for_ply(ana, own_service, made, 2)
    moves = [e for e in look(own_service.address, made["id"])["entries"] if e["kind"] == "move"]
    assert moves[1]["bot"] == "beginner"


def test_spectators_see_the_game_and_cannot_act(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    player, spectator = open_page(link(made)), open_page(f"/table/{made['id']}")
    expect(spectator.get_by_text("You're watching")).to_be_visible()
    take_and_place(player)
    wait_for_ply(player, service, made, 2)
    expect(spectator.locator(".scores")).to_be_visible()
    assert spectator.locator("[data-offer], .target").count() == 0
    expect(spectator.locator(".factory.bare")).to_have_count(
        player.locator(".factory.bare").count()
    )


def test_a_missing_table_is_said_kindly(open_page: OpenPage) -> None:
    page = open_page("/table/no-such-table", wait_for="main h1, .notice")
    expect(page.locator("main")).to_contain_text("Game not found")
    expect(page.get_by_role("link").first).to_be_visible()
