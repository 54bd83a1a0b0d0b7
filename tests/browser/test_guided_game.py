"""The guided first game: a newcomer who only presses what is lit finishes both games."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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


#: Presses what is lit until the game is over; returns the number of presses. In the page, because
#: hundreds of questions from here would cost more than the game. Only what is seen is pressed.
PRESS = """async ([lit, tiles, ended, most, patience]) => {
  const aFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const seen = (one) => {
    one.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && one.contains(there);
  };
  let presses = 0, last = performance.now();
  while (!document.querySelector(ended)) {
    const picked = document.querySelector(".offer button.pickable[aria-pressed=true]");
    const found = document.querySelectorAll(picked || !document.querySelector(tiles) ? lit : tiles);
    const one = [...found].find(seen);
    if (one) {
      one.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      presses += 1;
      last = performance.now();
    }
    if (presses === most) throw new Error(`still playing after ${most} presses`);
    if (performance.now() > last + patience) throw new Error("nothing is lit");
    await aFrame();
  }
  return presses;
}"""


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
    presses = page.evaluate(PRESS, [LIT, TILES, ENDED, MAX_STEPS, 1000 * PATIENCE])
    assert presses > 10
    seen = page.evaluate("JSON.parse(localStorage.getItem('azulejos.lessons')).tips")
    assert len(seen) == len(set(seen))
    assert TIPS[game] <= set(seen)
