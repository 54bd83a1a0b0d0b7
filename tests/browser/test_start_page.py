"""The start page: three doors, for those who want to play now, with friends, or to learn."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.fixtures import OpenPage
from tests.browser.test_levels import SEAT
from tests.service import Service


def test_one_click_starts_a_game_against_a_bot(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("img", name="Bot: Casual")).to_have_count(1)
    expect(page.locator(".seat")).to_have_count(2)


def test_a_quick_game_leaves_the_choices_of_the_form_alone(
    open_page: OpenPage, service: Service
) -> None:
    page = open_page("/")
    page.get_by_role("radio", name="Summer Pavilion").check()
    page.locator(SEAT).select_option("bot:expert")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    page.goto(service.address)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("img", name="Bot: Casual")).to_have_count(1)
    page.goto(service.address)
    expect(page.locator(SEAT)).to_have_value("bot:expert")
    expect(page.get_by_role("radio", name="Summer Pavilion")).to_be_checked()


def test_the_door_for_friends_prepares_the_form(open_page: OpenPage) -> None:
    page = open_page("/")
    page.get_by_role("button", name="With friends").click()
    expect(page.locator(SEAT)).to_have_value("friend")
    expect(page.get_by_role("heading", name="New game")).to_be_focused()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".invitation")).to_have_count(1)


def test_the_door_for_newcomers_leads_to_lessons_and_the_rules(open_page: OpenPage) -> None:
    page = open_page("/")
    page.locator(".doors").get_by_role("link", name="Learn").click()
    page.wait_for_url("**/learn")
    expect(page.locator(".lesson-card")).to_have_count(4)
    page.get_by_role("link", name="Read the rules of Azul").click()
    page.wait_for_url("**/rules/azul")
    expect(page.locator("main h1")).to_contain_text("The rules of Azul")
