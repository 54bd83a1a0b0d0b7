"""From the end of a game to its review and its mistakes; the evaluation of a position."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from azulejos import Game
from azulejos.analysis.values import Effort
from azulejos.server.settings import Settings
from tests.browser.fixtures import WIDE, OpenPage
from tests.browser.person import advance, link, new_table, play
from tests.browser.test_analysis import PHONE
from tests.browser.test_look import check_axe
from tests.server.service import GENEROUS, Person, ThreadService, wait_until

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


def test_an_evaluation_is_drawn_and_cancelled_when_the_position_changes(
    open_page: OpenPage, analyst: ThreadService
) -> None:
    page = open_page("/analysis", address=analyst.address, wait_for=".analysis-open")
    page.locator(".analysis-open textarea").fill(Game("azul", players=3, seed=4).to_text())
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.locator(".candidate").nth(2).wait_for()
    shares = page.locator(".evaluation-bar .share strong").all_inner_texts()
    assert len(shares) == 3
    assert sum(int(share.strip("%")) for share in shares) == 100
    expect(page.locator(".study-board .mark-frame").first).to_be_attached()
    pool = analyst.app.state.analyses.pool
    page.get_by_label("Evaluation").click()  # off: nothing is worked on any more
    expect(page.locator(".candidate")).to_have_count(0)
    page.wait_for_function("() => document.querySelector('.evaluation-bar.empty')")
    wait_until(lambda: pool.running == 0 and pool.waiting == 0)
