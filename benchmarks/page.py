"""Time until the start page can be used on a slow line, against the least possible time.

`python -m benchmarks.page` opens the page in Chromium with an empty cache, over a line emulated by
the browser (1.6 Mbit/s, 150 ms a request). The least time is that of its bytes, and of the requests
that depend on each other: the document, its files, and the words in the reader's language.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.browser.fixtures import FLAGS, browser_path
from tests.service import Service

BITS_PER_SECOND = 1_600_000
LATENCY = 0.150
#: Requests that depend on each other.
ROUND_TRIPS = 3
REPETITIONS = 7
PHONE = {"width": 390, "height": 844}
#: Notes when the button that starts a game is there, in milliseconds since the navigation.
WATCH = """new MutationObserver((_, observer) => {
  if (!document.querySelector("main button.primary")) return;
  observer.disconnect();
  requestAnimationFrame(() => { window.usable = performance.now(); });
}).observe(document, { childList: true, subtree: true })"""


@dataclass(frozen=True)
class Load:
    """One loading of the page."""

    seconds: float
    requests: int
    size: int

    @property
    def least(self) -> float:
        """Seconds that the line alone takes."""
        return ROUND_TRIPS * LATENCY + 8 * self.size / BITS_PER_SECOND


def load(browser: Browser, address: str) -> Load:
    """Open the page on a device that has never seen it."""
    device = browser.new_context(viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
    page = device.new_page()
    line = device.new_cdp_session(page)
    rate = BITS_PER_SECOND / 8
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 1000 * LATENCY,
            "downloadThroughput": rate,
            "uploadThroughput": rate,
        },
    )
    sizes: list[int] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(_size(event)))
    page.add_init_script(script=WATCH)
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => window.usable")
    usable = page.evaluate("window.usable") / 1000
    requests, size = len(sizes), sum(sizes)
    device.close()
    return Load(usable, requests, size)


def _size(event: Any) -> int:
    return int(event["encodedDataLength"])


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.page")
    parser.add_argument("--repetitions", type=int, default=REPETITIONS)
    asked = parser.parse_args(arguments)
    path = browser_path()
    if path is None:
        print("No Chromium found: the page is not measured.")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder) / "tables.db")
        address = service.start()
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            load(browser, address)  # the service imports the rules, the browser starts
            loads = [load(browser, address) for _ in range(asked.repetitions)]
        finally:
            browser.close()
            service.stop()
    report(loads)


def report(loads: Sequence[Load]) -> None:
    """Print the median, and the ratio to the least time."""
    middle = sorted(loads, key=lambda one: one.seconds)[len(loads) // 2]
    table = Table(title=f"Start page on 1.6 Mbit/s, 150 ms, cold; {len(loads)} loadings")
    for heading in ("median s", "worst s", "requests", "kB", "least s", "median / least"):
        table.add_column(heading, justify="right")
    table.add_row(
        f"{statistics.median(one.seconds for one in loads):.2f}",
        f"{max(one.seconds for one in loads):.2f}",
        str(middle.requests),
        f"{middle.size / 1000:.0f}",
        f"{middle.least:.2f}",
        f"{middle.seconds / middle.least:.2f}",
    )
    Console().print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
