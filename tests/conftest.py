"""Options, fixtures and hooks of all tests."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadGroupScheduling  # type: ignore[import-untyped]

#: PyTorch's threads would compete with those of the other test workers for the same cores.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# No property depends on the speed of the machine.
settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("untimed")

TESTS = Path(__file__).resolve().parent

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


#: Folders whose tests compile what `azulejos.precompile` does not, each game for itself.
COMPILING = {"bots", "envs", "search", "training"}
#: Tests that share all that is slow with those of other files: a browser and a service.
ONE_BY_ONE = "tests/browser/"
#: The files that take longest. They start first, so that what ends last is short.
LONGEST = (
    "packaging/test_wheel.py",
    "browser/test_first_start.py",
    "arena/test_ray.py",
    "cli/test_train.py",
    "browser/test_tray.py",
    "training/test_loop.py",
    "server/test_many_processes.py",
    "server/test_openapi.py",
    "docs/test_site.py",
    "analysis/test_review.py",
    "test_docs.py",
    "test_precompile.py",
)


#: Tests of other programs and processes, whose timing is not ours. In CI such a test is repeated
#: once when it fails, and listed as RERUN: it is to be repaired, but it does not stop other work.
REPEATED = {"arena", "browser", "cli", "docs", "packaging", "server", "tui"}


class ByFile(LoadGroupScheduling):  # type: ignore[misc]
    """Gives a worker all tests of a file, which share fixtures, if they are in no other group."""

    def _split_scope(self, nodeid: str) -> str:
        scope: str = super()._split_scope(nodeid)
        return scope if scope.startswith(ONE_BY_ONE) else scope.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile | None:
    return ByFile(config, log) if config.getoption("dist") == "loadgroup" else None


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.name in SLOW_MODULES:
            item.add_marker(pytest.mark.slow)
        area = path_of(item).split("/")[0]
        if area in COMPILING and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(f"{area} {game_of(item)}"))
        if area in REPEATED and os.environ.get("CI"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    order = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: order.get(path_of(item), len(order)))
    if config.getoption("--soak"):
        return
    reason = "a long run: give --soak, or use `make soak`"
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason=reason))


def path_of(item: pytest.Item) -> str:
    """A test's file, as its path in this folder."""
    return item.path.relative_to(TESTS).as_posix()


def game_of(item: pytest.Item) -> str:
    """The game that a test is about: one worker compiles it, and the others do not."""
    call = getattr(item, "callspec", None)
    names = [getattr(value, "game", value) for value in call.params.values()] if call else []
    is_other = "summer-pavilion" in [name for name in names if isinstance(name, str)]
    return "summer-pavilion" if is_other or "pavilion" in item.path.stem else "azul"
