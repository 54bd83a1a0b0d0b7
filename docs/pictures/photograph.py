"""Photographs the page for the documents, and makes the icons of the app: `make pictures`."""

from __future__ import annotations

import json
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from azulejos.render.svg.app_icon import app_icon

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.fixtures import FLAGS, browser_path  # noqa: E402
from tests.browser.person import confirm_seat, link, new_table, play, preferences  # noqa: E402
from tests.service import a_service  # noqa: E402

ICONS = ROOT / "src" / "azulejos" / "web" / "icons"


@contextmanager
def a_browser() -> Iterator[Browser]:
    """The same browser as in the tests."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        yield browser
        browser.close()


def draw_icons(browser: Browser) -> None:
    """The icon in the sizes that installed apps want."""
    ICONS.mkdir(exist_ok=True)
    for size in (192, 512):
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>body{{margin:0}}</style>{app_icon(size)}")
        page.screenshot(path=ICONS / f"icon-{size}.png")
        page.close()


def photograph(browser: Browser, address: str, name: str, **wanted: Any) -> None:
    """A table in the middle of a game."""
    plies, size = wanted.pop("plies"), wanted.pop("size", (1440, 900))
    scheme, language = wanted.pop("scheme", "light"), wanted.pop("language", "en")
    made = new_table(address, "me", *wanted.pop("bots"), **wanted)
    device = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, device_scale_factor=1
    )
    remembered = json.dumps(json.dumps(preferences(language=language, name="Ana")))
    device.add_init_script(script=f"localStorage.setItem('azulejos.preferences', {remembered})")
    page = device.new_page()
    page.goto(address + link(made))
    confirm_seat(page)

    def far_enough() -> bool:
        with urllib.request.urlopen(f"{address}/api/games/{made['id']}") as answer:
            state = json.load(answer)["state"]
        return bool(state["over"] or (state["ply"] >= plies and state["to_play"] == 0))

    play(page, until=far_enough)
    page.wait_for_timeout(800)
    if page.locator("[data-offer]").count():
        page.locator("[data-offer]").first.click()
        page.mouse.move(0, 0)
    page.screenshot(path=HERE / f"{name}.png")
    device.close()


def main() -> None:
    """All photographs and icons."""
    with tempfile.TemporaryDirectory() as folder, a_browser() as browser:
        draw_icons(browser)
        with a_service(Path(folder) / "tables.db") as address:
            photograph(browser, address, "page-azul", plies=24, bots=["expert"])
            photograph(
                browser,
                address,
                "page-summer-pavilion",
                game="summer-pavilion",
                plies=100,
                bots=["strong", "expert"],
                scheme="dark",
            )
            photograph(browser, address, "page-phone", plies=14, bots=["casual"], size=(390, 844))


if __name__ == "__main__":
    main()
