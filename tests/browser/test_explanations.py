"""Explanations on demand: why a place is closed, and the sheet of signs and keys."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.fixtures import OpenPage
from tests.browser.person import advance, link, look, new_table
from tests.service import Service

REASON = ".tray .reason"


def test_a_closed_line_says_why_by_mouse_and_by_keyboard(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend")
    # Until some line of the first player holds tiles: other colours are closed there.
    advance(
        service.address,
        made,
        until=lambda person: (
            person.state["to_play"] == 0
            and any(line["count"] for line in person.state["boards"][0]["lines"][1:])
        ),
    )
    page = open_page(link(made), language="fi")
    lines = look(service.address, made["id"])["state"]["boards"][0]["lines"][1:]
    held = next(line["colour"] for line in lines if line["count"])
    page.locator(f"[data-offer]:not([data-offer$='{held}'])").first.click()
    page.locator(".mine .line[data-closed]").first.click()
    expect(page.locator(REASON)).to_contain_text("Kuvioriv")
    # The choice is still there; W leads from the closed lines to the open ones, and back.
    page.keyboard.press("w")
    expect(page.locator(".mine .target").first).to_be_focused()
    page.keyboard.press("w")
    expect(page.locator(".mine .line[data-closed]").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(REASON)).to_have_count(0)


def test_closed_spaces_and_wild_tiles_of_summer_pavilion_say_why(open_page: OpenPage) -> None:
    page = open_page("/learn/summer-pavilion")
    page.get_by_role("button", name="Step 2: Wild tiles").click()
    page.locator("[data-place='source-3'] [data-closed]").click()
    expect(page.locator(REASON)).to_contain_text("is wild: choose another colour")
    page.get_by_role("button", name="Step 4: Place and pay").click()
    page.locator(".mine [data-place='space-0-17'] [data-closed]").click()
    expect(page.locator(REASON)).to_contain_text("A space of 6 cannot be paid")
    # Closed spaces are no stops of Tab; W and the arrow keys lead through them.
    page.keyboard.press("Escape")
    expect(page.locator(REASON)).to_have_count(0)
    page.keyboard.press("w")
    page.keyboard.press("w")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(REASON)).to_be_visible()


def test_the_sheet_explains_the_signs_of_the_game_and_its_keys(
    open_page: OpenPage, service: Service
) -> None:
    made = new_table(service.address, "me", "friend", game="summer-pavilion")
    page = open_page(link(made))
    page.wait_for_selector(".pavilion-board")
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Symbols and keys")
    expect(sheet).to_contain_text("◆ Bonus tiles you get from the supply for a tile there.")
    expect(sheet).to_contain_text("✦ Wild in this round: pays for any colour.")
    expect(sheet.locator("kbd").first).to_have_text("Esc")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    phone = open_page(link(new_table(service.address, "me", "friend")), size=(360, 740))
    phone.get_by_role("button", name="Symbols and keys").click()
    sheet = phone.get_by_role("dialog", name="Symbols and keys")
    expect(sheet).to_contain_text("What a tile there costs".lower())
    expect(sheet.get_by_role("link", name="Read the rules of Azul")).to_be_visible()
