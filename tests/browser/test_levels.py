"""The levels of the bots, as people choose them and meet them."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from azulejos.bots import BOTS, FIRST_NAMES
from azulejos.i18n import LANGUAGES, words_in
from azulejos.tui.names import bot_choice, bot_name
from tests.browser.fixtures import OpenPage
from tests.browser.person import link, look, new_table
from tests.browser.test_table import my_turn, take_and_place, wait_for_ply
from tests.service import Service

SEAT = "select[aria-label='Seat 2']"


def test_a_newcomer_meets_a_casual_bot(open_page: OpenPage) -> None:
    page = open_page("/")
    expect(page.locator(SEAT)).to_have_value("bot:casual")
    offered = page.locator(f"{SEAT} optgroup option")
    assert offered.all_inner_texts() == [
        "Bia · Beginner",
        "Tito · Casual",
        "Nuno · Strong",
        "Rita · Expert",
        "Zeca · Master",
    ]


@pytest.mark.parametrize("level", ["beginner", "expert"])
def test_a_level_is_chosen_described_played_against_and_remembered(
    open_page: OpenPage, service: Service, level: str
) -> None:
    page = open_page("/")
    note = page.locator(".new-game .note[role=status]")
    expect(note).to_contain_text("second-best")
    page.locator(SEAT).select_option(f"bot:{level}")
    expect(note).not_to_contain_text("second-best")
    page.get_by_label("Starting player").select_option("0")
    page.get_by_role("button", name="Play", exact=True).click()
    my_turn(page)
    made = {"id": page.url.rpartition("/")[2]}
    take_and_place(page)
    wait_for_ply(page, service, made, 2)
    moves = [e for e in look(service.address, made["id"])["entries"] if e["kind"] == "move"]
    assert [move.get("bot") for move in moves] == [None, level]
    face = page.get_by_role("img", name=f"Bot: {level.capitalize()}")
    expect(face).to_be_visible()
    expect(page.locator(".seat-name").filter(has=face)).to_contain_text(FIRST_NAMES[level])
    page.goto(service.address)
    expect(page.locator(SEAT)).to_have_value(f"bot:{level}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_levels_have_names_in_every_language(open_page: OpenPage, language: str) -> None:
    page = open_page("/", language=language)
    offered = page.locator(".seat-choice").nth(1).locator("optgroup option")
    expect(offered).to_have_count(len(BOTS))
    names = [bot_choice(words_in(language), level) for level in BOTS]
    assert offered.all_inner_texts() == names


def test_a_bot_that_is_not_offered_any_more_is_replaced_by_the_usual_one(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page("/")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy", "name": ""}]
    stored = json.dumps({"game": "azul", "players": 2, "seats": seats})
    page.evaluate("(stored) => localStorage.setItem('azulejos.newgame', stored)", stored)
    page.goto(service.address)
    expect(page.locator(SEAT)).to_have_value("bot:casual")


def test_old_tables_go_on_and_their_bots_keep_their_names(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy", "random")
    page = open_page(link(made), language="fi")
    take_and_place(page)
    wait_for_ply(page, service, made, 3)
    for name in ("greedy", "random"):
        expect(page.get_by_text(bot_name(words_in("fi"), name)).first).to_be_visible()
