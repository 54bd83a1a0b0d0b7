"""A person at the page: sets up tables and plays, with mouse or keyboard, without knowing rules."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Missed

from tests.server.service import Made, Person, Site

#: What can be acted on, the most particular first; then what is picked first of each.
STEPS = (
    ".confirmation button.primary",
    ".payment",
    ".choosing-tiles button.primary:not([disabled])",
    ".choosing-tiles .toggle[aria-pressed=false]:not([disabled])",
    ".table-page button.line.target",
    ".table-page .wall-cell.target",
    ".table-page .pavilion-board .target",
    ".table-page button.floor.target",
    ".table-page [data-offer]",
)
PASS = ".tray-tools button:text-is('Pass')"
#: The number of the first step that can be done, or -1: one question instead of one for each.
FIRST_STEP = "(steps) => steps.findIndex((each) => document.querySelector(each))"
ENDED = ".end-panel, .end"
MAX_STEPS = 900
#: Seconds in which others move, even on a busy machine.
PATIENCE = 60.0


def preferences(**chosen: Any) -> dict[str, Any]:
    """What a device remembers: quick, and without questions, unless a test wants them."""
    known = {
        "language": "en",
        "theme": "system",
        "animation": 0,
        "roundEnd": "none",
        "sound": False,
        "turnSound": False,
        "notify": False,
        "notifyAsked": True,
        "confirm": False,
        "autoplay": False,
        "warnings": False,
        "hints": True,
        "evaluation": True,
        "name": "",
    }
    return known | chosen


def new_table(
    address: str, *seats: str, game: str = "azul", board: str = "coloured", **more: Any
) -> Any:
    """Set up a table over HTTP; the first seat starts. Bots are named by their level."""
    wanted = [
        {"kind": seat} if seat in ("me", "here", "friend", "open") else {"kind": "bot", "bot": seat}
        for seat in seats
    ]
    table = {"game": game, "board": board, "seats": wanted, "first": 0, **more}
    body = json.dumps(table).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{address}/api/games", body, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def look(address: str, table: str) -> Any:
    """A table as a spectator sees it."""
    with urllib.request.urlopen(f"{address}/api/games/{table}") as answer:
        return json.load(answer)


def link(made: Any, seat: int = 0) -> str:
    """The link of a seat."""
    return f"/table/{made['id']}#{made['seats'][seat]['token']}"


def confirm_seat(page: Page) -> None:
    """Join by the link to a seat that was opened; a device that has the seat is not asked."""
    page.wait_for_selector(".join, .table-page, .notice")
    if page.locator(".join").count():
        page.locator(".join button.primary").click()


def share_screen(page: Page, made: Any) -> None:
    """Sit down at all seats of a table with one device."""
    tokens = {seat["seat"]: seat["token"] for seat in made["seats"]}
    page.evaluate(
        "async ([id, tokens]) => (await import('/web/storage.js'))"
        ".remember({ id, game: 'azul', board: 'grey', players: 3, tokens })",
        [made["id"], tokens],
    )
    page.goto(f"{urljoin(page.url, '/table/')}{made['id']}")
    page.wait_for_selector(".table-page")


def advance(
    address: str,
    made: Any,
    rounds: int | None = None,
    until: Callable[[Person], bool] | None = None,
    kind: str | None = None,
) -> None:
    """Play for everyone without a page, which is much faster; some rounds, or to the end.

    Moves of a `kind` are preferred, if it is given.
    """
    tokens = [seat["token"] for seat in made["seats"]]
    seats = [number for number, token in enumerate(tokens) if token]
    done = until or (lambda person: rounds is not None and person.state["round"] > rounds)
    with Site(address).sit(Made(made["id"], tokens), *seats) as person:
        person.wait_for_turn()
        while not person.state["over"] and not done(person):
            options = [option for option in person.options if option["kind"] == kind]
            options = options or person.options
            person.play(next((o for o in options if o.get("destination")), options[0])["move"])
            person.wait_for_turn()


#: Chooses a language, as the settings do.
SWITCH = """async (language) =>
  (await import("/web/preferences.js")).setPreference("language", language)"""


def switch_language(page: Page, language: str) -> None:
    """Show a page in another language, where it is."""
    page.evaluate(SWITCH, language)
    tag = language.replace("_", "-")
    page.wait_for_selector(f"html[lang='{tag}']", state="attached")


def box_of(page: Page, part: str) -> Any:
    """Where a part of the page is now, in pixels; without size while it is not visible."""
    return page.locator(part).bounding_box() or {"x": 0, "y": 0, "width": 0, "height": 0}


def step(page: Page) -> bool:
    """Do the next thing that can be done; False if there is nothing to do now."""
    number = page.evaluate(FIRST_STEP, STEPS)
    found = page.locator(PASS if number < 0 else STEPS[number])
    if number < 0 and not found.count():
        return False
    try:
        found.first.click(timeout=1_000)
    except Missed:
        return False  # it went away: look again
    return True


def play(*pages: Page, until: Callable[[], bool] | None = None) -> None:
    """Play for everyone at these pages until the game is over, or something else is so."""
    done = until or (lambda: all(page.locator(ENDED).count() for page in pages))
    steps, last = 0, time.monotonic()
    while not done():
        acted = [step(page) for page in pages]
        if any(acted):
            steps, last = steps + 1, time.monotonic()
        else:
            pages[0].wait_for_timeout(20)
        assert steps < MAX_STEPS, f"still playing after {MAX_STEPS} steps"
        assert time.monotonic() < last + PATIENCE, "nothing to do, and nobody moves"
