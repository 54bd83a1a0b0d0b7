"""A real browser, and a real service for it.

All tests load this module, most of them without using it: what is slow to import is imported late.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

import pytest

from tests.service import Service

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

WHOLE_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: The headless shell needs two thirds of the CPU time, and cannot show notifications.
BROWSERS = ("chromium-headless-shell", *WHOLE_BROWSERS)
#: Nothing but the page itself: no updates, no phoning home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages of one device share a process, which the device keeps: see `Devices`.
    "--process-per-site",
    "--renderer-process-limit=1",
)
WIDE = (1440, 900)
#: Options of a page that Playwright also knows for a page alone.
MEDIA = ("color_scheme", "reduced_motion")
#: Milliseconds in which something has to be seen or done, even on a busy machine.
PATIENCE = 60_000


def browser_path(names: Sequence[str] = BROWSERS) -> str | None:
    """Where a Chromium is, if there is one."""
    known = os.environ.get("AZULEJOS_BROWSER")
    return known or next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver of browsers."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        yield playwright


def launched(playwright: Playwright, names: Sequence[str]) -> Iterator[Browser]:
    """A browser with one of these names, until the test has ended."""
    path = browser_path(names)
    if path is None:
        pytest.skip(f"no {names[0]} found: install it, or run `make test` where it may use apt")
    browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The distribution's Chromium."""
    yield from launched(playwright, BROWSERS)


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that all tests of this worker share."""
    service = Service(tmp_path_factory.mktemp("service") / "tables.db")
    service.start()
    yield service
    service.stop()


class Devices:
    """Browser contexts that tests use one after another, each test as an empty device.

    Each keeps a page open, and with it a process that has compiled the page's modules: the first
    page of a new context takes three times the CPU time of a page in a context that was used.
    Tests change pages, not devices: routes and scripts of a device would stay.
    """

    #: What the open page shows: no script, but the origin's storage.
    QUIET_PATH = "/artwork/icon.svg"

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self._quiet_address = address + self.QUIET_PATH
        self._quiet: dict[BrowserContext, Page] = {}
        self._free: list[BrowserContext] = []

    def take(self) -> BrowserContext:
        """A device that remembers nothing."""
        if self._free:
            return self._free.pop()
        device = self._browser.new_context(service_workers="block")
        device.set_default_timeout(PATIENCE)
        self._quiet[device] = device.new_page()
        self._quiet[device].goto(self._quiet_address)
        return device

    def is_idle(self, device: BrowserContext) -> bool:
        """Whether a test has closed all pages of a device."""
        return device.pages == [self._quiet[device]]

    def give_back(self, device: BrowserContext) -> None:
        """Close its pages and forget what it has stored, unless the test has closed it."""
        quiet = self._quiet[device]
        if quiet.is_closed():
            del self._quiet[device]
            return
        for page in device.pages:
            if page is not quiet:
                page.close()
        device.clear_cookies()
        device.clear_permissions()
        quiet.evaluate("localStorage.clear()")
        self._free.append(device)


@pytest.fixture(scope="session")
def devices(browser: Browser, service: Service) -> Devices:
    """The devices of this worker."""
    return Devices(browser, service.address)


#: Opens a page: its size, colour scheme and preferences can be chosen.
OpenPage: TypeAlias = "Callable[..., Page]"


@dataclass
class Look:
    """What all pages of a device are given: a size, preferences, and a colour scheme or motion."""

    size: tuple[int, int]
    script: str
    media: dict[str, Any]

    def apply(self, page: Page) -> None:
        width, height = self.size
        page.set_viewport_size({"width": width, "height": height})
        page.add_init_script(self.script)
        if self.media:
            page.emulate_media(**self.media)


@pytest.fixture
def open_page(browser: Browser, devices: Devices, service: Service) -> Iterator[OpenPage]:
    """Opens pages of different devices; none may complain, or ask another host for anything."""
    pages = Pages(browser, devices, service.address)
    yield pages.open
    pages.close()
    assert not pages.complaints


class Pages:
    """The pages of one test, and their devices.

    A page of another service is opened in a new context, and so is one with options of a context,
    such as `locale`.
    """

    def __init__(self, browser: Browser, devices: Devices, address: str) -> None:
        self.complaints: list[str] = []
        self._browser = browser
        self._devices = devices
        self._address = address
        self._shared: list[BrowserContext] = []
        self._own: list[BrowserContext] = []
        self._looks: dict[BrowserContext, Look] = {}

    def open(
        self,
        path: str = "/",
        *,
        size: tuple[int, int] = WIDE,
        device: BrowserContext | None = None,
        wait_for: str = "main, .table-page",
        address: str | None = None,
        join: bool = True,
        script: str = "",
        **options: Any,
    ) -> Page:
        """Open a page, on a new device unless one is given; its `script` runs before the page's."""
        from tests.browser.person import confirm_seat

        device = device or self._device(size, options, is_shared=address is None)
        page = device.new_page()
        if device in self._looks:
            self._looks[device].apply(page)
        if script:
            page.add_init_script(script)
        self._watch(page)
        page.goto((address or self._address) + path)
        if join and "/table/" in path and "#" in path:
            confirm_seat(page)
        page.wait_for_selector(wait_for)
        return page

    def _device(
        self, size: tuple[int, int], options: dict[str, Any], *, is_shared: bool
    ) -> BrowserContext:
        from tests.browser.person import preferences

        chosen = {name: options.pop(name) for name in list(options) if name in preferences()}
        media = {name: options.pop(name) for name in MEDIA if name in options}
        device = self._new_context(options) if options or not is_shared else self._take()
        self._looks[device] = Look(size, _remembering(preferences(**chosen)), media)
        return device

    def _new_context(self, options: dict[str, Any]) -> BrowserContext:
        # Most tests are not about the installed app, and quicker without its cache.
        device = self._browser.new_context(**({"service_workers": "block"} | options))
        device.set_default_timeout(PATIENCE)
        self._own.append(device)
        return device

    def _take(self) -> BrowserContext:
        for idle in filter(self._devices.is_idle, list(self._shared)):
            self._shared.remove(idle)
            self._devices.give_back(idle)
        self._shared.append(self._devices.take())
        return self._shared[-1]

    def _watch(self, page: Page) -> None:
        page.on("console", lambda message: _hear(message, self.complaints))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("response", lambda response: _check_answer(response, self.complaints))
        page.on("request", lambda request: _check_host(request.url, self.complaints))

    def close(self) -> None:
        """Close all pages."""
        for device in self._own:
            device.close()
        for device in self._shared:
            self._devices.give_back(device)


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
