"""The first start on a machine: the page is there at once, and tells what is being compiled."""

from __future__ import annotations

import json
import os
import re
import shutil
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from playwright.sync_api import expect

from azulejos.engine.cache import CACHE
from tests.browser.fixtures import OpenPage
from tests.browser.person import play
from tests.processes import children_of, is_running, kill, wait_until
from tests.service import Service

#: Milliseconds in which the rules and a search are compiled, even on a busy machine.
COMPILED = 600_000
RULES, BOTS = "azul-rules", "azul-2"
PREPARING = re.compile(r"Preparing Azul for this machine: \d+%")


@pytest.fixture
def new_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No job has run yet, and the rules are not compiled.

    The searches, which take most of the time and go the same way, are there if they were here.
    """
    assert CACHE
    folder = tmp_path / "cache" / CACHE.name
    for searches in (*CACHE.glob("search.*"), *CACHE.glob("bots.*")):
        shutil.copytree(searches, folder / searches.name)
    monkeypatch.setenv("AZULEJOS_CACHE", str(folder.parent))
    return folder


@pytest.fixture
def held_bots(new_cache: Path) -> Iterator[FileLock]:
    """Held before the service starts: the compilation of bots takes as long as the test needs."""
    new_cache.mkdir(parents=True, exist_ok=True)
    lock = FileLock(new_cache / f"{BOTS}.lock")
    lock.acquire()
    yield lock
    lock.release()


@pytest.fixture
def new_service(held_bots: FileLock, tmp_path: Path) -> Iterator[Service]:  # noqa: ARG001
    """A service that was never started before."""
    service = Service(tmp_path / "tables.db")
    service.start()
    yield service
    service.stop()


def preparation(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/api/preparation") as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def command_of(number: int) -> str:
    return Path(f"/proc/{number}/cmdline").read_text().split("\0")[-2]


def jobs_of(service: Service) -> dict[str, int]:
    """The names of the running jobs, with their process numbers."""
    found = {}
    for child in children_of(service.pid):
        try:
            found[command_of(child)] = child
        except (FileNotFoundError, IndexError):
            continue  # it has just ended
    return found


def running_job(service: Service, name: str) -> int:
    """The process number of a job, as soon as it runs."""
    seen: dict[str, int] = {}

    def runs() -> bool:
        seen.update(jobs_of(service))
        return name in seen

    wait_until(runs)
    return seen[name]


@pytest.mark.slow
def test_a_game_is_played_while_the_rest_is_compiled(
    open_page: OpenPage,
    new_service: Service,
    held_bots: FileLock,
    new_cache: Path,
    tmp_path: Path,
) -> None:
    """Page, table and moves before all is ready; `kill -9` of a job; two starts; no orphans."""
    page = open_page(address=new_service.address)
    bar = page.locator(".preparation")
    expect(bar).to_contain_text(PREPARING)
    assert not preparation(new_service.address)["ready"]  # the page did not wait for that

    killed = running_job(new_service, RULES)
    kill(killed)
    wait_until(lambda: jobs_of(new_service).get(RULES, killed) != killed)

    other = Service(tmp_path / "others.db")
    other.start()  # with the same cache: its jobs wait for those that run
    try:
        page.locator(".first-choice select").select_option("0")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_selector(".table-page", timeout=COMPILED)
        rules = preparation(new_service.address)["games"]["azul"]["rules"]
        assert rules["percent"] == 100
        made = note_of(new_cache, RULES)
        expect(page.locator(".turn")).to_have_text("Your turn", timeout=COMPILED)
        play(page, until=lambda: page.locator(".turn").inner_text() != "Your turn")
        expect(bar).to_contain_text(PREPARING)  # the bot is to move, and is waited for
        held_bots.release()
        expect(page.locator(".turn")).to_have_text("Your turn", timeout=COMPILED)
        expect(bar).to_have_count(0)
        wait_until(lambda: preparation(other.address)["games"]["azul"]["rules"]["percent"] == 100)
        assert note_of(new_cache, RULES) == made  # compiled once for both
        running = [*jobs_of(new_service).values(), *jobs_of(other).values()]
    finally:
        held_bots.release()
        assert other.stop() == 0
    assert new_service.stop() == 0
    assert "compiling" not in new_service.log + other.log  # the jobs had compiled all they needed
    wait_until(lambda: not any(map(is_running, running)))


def note_of(cache: Path, job: str) -> tuple[str, float]:
    """What a finished job has left, and when."""
    path = cache / f"{job}.done"
    return path.read_text(), os.stat(path).st_mtime
