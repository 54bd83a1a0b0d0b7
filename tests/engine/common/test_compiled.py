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
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from filelock import FileLock, Timeout
from numba.core import caching, cgutils, event
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import DefaultPassBuilder, Flags
from numba.core.cpu import CPUContext, CPUTargetOptions
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering
from numba.core.typing import templates

from azulejos.engine.cache import CACHE, COMPILED_FOLDERS, PACKAGE, fingerprint
from azulejos.engine.compiled import compiled, compiled_for

ANNOUNCEMENT = "azulejos: compiling"
COMPILED_SOURCES = sorted(
    source.relative_to(PACKAGE)
    for folder in COMPILED_FOLDERS
    for source in (PACKAGE / folder).rglob("*.py")
)

#: The bonus of a complete row: a small part of the rules, which is compiled within a second.
ROW = """
from azulejos.engine.azul import projection
from azulejos.engine.azul.layout import STATE
from azulejos.engine.state import new_states

print(projection.bonuses(new_states(STATE)[0], 0, 0b11111))
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


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources that may hold compiled code; tests restore what they change."""
    copy = tmp_path_factory.mktemp("sources")
    for source in COMPILED_SOURCES:
        (copy / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGE / source, copy / source)
    return copy


def test_an_untouched_copy_has_the_same_fingerprint(sources: Path) -> None:
    assert fingerprint(sources) == fingerprint()


@pytest.mark.parametrize("source", COMPILED_SOURCES, ids=str)
def test_a_change_in_any_source_changes_the_fingerprint(sources: Path, source: Path) -> None:
    unchanged = (sources / source).read_bytes()
    (sources / source).write_bytes(unchanged + b"\n")
    changed = fingerprint(sources)
    (sources / source).write_bytes(unchanged)

    assert changed != fingerprint() == fingerprint(sources)


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


