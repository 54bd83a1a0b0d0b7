"""From the end of a game to its review and its mistakes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from azulejos.analysis.values import Effort
from azulejos.server.settings import Settings
from tests.browser.fixtures import WIDE, OpenPage
from tests.browser.person import advance, link, new_table, play
from tests.browser.test_analysis import PHONE
from tests.browser.test_look import check_axe
from tests.server.service import GENEROUS, Person, ThreadService

TINY = Effort(name="quick", nodes=500, tree_nodes=500, samples=2, proof_nodes=100)
TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


@pytest.fixture(scope="module")
def analyst(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service that reviews with the smallest effort."""
    database = tmp_path_factory.mktemp("analyst") / "tables.db"
    settings = Settings(
        str(database),
        bot_pace=0,
        limits=GENEROUS,
        efforts={"quick": TINY, "standard": TINY},
        analysis_nice=0,
        review_nice=0,
    )
    with ThreadService(settings) as running:
        yield running


def finish(open_page: OpenPage, analyst: ThreadService, game: str, size: tuple[int, int]) -> Page:
    """A game for two at one screen whose last moves are made on the page."""
    made = new_table(analyst.address, "me", "here", game=game)
    near = 2 if game == "summer-pavilion" else 3

    def is_near_end(person: Person) -> bool:
        return bool(person.state["last_round"]) and len(person.options) < near

    advance(analyst.address, made, until=is_near_end)
    page = open_page(link(made), address=analyst.address, size=size, evaluation=False)
    token = made["seats"][1]["token"]
    page.goto(f"{analyst.address}/table/{made['id']}#{token}")
    page.locator(".join button.primary").click()
    page.wait_for_selector(".table-page")
    play(page)
    return page


def retry_one(page: Page) -> None:
    """Look at one mistake: the move of the game again, then the solution."""
    page.locator(".review-actions a.primary").click()
    page.wait_for_selector(".attempt .study-board .scene")
    check_axe(page)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".solution")).to_contain_text("Best:")


@pytest.mark.parametrize(("game", "size"), [("azul", WIDE), ("summer-pavilion", PHONE)])
def test_a_finished_game_is_reviewed_and_its_mistakes_are_tried_again(
    open_page: OpenPage, analyst: ThreadService, game: str, size: tuple[int, int]
) -> None:
    page = finish(open_page, analyst, game, size)
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_selector(".graph-card svg")
    check_axe(page)
    assert not page.evaluate(TOO_WIDE)
    retry_one(page)
