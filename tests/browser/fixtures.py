"""A real browser, and a real service for it.

All tests load this module, most of them without using it: what is slow to import is imported late.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import pytest

from tests.service import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: Nothing but the page itself: no updates, no phoning home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WIDE = (1440, 900)
#: Milliseconds in which something has to be seen or done, even on a busy machine.
PATIENCE = 60_000


def browser_path() -> str | None:
    """Where a Chromium is, if there is one."""
    known = os.environ.get("AZULEJOS_BROWSER")
    return known or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium."""
    path = browser_path()
    if path is None:
        pytest.skip("no Chromium found: install one, or run `make test` where it may use apt")
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests of this worker share."""
    service = Service(tmp_path_factory.mktemp("service") / "tables.db")
    service.start()
    yield service
    service.stop()


#: Opens a page: its size, colour scheme and preferences can be chosen.
OpenPage: TypeAlias = "Callable[..., Page]"


@pytest.fixture
def open_page(browser: Browser, service: Service) -> Iterator[OpenPage]:
    """Opens pages of devices of their own; none may complain, or ask another host for anything."""
    from tests.browser.person import confirm_seat, preferences

    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def watch(page: Page) -> None:
        page.on("console", lambda message: _hear(message, complaints))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("response", lambda response: _check_answer(response, complaints))
        page.on("request", lambda request: _check_host(request.url, complaints))

    def open_one(
        path: str = "/",
        *,
        size: tuple[int, int] = WIDE,
        device: BrowserContext | None = None,
        wait_for: str = "main, .table-page",
        address: str | None = None,
        join: bool = True,
        **options: Any,
    ) -> Page:
        chosen = {name: options.pop(name) for name in list(options) if name in preferences()}
        if device is None:
            width, height = size
            # Most tests are not about the installed app, and quicker without its cache.
            options.setdefault("service_workers", "block")
            device = browser.new_context(viewport={"width": width, "height": height}, **options)
            device.add_init_script(script=_remembering(preferences(**chosen)))
            device.set_default_timeout(PATIENCE)
            contexts.append(device)
        page = device.new_page()
        watch(page)
        page.goto((address or service.address) + path)
        if join and "/table/" in path and "#" in path:
            confirm_seat(page)
        page.wait_for_selector(wait_for)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


def _remembering(chosen: dict[str, Any]) -> str:
    """A device that remembers these preferences from its first visit on."""
    stored = json.dumps(json.dumps(chosen))
    return (
        "if (!localStorage.getItem('azulejos.preferences'))"
        f" localStorage.setItem('azulejos.preferences', {stored})"
    )


def _hear(message: Any, complaints: list[str]) -> None:
    # The browser itself notes what a test does on purpose: a restart, a refused request.
    own_notes = (
        *("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED"),
        *("status of 400", "status of 403", "status of 404", "status of 409"),
        "Service Worker registration blocked by Playwright",
    )
    if message.type in ("error", "warning") and not any(n in message.text for n in own_notes):
        complaints.append(message.text)


def _check_answer(response: Any, complaints: list[str]) -> None:
    """Whatever the page loads by itself must be there."""
    if response.status >= 400 and "/api/" not in response.url:
        complaints.append(f"{response.status}: {response.url}")


def _check_host(url: str, complaints: list[str]) -> None:
    if urlsplit(url).hostname not in ("localhost", "127.0.0.1", None):
        complaints.append(f"asked another host: {url}")


@pytest.fixture
def own_service(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Service]:
    """A service that a test may stop and kill; its parameter is a tuple of options."""
    service = Service(tmp_path / "tables.db", *getattr(request, "param", ()))
    service.start()
    yield service
    service.stop()
