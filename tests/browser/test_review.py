"""From the end of a game to its review, its mistakes and the analysis board, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from azulejos import Game
from azulejos.analysis.values import Effort
from azulejos.server.settings import Settings
from tests.browser.fixtures import WIDE, OpenPage
from tests.browser.person import advance, link, new_table, play
from tests.browser.test_analysis import CURRENT, PHONE, TARGETS, exported
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
    page.locator(".solution .reasons li").first.wait_for()


def vary(page: Page) -> None:
    """Add a variation of a move and one of a deal."""
    steps = page.locator(".tree-node").count()
    page.locator(".study-board [data-offer]").first.click()
    page.locator(TARGETS).last.click()
    expect(page.locator(".tree-node")).to_have_count(steps + 1)
    page.locator(".tree-node.deal").first.click()
    expect(page.locator(CURRENT)).to_have_class(re.compile("deal"))
    page.get_by_role("button", name="Draw other tiles").click()
    expect(page.locator(".tree-node.deal.current")).to_be_visible()
    expect(page.locator(".tree-node")).to_have_count(steps + 2)


@pytest.mark.parametrize(("game", "size"), [("azul", WIDE), ("summer-pavilion", PHONE)])
def test_a_finished_game_is_reviewed_retried_varied_and_read_back(
    open_page: OpenPage, analyst: ThreadService, game: str, size: tuple[int, int]
) -> None:
    page = finish(open_page, analyst, game, size)
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_selector(".graph-card svg")
    check_axe(page)
    assert not page.evaluate(TOO_WIDE)
    review = page.url
    retry_one(page)
    page.get_by_role("link", name="Analyse from here").click()
    page.wait_for_selector(".study-board .scene")
    page.locator(".tree-node.deal").first.click()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    vary(page)
    check_axe(page)
    text = exported(page)
    read = Game.from_text(text)
    assert read.to_text() == text
    assert len(read.variations) >= 1
    page.goto(f"{analyst.address}/analysis")
    page.locator(".analysis-open textarea").fill(text)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_selector(".tree")
    assert exported(page) == text
    for path in ("mistakes", "statistics"):
        page.goto(f"{analyst.address}/{path}")
        page.wait_for_selector(".own-page h1, .review h1")
        check_axe(page)
        assert not page.evaluate(TOO_WIDE)
    page.goto(review)
    page.wait_for_selector(".graph-card svg")


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
