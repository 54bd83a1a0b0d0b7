"""Options of a table in the page: chosen, shown to all, and obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from azulejos.server.settings import Settings
from tests.browser.fixtures import OpenPage
from tests.browser.matrix import languages
from tests.browser.person import link, look, new_table
from tests.browser.test_look import check_axe, check_layout
from tests.server.service import GENEROUS, Made, Site, ThreadService
from tests.service import Service

TEN_MINUTES = {"kind": "player", "minutes": 10}
ONE_MINUTE = {"kind": "player", "minutes": 1}
THREE_DAYS = {"kind": "move", "days": 3}
CONSENT = {"undo": "consent", "time": TEN_MINUTES}


def take_and_place(page: Page) -> None:
    """One move of Azul: the first tiles to the first place that lights up."""
    page.wait_for_selector(".tray.acting")
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()


# Chosen and shown


def test_the_form_sends_the_chosen_options_and_remembers_them(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_label("Seat 2", exact=True).select_option("friend")
    page.get_by_text("Table options").click()
    choose(page, "Undo", "By consent")
    choose(page, "Hints", "On")
    choose(page, "Time", "Per player")
    page.get_by_label("Minutes for the whole game").select_option("20")
    page.get_by_label("Extra time per move").select_option("5")
    choose(page, "Spectators", "Players only")
    line = "Hints on · Undo by consent · 20 min each, plus 5 s per move · No spectators"
    expect(page.locator(".table-options summary")).to_contain_text(line)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".table-page")
    expect(options_at(page)).to_have_text(line.split(" · "))
    page.goto(page.url.split("/table/")[0])
    expect(page.locator(".table-options summary")).to_contain_text(line)


def choose(page: Page, legend: str, value: str) -> None:
    """Choose a value of a group of radio buttons."""
    page.get_by_role("group", name=legend).get_by_label(value, exact=True).check()


def options_at(page: Page) -> Any:
    """The options as the table's menu lists them."""
    menu = page.locator(".menu").filter(has=page.locator(".menu-lines"))
    menu.locator("summary").click()
    return menu.locator("li")


def test_everyone_sees_the_options(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"time": THREE_DAYS})
    lines = ["Hints off", "Free undo", "3 days per move", "Spectators welcome"]
    for path in (link(made), link(made, 1), f"/table/{made['id']}"):
        expect(options_at(open_page(path))).to_have_text(lines)


# Hints


def test_without_hints_there_is_no_button_and_no_key(open_page: OpenPage, service: Service) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy", options={"hints": False})))
    page.wait_for_selector(".tray.acting")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    page.keyboard.press("h")
    take_and_place(page)
    page.wait_for_selector(".tray.acting")
    expect(page.locator(".hint-words, .toast, .tool.busy")).to_have_count(0)


def test_the_others_are_told_of_a_hint(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"hints": True})
    ana, ben = open_page(link(made)), open_page(link(made, 1))
    ana.get_by_role("button", name="Hint").click()
    expect(ana.locator(".hint-words")).to_be_visible()
    expect(ben.locator(".seat[data-seat='0'] .bubble")).to_have_text("Got a hint")
    expect(ben.locator(".table-bar .ticker")).to_contain_text("Player 1 asks for a hint")


# Undo by consent


def at_consent(open_page: OpenPage, service: Service, seats: int = 2) -> tuple[Any, list[Page]]:
    """People at a table with undo by consent; the first one has moved and asks to undo."""
    made = new_table(service.address, "me", *["friend"] * (seats - 1), options={"undo": "consent"})
    pages = [open_page(link(made, seat)) for seat in range(seats)]
    take_and_place(pages[0])
    pages[0].get_by_role("button", name="Ask to undo").click()
    for page in pages:
        expect(page.locator(".undo-request")).to_be_visible()
    return made, pages


def test_a_move_is_taken_back_when_the_other_player_agrees(
    open_page: OpenPage, service: Service
) -> None:
    made, (ana, ben) = at_consent(open_page, service)
    expect(ana.locator(".undo-request")).to_contain_text("Waiting for an answer: Player 2")
    expect(ben.locator(".undo-request")).to_contain_text("Player 1 asks to take back a move")
    ben.get_by_role("button", name="Agree", exact=True).click()
    ana.wait_for_selector(".tray.acting")
    for page in (ana, ben):
        expect(page.locator(".undo-request")).to_have_count(0)
    assert look(service.address, made["id"])["state"]["ply"] == 0


def test_a_refusal_by_key_leaves_the_move_and_is_told(
    open_page: OpenPage, service: Service
) -> None:
    made, (ana, ben) = at_consent(open_page, service)
    ben.keyboard.press("n")
    expect(ana.locator(".undo-request")).to_have_count(0)
    expect(ana.locator(".table-bar .ticker")).to_contain_text("Player 2 doesn't agree")
    expect(ana.get_by_role("button", name="Ask to undo")).to_have_count(0)
    assert look(service.address, made["id"])["state"]["ply"] == 1


def test_a_request_can_be_withdrawn(open_page: OpenPage, service: Service) -> None:
    made, (ana, ben) = at_consent(open_page, service)
    ana.get_by_role("button", name="Withdraw").click()
    expect(ben.locator(".undo-request")).to_have_count(0)
    expect(ben.locator(".table-bar .ticker")).to_contain_text("Player 1 no longer asks")
    assert look(service.address, made["id"])["state"]["ply"] == 1


