"""Whole games, played by people who click."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import ENDED, advance, link, look, new_table, play, share_screen
from tests.service import Service


@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize(("game", "rounds"), [("azul", 4), ("summer-pavilion", 5)])
def test_the_last_rounds_against_a_bot_are_played_to_the_final_score(
    open_page: OpenPage, service: Service, game: str, rounds: int, board: str
) -> None:
    made = new_table(service.address, "me", "greedy", game=game, board=board)
    advance(service.address, made, rounds=rounds, kind="place")
    page = open_page(link(made))
    play(page)
    check_final_scores(page, service, made)


@pytest.mark.soak
@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_a_game_against_a_bot_is_played_to_its_final_score(
    open_page: OpenPage, service: Service, game: str, board: str
) -> None:
    made = new_table(service.address, "me", "greedy", game=game, board=board)
    page = open_page(link(made))
    play(page)
    check_final_scores(page, service, made)


def check_final_scores(page: Page, service: Service, made: Any) -> None:
    """The page tells the scores, and where they come from."""
    result = look(service.address, made["id"])["result"]
    assert result["breakdown"][0]["tiles"] > 0
    words = page.locator(ENDED).first.inner_text()
    assert all(str(score) in words for score in result["scores"])
    assert all(str(points) in words for points in result["breakdown"][0].values() if points > 0)


def test_two_browsers_play_against_each_other(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "friend")
    advance(service.address, made, rounds=4)
    ana, ben = open_page(link(made)), open_page(link(made, 1))
    play(ana, ben)
    scores = look(service.address, made["id"])["result"]["scores"]
    for page in (ana, ben):
        for score in scores:
            expect(page.locator(ENDED).first).to_contain_text(str(score))


def test_three_people_share_one_screen(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "here", "here", board="grey")
    advance(service.address, made, rounds=4)
    page = open_page("/")
    before = look(service.address, made["id"])["version"]
    share_screen(page, made)
    play(page)
    entries = look(service.address, made["id"])["entries"][before:]
    assert {entry["seat"] for entry in entries if entry["kind"] == "move"} == {0, 1, 2}


def test_a_game_is_three_clicks_away(open_page: OpenPage, service: Service) -> None:
    page = open_page("/")
    page.get_by_role("radio", name="Summer Pavilion").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".pavilion-board")
    # The next game is as the last one was.
    page.goto(service.address)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".pavilion-board")
    page.goto(service.address)
    # The choice, and two running games.
    expect(page.get_by_text("Summer Pavilion").nth(2)).to_be_attached()