def run(package: Path, code: str = ROW, cache: Path | None = None) -> tuple[str, int]:
    """What a process prints that uses the copy, and how often it says that it compiles."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={
            **{name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")},
            "PYTHONPATH": str(package.parent),
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
    assert (first, announced) == ("2", 1)

    again, announced = run(package)
    assert (again, announced) == ("2", 0)

    # rules.py, which uses the bonus, stays untouched: Numba alone would not notice.
    change(package / "engine" / "azul" / "layout.py", "ROW_BONUS = 2", "ROW_BONUS = 30")
    changed, announced = run(package)
    assert (changed, announced) == ("30", 1)

    # And back: the first cache is still there.
    change(package / "engine" / "azul" / "layout.py", "ROW_BONUS = 30", "ROW_BONUS = 2")
    back, announced = run(package)
    assert (back, announced) == ("2", 0)

    # Another checkout of the same sources finds it too.
    moved = package.parent / "elsewhere" / "azulejos"
    shutil.copytree(package, moved, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(moved, cache=package.parent / "cache") == ("2", 0)


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


def test_threads_that_import_at_once_keep_all_code_in_our_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Numba's own setting is global: it must neither be used nor changed meanwhile."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(a_function, "__module__", "azulejos.engine.trial")

    def folder_of_new_function(_: int) -> Path:
        entry: Any = compiled(a_function)
        return Path(entry._cache.cache_path).parent

    with ThreadPoolExecutor(8) as threads:
        folders = set(threads.map(folder_of_new_function, range(200)))

    assert folders == {CACHE}
    assert vars(numba.config)["CACHE_DIR"] == str(tmp_path)


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


def test_functions_that_call_each_other_in_a_circle_are_refused(recursive: Path) -> None:
    """Why we write none: linked functions have no address by which a circle could be closed."""
    with pytest.raises(AssertionError, match="compiler re-entrant"):
        run(recursive, MUTUAL_RECURSION)


# Linking


def leaf(number: int) -> int:
    return number + 1


def caller(numbers: Any) -> int:
    return leaf(numbers[0]) + leaf(int(numbers[1])) + leaf(7)


def twice(number: int) -> int:
    return 2 * number


@pytest.fixture
def trial(monkeypatch: pytest.MonkeyPatch) -> None:
    """These functions may be compiled, and are not kept."""
    monkeypatch.setattr("azulejos.engine.compiled.CACHE", None)
    for function in (leaf, caller, twice):
        monkeypatch.setattr(function, "__module__", "azulejos.engine.trial")


@pytest.fixture
def linked(trial: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:  # noqa: ARG001
    """A compiled function, and another that calls it with three types of integers."""
    inner = compiled(leaf)
    monkeypatch.setitem(caller.__globals__, "leaf", inner)
    return inner, compiled(caller)


def test_all_integers_share_one_specialisation(linked: tuple[Any, Any]) -> None:
    inner, outer = linked
    assert outer(np.array([3, 4], np.int8)) == 4 + 5 + 8
    assert [str(signature) for signature in inner.linked.overloads] == ["(int64,)"]


def test_what_only_compiled_code_calls_is_not_emitted(linked: tuple[Any, Any]) -> None:
    inner, outer = linked
    outer(np.array([3, 4], np.int8))
    assert not inner.overloads  # no form for calls from Python
    (called,) = inner.linked.overloads.values()
    assert called.library._compiled_object is None
    (entry,) = outer.overloads.values()
    assert entry.library._compiled_object is not None
    assert inner(1) == 2  # and now there is one
    assert len(inner.overloads) == 1


@pytest.mark.usefixtures("trial")
def test_a_plain_function_has_a_compiled_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(number: int) -> int:
        return number

    compiled_for(plain)(twice)
    monkeypatch.setitem(caller.__globals__, "leaf", plain)
    numbers = np.array([3, 4])
    assert caller(numbers) == 3 + 4 + 7
    assert compiled(caller)(numbers) == 2 * (3 + 4 + 7)


# Numba's private parts


def test_numba_has_the_private_parts_that_we_rely_on() -> None:
    """An upgrade that renames one of them fails here, by name."""
    missing = [part for part, is_there in PRIVATE_PARTS.items() if not is_there()]
    assert not missing, f"Numba {numba.__version__} has no {', '.join(missing)}"


LOCATORS: list[Any] = list(caching.CompileResultCacheImpl._locator_classes)

#: What `engine/compiled.py`, `codegen.py`, `state.py` and `bits.py` use beyond the documented API.
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
    "first locator for a chosen folder": lambda: "UserProvided" in LOCATORS[0].__name__,
    "locator.from_function(py_func, py_file)": lambda: (
        parameters_of(LOCATORS[0].from_function) == ["py_func", "py_file"]
    ),
    "locator.get_cache_path()": lambda: hasattr(LOCATORS[0], "get_cache_path"),
    "locator.get_suitable_cache_subpath(py_file)": lambda: (
        parameters_of(LOCATORS[0].get_suitable_cache_subpath) == ["py_file"]
    ),
    "JITCodeLibrary": lambda: (
        {
            "add_llvm_module",
            "finalize",
            "_get_module_for_linking",
            "_optimize_final_module",
        }
        <= set(dir(JITCodeLibrary))
    ),
    "flag no_compile": lambda: hasattr(Flags, "no_compile"),
    "options no_cpython_wrapper and no_cfunc_wrapper": lambda: (
        {"no_cpython_wrapper", "no_cfunc_wrapper"} <= cpu_options()
    ),
    "NativeLowering.run_pass(state)": lambda: (
        parameters_of(NativeLowering.run_pass) == ["self", "state"]
    ),
    "lowering in the pipeline": lambda: (
        "NativeLowering" in inspect.getsource(DefaultPassBuilder.define_nopython_lowering_pipeline)
    ),
    "Dispatcher.get_call_template(args, kws)": lambda: (
        parameters_of(CPUDispatcher.get_call_template) == ["self", "args", "kws"]
    ),
    "Dispatcher.get_overload(sig)": lambda: hasattr(CPUDispatcher, "get_overload"),
    "Dispatcher.add_overload(cres)": lambda: hasattr(CPUDispatcher, "add_overload"),
    "insert_user_function": lambda: hasattr(CPUContext, "insert_user_function"),
    "AbstractTemplate and infer_global": lambda: (
        hasattr(templates, "AbstractTemplate") and hasattr(templates, "infer_global")
    ),
    "cgutils.raw_memcpy": lambda: hasattr(cgutils, "raw_memcpy"),
    "Dispatcher._cache": lambda: hasattr(numba.njit(a_function), "_cache"),
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
