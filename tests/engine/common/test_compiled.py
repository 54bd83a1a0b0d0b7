"""Compiled code is cached, and no change of any source is ever overlooked.

The proofs run a copy of the package in processes of their own, with a cache of their own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock, Timeout
from numba.core.caching import FunctionCache

from azulejos.engine.compiled import COMPILED_FOLDERS, PACKAGE, compiled, fingerprint

ANNOUNCEMENT = "azulejos: compiling"
COMPILED_SOURCES = sorted(
    source.relative_to(PACKAGE)
    for folder in COMPILED_FOLDERS
    for source in (PACKAGE / folder).rglob("*.py")
)

#: One move ends the game by a complete row: 5 points for the tile and the bonus of the row.
LAST_MOVE = """
from azulejos import Game
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.azul.setup import Seat, Setup

wall = ["byrk.", ".....", ".....", ".....", "....."]
setup = Setup([Seat(wall=wall), Seat()], marker=1, centre="w")
game = Game(position=AzulPosition.from_setup(setup), seed=1)
game.play("0w1")
print(game.scores[0])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package."""
    copy = tmp_path / "source" / "azulejos"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


def change(source: Path, old: str, new: str) -> None:
    text = source.read_text()
    assert text.count(old) == 1, f"expected {old!r} once in {source.name}"
    source.write_text(text.replace(old, new))


# The fingerprint


def test_an_untouched_copy_has_the_same_fingerprint(package: Path) -> None:
    assert fingerprint(package) == fingerprint()


@pytest.mark.parametrize("source", COMPILED_SOURCES, ids=str)
def test_a_change_in_any_source_changes_the_fingerprint(package: Path, source: Path) -> None:
    with (package / source).open("a") as file:
        file.write("\n")

    assert fingerprint(package) != fingerprint()


def test_a_new_a_lost_and_a_renamed_source_change_the_fingerprint(package: Path) -> None:
    seen = {fingerprint(package)}

    new = package / "engine" / "azul" / "new.py"
    new.write_text("")
    seen.add(fingerprint(package))
    new.rename(new.with_name("newer.py"))
    seen.add(fingerprint(package))
    (package / "engine" / "azul" / "rules.py").unlink()
    seen.add(fingerprint(package))

    assert len(seen) == 4


def test_sources_that_are_never_compiled_leave_the_fingerprint_alone(package: Path) -> None:
    with (package / "game" / "game.py").open("a") as file:
        file.write("\n")

    assert fingerprint(package) == fingerprint()


# The cache, from end to end


def run(package: Path, code: str = LAST_MOVE, cache: Path | None = None) -> tuple[str, int]:
    """What a process prints that uses the copy, and how often it says that it compiles."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **{name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")},
            "PYTHONPATH": str(package.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "AZULEJOS_CACHE": str(cache or package.parent / "cache"),
        },
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr.count(ANNOUNCEMENT)


def test_code_is_compiled_once_and_anew_when_a_rule_changes_in_another_file(package: Path) -> None:
    first, announced = run(package)
    assert (first, announced) == ("7", 1)

    again, announced = run(package)
    assert (again, announced) == ("7", 0)

    # rules.py, which uses the bonus, stays untouched: Numba alone would not notice.
    change(package / "engine" / "azul" / "layout.py", "ROW_BONUS = 2", "ROW_BONUS = 30")
    changed, announced = run(package)
    assert (changed, announced) == ("35", 1)

    # And back: the first cache is still there.
    change(package / "engine" / "azul" / "layout.py", "ROW_BONUS = 30", "ROW_BONUS = 2")
    back, announced = run(package)
    assert (back, announced) == ("7", 0)

    # Another checkout of the same sources finds it too.
    moved = package.parent / "elsewhere" / "azulejos"
    shutil.copytree(package, moved, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(moved, cache=package.parent / "cache") == ("7", 0)


def test_the_copy_is_what_runs(package: Path) -> None:
    location, announced = run(package, "import azulejos; print(azulejos.__file__)")

    assert Path(location) == package / "__init__.py"
    assert announced == 0, "importing compiles nothing"


def test_one_process_at_a_time_adds_to_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    saved: list[Any] = []

    def save(cache: Any, signature: Any, _data: Any) -> None:
        with pytest.raises(Timeout):
            FileLock(Path(cache.cache_path) / "lock", timeout=0).acquire()
        saved.append(signature)

    monkeypatch.setattr(FunctionCache, "save_overload", save)
    monkeypatch.setattr(a_function, "__module__", "azulejos.engine.trial")

    assert compiled(a_function)(3) == 3
    assert len(saved) == 1


# What may be compiled


def a_function(number: int) -> int:
    return number


@pytest.mark.parametrize(
    "module", ["azulejos.game.records", "azulejos", "__main__", "tests.rules.x"]
)
def test_functions_from_outside_the_compiled_folders_are_refused(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(a_function, "__module__", module)

    with pytest.raises(ValueError, match=r"expected a function of azulejos\.engine"):
        compiled(a_function)


def test_functions_of_other_packages_are_refused_whatever_their_folders_are_called() -> None:
    assert a_function.__module__ == "tests.engine.common.test_compiled"

    with pytest.raises(ValueError, match=r"expected a function of azulejos\.engine"):
        compiled(a_function)
