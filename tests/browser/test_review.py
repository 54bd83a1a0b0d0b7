"""From the end of a game to its review, its mistakes, variations, and their export and import."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from azulejos import Game
from azulejos.analysis.values import Effort
from azulejos.server.settings import Settings
from tests.browser.fixtures import WIDE, OpenPage
from tests.browser.person import advance, link, new_table, play
from tests.browser.test_analysis import CURRENT, PHONE, TOO_WIDE, exported
from tests.browser.test_look import check_axe
from tests.server.service import GENEROUS, Person, ThreadService

TINY = Effort(name="quick", nodes=500, tree_nodes=500, samples=2, proof_nodes=100)


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


def analyse_quickly(route: Route) -> None:
    """Ask for the smallest analysis."""
    question = json.loads(route.request.post_data or "")
    route.continue_(post_data=json.dumps(question | {"nodes": 1_000}))


def assert_shared(open_page: OpenPage, analyst: ThreadService, address: str) -> None:
    """The link of a review shows it to others, who have no seat in the game."""
    path = address.removeprefix(analyst.address)
    other = open_page(path, address=analyst.address, wait_for=".graph-card svg")
    expect(other.locator(".luck-sentence")).to_contain_text("their own moves")
    other.close()


def retry_one(page: Page) -> None:
    """Look at the solution of one mistake; the first request for its reasons fails."""
    page.locator(".review-actions a.primary").click()
    page.wait_for_selector(".attempt .study-board .scene")
    check_axe(page)
    page.route("**/api/study/judge", lambda route: route.abort("connectionrefused"))
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator(".solution")).to_contain_text("Best:")
    failure = page.locator(".attempt .failure")
    expect(failure).to_contain_text("isn't responding")
    page.unroute("**/api/study/judge")
    failure.get_by_role("button", name="Try again").click()
    expect(page.locator(".solution .reasons li").first).to_be_visible()
    expect(failure).to_have_count(0)


def vary(page: Page) -> str:
    """Play a candidate that is not the game's move, with a comment; the record as exported."""
    page.route("**/api/study/analyse", analyse_quickly)
    page.get_by_role("link", name="Analyse from here").click()
    page.wait_for_selector(CURRENT)
    expect(page.locator(".replay-head .note")).to_contain_text("Player 1 and Player 2")
    page.get_by_role("switch", name="Evaluation").check()
    steps = page.locator(".tree-node")
    before, here = steps.count(), page.locator(CURRENT).get_attribute("aria-label")
    assert here
    for number in range(2):
        page.locator(".candidate-move").nth(number).click()
        expect(page.locator(".evaluation-bar")).to_be_in_viewport()
        expect(page.locator(CURRENT)).not_to_have_attribute("aria-label", here)
        if steps.count() > before:
            break
        page.keyboard.press("Shift+ArrowLeft")
        expect(page.locator(CURRENT)).to_have_attribute("aria-label", here)
    page.get_by_label("Comment").fill("Why {not}?")
    text = exported(page)
    assert "{Why \\{not\\}?}" in text
    game = Game.from_text(text)
    assert game.is_over
    assert len(game.variations) == 1
    assert game.to_text() == text
    return text


def bring_back(page: Page, text: str) -> None:
    """Open an exported record as another analysis: it is the same, byte for byte."""
    page.goto(page.url.split("/analysis")[0] + "/analysis")
    page.locator(".analysis-open textarea").fill(text)
    page.get_by_role("button", name="Analyse", exact=True).click()
    page.wait_for_selector(".tree")
    assert exported(page) == text


@pytest.mark.parametrize(("game", "size"), [("azul", WIDE), ("summer-pavilion", PHONE)])
def test_a_finished_game_is_reviewed_retried_varied_exported_and_imported(
    open_page: OpenPage, analyst: ThreadService, game: str, size: tuple[int, int]
) -> None:
    page = finish(open_page, analyst, game, size)
    page.get_by_role("link", name="Review the game").click()
    page.wait_for_selector(".graph-card svg")
    check_axe(page)
    assert not page.evaluate(TOO_WIDE)
    assert_shared(open_page, analyst, page.url)
    retry_one(page)
    bring_back(page, vary(page))
