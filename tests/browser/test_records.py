"""After the game: the result, a rematch, replays, records to keep and to bring back."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from azulejos import Game, bot
from tests.browser.fixtures import OpenPage
from tests.browser.person import ENDED, advance, link, look, new_table, play
from tests.service import Service


@pytest.fixture
def record() -> Game:
    """A short game between bots."""
    game = Game("azul", seed=5)
    game.headers.update({"Player 1": "Ana", "Player 2": "Ben"})
    player = bot("greedy", seed=5)
    while not game.is_over:
        game.play(player.choose(game.position).move)
    return game


def upload(page: Page, text: str) -> None:
    """Paste a record into the start page."""
    page.locator(".upload summary").click()
    page.locator(".upload textarea").fill(text)
    page.locator(".upload button[type=submit]").click()


def test_a_record_is_brought_and_replayed_by_keyboard(open_page: OpenPage, record: Game) -> None:
    page = open_page("/")
    upload(page, record.to_text())
    page.wait_for_url("**/replay/*")
    slider = page.locator("input[type=range]")
    assert slider.get_attribute("max") == str(record.ply)
    page.locator("h1").first.click()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".position")).to_contain_text(f"3 / {record.ply}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".position")).to_contain_text(f"2 / {record.ply}")
    assert "ply=2" in page.url
    page.keyboard.press("End")
    expect(page.locator(ENDED).first).to_contain_text(str(max(record.scores)))
    page.keyboard.press("Home")
    expect(page.locator(ENDED)).to_have_count(0)
    slider.fill("10")
    page.reload()
    expect(page.locator(".position")).to_contain_text(f"10 / {record.ply}")


def test_a_broken_record_is_refused_with_the_reason(open_page: OpenPage, record: Game) -> None:
    page = open_page("/")
    upload(page, re.sub(r"\n1\. \S+", "\n1. 9z9", record.to_text()))
    expect(page.locator(".upload [role=alert]")).to_contain_text("9z9")


def test_something_else_than_a_record_is_refused_in_plain_words(open_page: OpenPage) -> None:
    page = open_page("/")
    for text in ("hello", "{", '{"a": 1}'):
        upload(page, text)
        expect(page.locator(".upload .error-text")).to_contain_text("Save the game again")
        page.reload()
    page = open_page("/analysis", wait_for=".analysis-open")
    page.locator(".analysis-open textarea").fill("hello")
    page.get_by_role("button", name="Analyse", exact=True).click()
    expect(page.locator(".analysis-open .error-text")).to_contain_text("Save the game again")
    expect(page.locator(".analysis-open .note")).to_contain_text("Line 1, column 1")


def test_a_file_can_be_chosen(open_page: OpenPage, record: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    page = open_page("/")
    page.locator(".upload summary").click()
    page.locator(".upload input[type=file]").set_input_files(path)
    page.wait_for_url("**/replay/*")
    expect(page.locator(".position")).to_contain_text(str(record.ply))


def test_the_end_offers_records_a_replay_and_a_rematch(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "greedy")
    advance(service.address, made)
    page = open_page(link(made))
    end = page.locator(ENDED).first
    for form, read in (("text", Game.from_text), ("JSON", Game.from_json)):
        with page.expect_download() as download:
            end.get_by_role("link", name=f"Save as {form}").click()
        game = read(Path(download.value.path()).read_text(encoding="utf-8"))
        assert game.is_over
        assert list(game.scores) == look(service.address, made["id"])["result"]["scores"]
    expect(end.locator("table").first).to_be_visible()
    expect(end.locator("svg").nth(2)).to_be_visible()  # boards and the chart
    reveal = look(service.address, made["id"])["table"]["reveal"]
    assert json.dumps(reveal["seed"]) != "null"

    end.get_by_role("button", name="Play again").click()
    page.wait_for_function("(old) => !location.href.includes(old)", arg=made["id"])
    page.wait_for_selector(".table-page .ring")
    again = page.url.rpartition("/")[2]
    assert look(service.address, again)["table"]["first_player"] == 1
    play(page, until=lambda: look(service.address, again)["state"]["ply"] >= 3)
