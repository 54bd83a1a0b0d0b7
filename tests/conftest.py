"""What all tests share: the options that start the long runs and draw pictures anew."""

from __future__ import annotations

import signal

import pytest

#: One browser and one service for a whole worker, whichever tests ask for them.
pytest_plugins = ["tests.browser.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long tests (marked soak)")
    redraw = "keep the terminal app's screens as they look now (tests/tui/pictures)"
    parser.addoption("--redraw", action="store_true", help=redraw)


def pytest_configure() -> None:
    """Hear Ctrl-C, and let the programs that are started hear it: a shell that starts tests in the
    background has told them not to, and what is ignored is inherited."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--soak"):
        return
    reason = "a long run: give --soak, or use `make soak`"
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason=reason))