def test_all_others_must_agree(open_page: OpenPage, service: Service) -> None:
    made, (ana, ben, eve) = at_consent(open_page, service, seats=3)
    expect(ana.locator(".undo-request")).to_contain_text(
        "Waiting for an answer: Player 2, Player 3"
    )
    eve.keyboard.press("y")
    status = ana.locator(".undo-request [role=status]")
    expect(status).to_have_text("Waiting for an answer: Player 2")
    expect(eve.get_by_role("button", name="Agree", exact=True)).to_have_count(0)
    assert look(service.address, made["id"])["state"]["ply"] == 1
    ben.keyboard.press("y")
    ana.wait_for_selector(".tray.acting")
    assert look(service.address, made["id"])["state"]["ply"] == 0


def test_a_move_can_be_played_instead_of_an_answer(open_page: OpenPage, service: Service) -> None:
    made, (ana, ben) = at_consent(open_page, service)
    take_and_place(ben)
    ana.wait_for_selector(".tray.acting")
    expect(ana.locator(".undo-request")).to_have_count(0)
    assert look(service.address, made["id"])["state"]["ply"] == 2


def test_where_undo_is_off_there_is_no_button(open_page: OpenPage, service: Service) -> None:
    page = open_page(link(new_table(service.address, "me", "greedy", options={"undo": "off"})))
    take_and_place(page)
    page.wait_for_selector(".tray.acting")
    expect(page.get_by_role("button", name="ndo")).to_have_count(0)


def test_axe_finds_nothing_serious_in_requests_and_options(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend", options=CONSENT)
    page, ben = open_page(link(made)), open_page(link(made, 1))
    take_and_place(page)
    take_and_place(ben)
    page.wait_for_selector(".tray.acting")
    ben.get_by_role("button", name="Ask to undo").click()
    expect(page.get_by_role("button", name="Agree", exact=True)).to_be_visible()
    options_at(page)
    check_axe(page)
    start = open_page("/", device=page.context)
    start.get_by_text("Table options").click()
    choose(start, "Time", "Per player")
    check_axe(start)


@pytest.mark.parametrize("language", languages("de", "pt_BR"))
def test_requests_clocks_and_options_fit_on_a_phone(
    open_page: OpenPage, service: Service, language: str
) -> None:
    made = new_table(service.address, "me", "friend", "friend", options=CONSENT)
    page = open_page(link(made), size=(360, 640), language=language)
    with Site(service.address).sit(as_made(made), 1, 2) as others:
        take_and_place(page)
        others.wait_for_turn()
        others.play()
        others.play()
        assert others.ask("undo")["type"] == "done"
        expect(page.locator(".undo-request button")).to_have_count(2)
        expect(page.locator(".clock.running")).to_be_visible()
        check_layout(page)
        options_at(page)
        check_layout(page)
    start = open_page("/", device=page.context)
    start.locator(".table-options summary").click()
    start.locator("input[name=time][value=player]").check()
    check_layout(start)


def as_made(made: Any) -> Made:
    return Made(made["id"], [seat["token"] for seat in made["seats"]])


# Time


class Ahead:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.by = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.by


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[ThreadService]:
    """A service in this process, whose clock can be put forward."""
    settings = Settings(str(tmp_path / "t.db"), bot_pace=0, bot_seconds=0.05, limits=GENEROUS)
    with ThreadService(settings) as service:
        yield service


def put_forward(service: ThreadService, seconds: float) -> None:
    """Let time pass while the service is up."""
    uptime = service.app.state.hub.uptime
    clock = uptime.clock = uptime.clock if isinstance(uptime.clock, Ahead) else Ahead()
    while seconds > 0:
        clock.by += timedelta(seconds=min(20, seconds))
        seconds -= 20
        uptime.beat()


def test_clocks_count_down_and_warn(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"time": TEN_MINUTES})
    page = open_page(link(made))
    page.clock.install()
    ben = open_page(link(made, 1))
    for seat in (0, 1):
        expect(page.locator(f"[data-clock='{seat}']")).to_have_text("Time left: 10:00")
    expect(page.locator(".clock.running")).to_have_count(0)  # until all have moved once
    take_and_place(page)
    take_and_place(ben)
    mine = page.locator(".scores [data-clock='0']")
    expect(mine).to_have_class("clock running")
    page.clock.fast_forward("08:00")
    expect(mine).to_have_text(re.compile("Time left: (1:..|2:00)"))
    expect(mine).to_have_class("clock running")
    page.clock.fast_forward("01:30")
    expect(mine).to_have_class("clock running short")
    expect(page.get_by_text("Less than a minute left")).to_have_attribute("role", "status")
    expect(page.locator(".scores [data-clock='1']")).to_have_class("clock")


def test_the_table_tells_that_a_bot_plays_when_time_is_up(
    open_page: OpenPage, timed: ThreadService
) -> None:
    made = new_table(timed.address, "me", "friend", options={"time": ONE_MINUTE})
    with timed.sit(as_made(made), 0, 1) as both:
        both.play()
        both.play()
    put_forward(timed, 61)
    ana = open_page(link(made), address=timed.address)
    ana.locator(".ticker:visible").click()
    expect(ana.locator(".log-list")).to_contain_text("Time is up for Player 1")
    expect(ana.get_by_role("button", name="Take my seat back")).to_have_count(0)
    ben = open_page(link(made, 1), address=timed.address)
    ben.wait_for_selector(".tray.acting")
    expect(ben.locator("[data-clock='0']")).to_have_count(0)


# Spectators


def test_a_table_without_spectators_says_so(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend", options={"spectators": False})
    page = open_page(f"/table/{made['id']}")
    expect(page.get_by_role("heading", name="Players only")).to_be_visible()
    check_axe(page)
    player = open_page(link(made, 1))
    expect(player.locator(".scene")).to_be_visible()
    page.get_by_role("link", name="Go to the start page").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
