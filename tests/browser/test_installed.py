"""The installed app: files by release, offline page, updates, and no answer of the API kept."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from azulejos.server.release import Releases
from azulejos.server.settings import WEB, Settings
from tests.browser.fixtures import OpenPage
from tests.browser.person import confirm_seat, link, new_table
from tests.processes import wait_until
from tests.server.service import GENEROUS, ThreadService
from tests.server.test_release import edit
from tests.service import Service

READY = "navigator.serviceWorker.ready.then(() => null)"
WAITING = "navigator.serviceWorker.getRegistration().then((own) => Boolean(own.waiting))"
#: Addresses of everything in all caches.
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map((request) => new URL(request.url).pathname);
  }
  return found;
}"""
#: Versions of all modules and style sheets that a page has loaded.
LOADED = r"""() => [...new Set(performance.getEntriesByType("resource")
  .map((entry) => entry.name.match(/\/assets\/(\w+)\//)?.[1]).filter(Boolean))]"""


def install(page: Page) -> None:
    """Wait until the worker has its files, and serves the page."""
    page.evaluate(READY)
    wait_until(lambda: page.evaluate("caches.match('/words/en.json').then(Boolean)"))
    page.reload()
    wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))


def test_only_what_a_page_needs_is_asked_for_and_all_of_it_at_once(
    open_page: OpenPage, service: Service
) -> None:
    table = new_table(service.address, "me", "greedy")
    for path, ready in (("/", ".start"), (link(table), ".tray")):
        # In a new device: what a warm one has in memory is not reported as loaded.
        page = open_page(path, wait_for=ready, locale="en-US")
        preloaded, run = page.evaluate(
            """() => [
              [...document.querySelectorAll("link[rel=modulepreload]")].map((each) => each.href),
              performance.getEntriesByType("resource").map((each) => each.name)
                .filter((name) => name.endsWith(".js")),
            ]"""
        )
        assert sorted(set(preloaded)) == sorted(set(run))


def test_without_a_connection_the_page_says_so_in_my_language(open_page: OpenPage) -> None:
    page = open_page("/", language="fi", service_workers="allow")
    page.evaluate(READY)
    wait_until(lambda: page.evaluate("caches.match('/words/fi.json').then(Boolean)"))
    page.context.set_offline(True)
    page.goto(page.url + "rules/azul")
    expect(page.locator(".notice h1")).to_have_text("Et ole verkossa")
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    page.context.set_offline(False)  # and it goes on by itself
    expect(page.locator(".rules h1")).to_be_visible()


def test_answers_of_the_api_are_never_kept(open_page: OpenPage, service: Service) -> None:
    page = open_page("/", service_workers="allow")
    install(page)
    made = new_table(service.address, "me", "greedy")
    page.goto(service.address + link(made))
    confirm_seat(page)
    page.wait_for_selector(".tray.acting")
    page.goto(f"{service.address}/api/games/{made['id']}")
    page.goto(service.address + "/")
    page.wait_for_selector(".start")
    kept = [path for paths in page.evaluate(KEPT).values() for path in paths]
    assert any(path.endswith("/table/page.js") for path in kept)
    assert all(path.startswith(("/assets/", "/words/", "/artwork/")) for path in kept)
    assert page.evaluate("fetch('/api/config').then((answer) => answer.ok)")
    page.context.set_offline(True)
    assert (
        page.evaluate("fetch('/api/config').then(() => 'kept', () => 'no answer')") == "no answer"
    )


@pytest.fixture
def changing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ThreadService, Path]]:
    """A service whose page can be edited, and the folder of the page."""
    folder = Path(shutil.copytree(WEB, tmp_path / "web"))
    monkeypatch.setattr("azulejos.server.static.RELEASES", Releases(folder))
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=GENEROUS)) as service:
        yield service, folder


def test_a_new_release_takes_over_and_no_page_mixes_two(
    open_page: OpenPage, changing: tuple[ThreadService, Path]
) -> None:
    service, folder = changing
    old = open_page("/", address=service.address, service_workers="allow")
    install(old)
    first = Releases(folder).present().version
    for name in ("pages/start.js", "rules/page.js", "html.js"):
        edit(folder / name, "globalThis.isNew = true;\n")
    second = Releases(folder).present().version
    # What is open goes on with its own modules, also those that it has not loaded yet.
    old.get_by_role("link", name="Rules").first.click()
    expect(old.locator(".rules h1")).to_be_visible()
    assert old.evaluate(LOADED) == [first]
    assert not old.evaluate("globalThis.isNew")
    # What is opened is new, even though the old worker still serves the old page.
    new = open_page("/", device=old.context, address=service.address)
    assert new.evaluate(LOADED) == [second]
    assert new.evaluate("globalThis.isNew")
    wait_until(lambda: new.evaluate(WAITING))
    assert {f"azulejos-{first}", f"azulejos-{second}"} <= set(new.evaluate(KEPT))
    old.close()
    new.close()

    def forgotten() -> bool:
        """Whether the old files are gone; the browser takes its time to notice closed pages."""
        later = open_page("/", device=new.context, address=service.address)
        assert later.evaluate(LOADED) == [second]
        kept = later.evaluate(KEPT)
        later.close()
        return f"azulejos-{first}" not in kept

    wait_until(forgotten)


def test_a_page_older_than_the_kept_releases_loads_the_new_one(
    browser: Browser, changing: tuple[ThreadService, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, folder = changing
    page = browser.new_page(service_workers="block")
    page.goto(service.address)
    page.wait_for_selector(".start")
    edit(folder / "html.js", "// edited\n")
    monkeypatch.setattr("azulejos.server.static.RELEASES", Releases(folder))  # as after a restart
    page.evaluate("performance.now = () => 60_000")  # it has been open for long
    page.get_by_role("link", name="Rules").first.click()
    expect(page.locator(".rules h1")).to_be_visible()
    assert page.evaluate(LOADED) == [Releases(folder).present().version]
    page.close()
