"""Options, fixtures and hooks of all tests."""

from __future__ import annotations

import signal

import pytest

#: Session-wide fixtures: one browser and one service per worker.
pytest_plugins = ["tests.browser.fixtures"]


#: Modules of the fast folders that `make check` and `make coverage` leave out: they walk thousands
#: of games, or compile in processes of their own.
SLOW_MODULES = {
    "test_compiled.py",
    "test_lockstep.py",
    "test_perft.py",
    "test_without_compilation.py",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="also run the long tests (marked soak)")
    redraw = "update the terminal app's snapshots (tests/tui/pictures)"
    parser.addoption("--redraw", action="store_true", help=redraw)


def pytest_configure() -> None:
    """Restore the handling of SIGINT.

    A shell that starts a background job makes it ignore SIGINT, and child processes inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.name in SLOW_MODULES:
            item.add_marker(pytest.mark.slow)
    if config.getoption("--soak"):
        return
    reason = "a long run: give --soak, or use `make soak`"
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason=reason))
