"""The guided first game: a newcomer who only presses what is lit finishes both games."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Missed

from tests.browser.fixtures import OpenPage
from tests.browser.person import ENDED, MAX_STEPS, PATIENCE

#: Everything that can be pressed and is lit, what belongs to a question first.
LIT = ", ".join(
    (
        ".tray button.hinted:not([disabled])",
        ".tray .toggle.hinted:not([disabled])",
        ".mine button.line.hinted",
        ".mine button.floor.hinted",
        ".mine .wall-cell.target.hinted",
        ".mine .hinted .target",
    )
)
TILES = ".offer button.pickable.hinted"
#: Tips that every game brings about.
TIPS = {
    "azul": {"azul-start", "azul-marker", "azul-full", "azul-round", "azul-last"},
    "summer-pavilion": {"pavilion-start", "pavilion-marker", "pavilion-place", "pavilion-pass"},
}


def press_what_is_lit(page: Page) -> bool:
    """Press one lit control; False if none is lit now."""
    picked = page.locator(".offer button.pickable[aria-pressed=true]").count()
    found = page.locator(LIT if picked or not page.locator(TILES).count() else TILES)
    if not found.count():
        return False
    try:
        found.first.click(timeout=1_000)
    except Missed:
        return False  # it went away: look again
    return True


@pytest.mark.parametrize("game", ["azul", "summer-pavilion"])
def test_a_newcomer_who_only_presses_what_is_lit_finishes_the_game(
    open_page: OpenPage, game: str
) -> None:
    page = open_page("/learn", warnings=True)
    section = page.locator(f"section[aria-labelledby='learn-{game}']")
    section.get_by_role("button", name="Play a first game with tips").click()
    page.wait_for_selector(".table-page")
    expect(page.get_by_role("img", name="Bot: Beginner").first).to_be_visible()
    expect(page.locator(".guide-tip")).to_contain_text("Press the lit tiles")
    presses, last = 0, time.monotonic()
    while not page.locator(ENDED).count():
        if press_what_is_lit(page):
            presses, last = presses + 1, time.monotonic()
        else:
            page.wait_for_timeout(20)
        assert presses < MAX_STEPS, f"still playing after {MAX_STEPS} presses"
        assert time.monotonic() < last + PATIENCE, "nothing is lit"
    seen = page.evaluate("JSON.parse(localStorage.getItem('azulejos.lessons')).tips")
    assert len(seen) == len(set(seen))
    assert TIPS[game] <= set(seen)
