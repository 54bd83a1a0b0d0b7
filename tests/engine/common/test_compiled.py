"""Compiled code is cached, and no change of any source is ever overlooked.

The proofs run a copy of the package in processes of their own, with a cache of their own.
"""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import pytest
from filelock import FileLock, Timeout
from numba.core import caching, event
from numba.core.caching import FunctionCache
from numba.core.cpu import CPUTargetOptions

from azulejos.engine.compiled import COMPILED_FOLDERS, PACKAGE, compiled, fingerprint

#: A segmentation fault, by signal or by Windows' code.
CRASH = r"exit (-11|3221225477)"
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
    assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
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


# Recursion

RECURSION = """
from azulejos.engine.compiled import compiled, compiled_allocating, compiled_noinline


@compiled
def inlined(n):
    return n if n < 2 else inlined(n - 1) + inlined(n - 2)


@compiled_noinline
def called(n):
    return n if n < 2 else called(n - 1) + called(n - 2)


@compiled_allocating
def counted(n):
    return n if n < 2 else counted(n - 1) + counted(n - 2)


@compiled
def all_three(n):
    return inlined(n) + called(n) + counted(n)


@compiled_noinline
def even(n):
    return True if n == 0 else odd(n - 1)


@compiled_noinline
def odd(n):
    return False if n == 0 else even(n - 1)
"""
SELF_RECURSION = "from azulejos.engine import recursion; print(recursion.all_three(20))"
MUTUAL_RECURSION = "from azulejos.engine import recursion; print(recursion.even(20))"


@pytest.fixture
def recursive(package: Path) -> Path:
    """A copy of the package with functions that call themselves, and each other."""
    (package / "engine" / "recursion.py").write_text(RECURSION)
    return package


def test_functions_that_call_themselves_work_from_the_cache(recursive: Path) -> None:
    assert run(recursive, SELF_RECURSION) == (str(3 * 6765), 1)
    assert run(recursive, SELF_RECURSION) == (str(3 * 6765), 0)


def test_functions_that_call_each_other_in_a_circle_crash_from_the_cache(recursive: Path) -> None:
    """Why we write none. Should this fail, Numba has learned it: drop the rule and the test."""
    assert run(recursive, MUTUAL_RECURSION) == ("True", 1)
    with pytest.raises(AssertionError, match=CRASH):
        run(recursive, MUTUAL_RECURSION)


# Numba's private parts


def test_numba_has_the_private_parts_that_we_rely_on() -> None:
    """An upgrade that renames one of them fails here, by name."""
    missing = [part for part, is_there in PRIVATE_PARTS.items() if not is_there()]
    assert not missing, f"Numba {numba.__version__} has no {', '.join(missing)}"


LOCATORS: list[Any] = list(caching.CompileResultCacheImpl._locator_classes)

#: What `engine/compiled.py`, `engine/dispatch.py` and `bits.py` use beyond the documented API.
PRIVATE_PARTS: dict[str, Callable[[], object]] = {
    "option _nrt of njit": lambda: "_nrt" in cpu_options(),
    "option forceinline of njit": lambda: "forceinline" in cpu_options(),
    "numba.core.caching.FunctionCache": lambda: hasattr(caching, "FunctionCache"),
    "FunctionCache._impl_class": lambda: issubclass(
        caching.FunctionCache._impl_class, caching.CompileResultCacheImpl
    ),
    "FunctionCache.save_overload(sig, data)": lambda: (
        parameters_of(caching.FunctionCache.save_overload) == ["self", "sig", "data"]
    ),
    "FunctionCache.cache_path": lambda: hasattr(caching.FunctionCache, "cache_path"),
    "CompileResultCacheImpl._locator_classes": lambda: len(LOCATORS),
    "first locator for numba.config.CACHE_DIR": lambda: "UserProvided" in LOCATORS[0].__name__,
    "locator.get_suitable_cache_subpath(py_file)": lambda: (
        parameters_of(LOCATORS[0].get_suitable_cache_subpath) == ["py_file"]
    ),
    "Dispatcher._cache": lambda: hasattr(numba.njit(a_function), "_cache"),
    "numba.config.CACHE_DIR": lambda: hasattr(numba.config, "CACHE_DIR"),
    "numba.config.DISABLE_JIT": lambda: hasattr(numba.config, "DISABLE_JIT"),
    "numba.core.event.Listener": lambda: {"on_start", "on_end"} <= set(dir(event.Listener)),
    "numba.core.event.register": lambda: parameters_of(event.register) == ["kind", "listener"],
}


def cpu_options() -> set[str]:
    return set(CPUTargetOptions.__dict__) | {
        name for kind in CPUTargetOptions.__mro__ for name in vars(kind)
    }


def parameters_of(function: Callable[..., object]) -> list[str]:
    return list(inspect.signature(function).parameters)


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
