"""How the page looks: at every size, in every language, in both themes, for everyone."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from azulejos.i18n import LANGUAGES
from tests.browser.fixtures import OpenPage
from tests.browser.matrix import languages
from tests.browser.person import (
    ENDED,
    advance,
    confirm_seat,
    link,
    look,
    new_table,
    play,
    switch_language,
)
from tests.processes import wait_until_value
from tests.server.service import Person
from tests.service import Service

GAMES = ("azul", "summer-pavilion")
MAX_BYTES = 250_000

#: Words that do not fit: the element is narrower than its text and cuts it off.
CUT_OFF = """() => [...document.querySelectorAll(
    "button, a, label, h1, h2, h3, p, li, span, strong, td")]
  .filter((element) => {
    const style = getComputedStyle(element);
    const hides = style.overflowX === "hidden" || style.overflowX === "clip";
    const forEars = element.clientWidth <= 1;  // words that only screen readers get
    return hides && !forEars && element.textContent.trim() && element.checkVisibility()
      && element.scrollWidth > element.clientWidth + 1;
  })
  .map((element) => `${element.className}: ${element.textContent.trim().slice(0, 60)}`)"""


def check_layout(page: Page) -> None:
    """Nothing sticks out to the side, and no word is cut off."""
    sticks_out = "Math.max(0, document.documentElement.scrollWidth - innerWidth)"
    wait_until_value(lambda: page.evaluate(sticks_out), 0)
    wait_until_value(lambda: page.evaluate(CUT_OFF), [])


def check_languages(page: Page) -> None:
    """The layout of a page in every language, one after another."""
    for language in LANGUAGES:
        switch_language(page, language)
        check_layout(page)


#: What axe holds against a page, without colours that are on their way to others.
SERIOUS = """async (options) => {
  const aFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  await aFrame();
  while (document.getAnimations().some((one) => one instanceof CSSTransition)) await aFrame();
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
  return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" ")}`);
}"""
#: The rules that depend on the colour scheme.
COLOUR_RULES = {"runOnly": ["color-contrast", "link-in-text-block"]}


def check_axe(page: Page) -> None:
    """Axe finds nothing serious, in light and dark."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert page.evaluate(SERIOUS, {}) == []
    page.emulate_media(color_scheme="light")
    assert page.evaluate(SERIOUS, COLOUR_RULES) == []
    page.emulate_media(color_scheme="null", reduced_motion="null")


def test_every_language_fits_on_a_phone(open_page: OpenPage, service: Service) -> None:
    page = open_page("/", size=(360, 640))
    check_languages(page)
    for game in GAMES:
        page.goto(f"{service.address}/rules/{game}")
        page.wait_for_selector(".rules h1")
        check_languages(page)
        page.goto(service.address + link(new_table(service.address, "me", "greedy", game=game)))
        confirm_seat(page)
        page.wait_for_selector(".tray.acting")
        check_languages(page)


def few_tiles(person: Person) -> bool:
    """Whether the round ends after a few moves of Azul."""
    return len({(option["source"], option["colour"]) for option in person.options}) <= 4


@pytest.mark.parametrize("language", languages("fi", "is"))
def test_a_game_can_be_played_in_every_language(
    open_page: OpenPage, service: Service, language: str
) -> None:
    made = new_table(service.address, "me", "greedy")
    advance(service.address, made, until=few_tiles)
    page = open_page(link(made), size=(390, 844), language=language)
    play(page, until=lambda: look(service.address, made["id"])["state"]["round"] == 2)
    check_layout(page)


def test_axe_finds_nothing_serious(open_page: OpenPage, service: Service) -> None:
    page = open_page("/")
    check_axe(page)
    page.get_by_role("button", name="Settings").click()
    check_axe(page)
    for game in GAMES:
        check_axe(open_page(f"/rules/{game}", device=page.context, wait_for=".rules h1"))
        made = new_table(service.address, "me", "greedy", "greedy", game=game)
        table = open_page(link(made), device=page.context)
        table.wait_for_selector(".tray.acting")
        table.locator("[data-offer]").first.click()  # what was there before still is
        check_axe(table)
        if game == "azul":
            advance(service.address, made)
            table.wait_for_selector(ENDED)
            check_axe(table)
            replay = open_page(f"/replay/{made['id']}", device=page.context, wait_for=".controls")
            check_axe(replay)


def test_the_whole_page_is_light(open_page: OpenPage, service: Service) -> None:
    sizes: dict[str, int] = {}

    def weigh(response: Any) -> None:
        if response.url.startswith(service.address) and response.status == 200:
            sizes[response.url] = len(gzip.compress(response.body()))

    page = open_page("/")
    page.on("response", weigh)
    made = new_table(service.address, "me", "greedy")
    for path in ("/", link(made), "/rules/azul", "/rules/summer-pavilion", f"/replay/{made['id']}"):
        page.goto(service.address + path)
        if "#" in path:
            confirm_seat(page)
            page.wait_for_selector(".table-page")
        page.wait_for_load_state("networkidle")
    assert len(sizes) > 20
    assert sum(sizes.values()) < MAX_BYTES, sizes


def test_reduced_motion_is_honoured(open_page: OpenPage, service: Service) -> None:
    made = new_table(service.address, "me", "greedy")
    page = open_page(link(made), animation=500, reduced_motion="reduce")
    page.locator("[data-offer]").first.click()
    page.locator(".target").first.click()
    page.wait_for_selector(".tray.acting")
    running = page.evaluate(
        "document.getAnimations().filter((one) => one.playState === 'running'"
        " && one.effect.getTiming().duration > 1).length"
    )
    assert running == 0


def test_themes_can_be_chosen_and_are_remembered(open_page: OpenPage, service: Service) -> None:
    page = open_page("/", theme="dark", color_scheme="light")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    light = open_page("/", color_scheme="light")
    assert dark != light.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.goto(f"{service.address}/rules/azul")
    page.wait_for_selector(".rules h1")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark


def test_the_page_can_be_installed(open_page: OpenPage, service: Service) -> None:
    page = open_page("/")
    manifest = page.request.get(f"{service.address}/manifest.webmanifest").json()
    assert manifest["name"] == "Azulejos"
    for icon in manifest["icons"]:
        assert page.request.get(service.address + icon["src"]).ok, icon
