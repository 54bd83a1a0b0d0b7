"""What an earlier version's page left in `localStorage`: tables, tokens and preferences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, StorageState, expect

from tests.browser.fixtures import PATIENCE, OpenPage
from tests.service import Service
from tests.stored import known, restore_database

DEVICES: dict[str, Any] = known("local-storage.json")
every_device = pytest.mark.parametrize("name", DEVICES)


@pytest.fixture(scope="module")
def stored_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service over the stored database, on which these tests only look."""
    database = tmp_path_factory.mktemp("stored") / "tables.db"
    restore_database(database)
    service = Service(database)
    service.start()
    yield service
    service.stop()


@pytest.fixture
def device(name: str, browser: Browser, stored_service: Service) -> Iterator[BrowserContext]:
    """A browser that kept what the earlier version stored."""
    items = [{"name": key, "value": value} for key, value in DEVICES[name]["stored"].items()]
    state: StorageState = {
        "cookies": [],
        "origins": [{"origin": stored_service.address, "localStorage": items}],  # type: ignore[typeddict-item]
    }
    context = browser.new_context(storage_state=state, locale="en-GB")
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


def home(open_page: OpenPage, device: BrowserContext, service: Service) -> Page:
    """The start page, once it has asked about all running games."""
    page = open_page("/", device=device, address=service.address, wait_for=".new-game")
    page.wait_for_load_state("networkidle")
    return page


@every_device
def test_the_stored_tables_are_listed_and_can_be_opened(
    name: str, device: BrowserContext, stored_service: Service, open_page: OpenPage
) -> None:
    tables = DEVICES[name]["read"]["tables"]
    page = home(open_page, device, stored_service)
    expect(page.locator(".game-item")).to_have_count(len(tables))
    # Those who have finished a game are not new to it.
    has_played = any(table["finished"] for table in tables)
    expect(page.locator(".learn-offer")).to_have_count(0 if has_played else 1)
    for table in tables:
        page.goto(f"{stored_service.address}/table/{table['id']}")
        if table["finished"]:
            page.wait_for_selector(".end-panel, .end")
        elif table["tokens"]:
            page.wait_for_selector(".tray.acting")
        else:
            page.wait_for_selector(".table-page")


@every_device
def test_the_stored_preferences_and_choices_are_used(
    name: str, device: BrowserContext, stored_service: Service, open_page: OpenPage
) -> None:
    read = DEVICES[name]["read"]
    page = home(open_page, device, stored_service)
    preferences, setup = read["preferences"], read["setup"]
    root = page.locator("html")
    if preferences["language"]:
        expect(root).to_have_attribute("lang", preferences["language"].replace("_", "-"))
    if preferences["theme"] != "system":
        expect(root).to_have_attribute("data-theme", preferences["theme"])
    for group in ("game", "board", "players"):
        expect(page.locator(f"input[name={group}]:checked")).to_have_value(str(setup[group]))
    assert stored_in(device) == DEVICES[name]["stored"]


def stored_in(device: BrowserContext) -> dict[str, str]:
    """What a browser keeps, exactly."""
    (origin,) = device.storage_state()["origins"]
    items = sorted((item["name"], item["value"]) for item in origin["localStorage"])
    return dict(items)
