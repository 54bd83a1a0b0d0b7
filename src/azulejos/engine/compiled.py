"""Just-in-time compilation by Numba: the decorators, and a cache that is never stale.

Every compiled function of the package is made by `compiled` or one of its variants; `codegen` says
how. What is compiled is kept in the folder of `cache`. Processes that compile the same function for
different games at once could write the same file: they take a lock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba
from filelock import FileLock
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache

from azulejos.engine.cache import CACHE, COMPILED_FOLDERS, PACKAGE
from azulejos.engine.codegen import EntryFunction, NumbaObject, replace_in_compiled_code

P = ParamSpec("P")
R = TypeVar("R")

config: NumbaObject = numba.config


#: Numba's locator for a chosen folder; its own name is private.
_FolderLocator: NumbaObject = CompileResultCacheImpl._locator_classes[0]


class _Locator(_FolderLocator):  # type: ignore[misc]
    """Folders of the cache: ours whatever Numba is set to, since users' own caches stay theirs.

    They are named by module, not by path: equal checkouts share what was compiled.
    """

    def __init__(self, function: NumbaObject, path: str) -> None:
        super().__init__(function, path)
        assert CACHE
        module = Path(path).resolve()
        name: str = self.get_suitable_cache_subpath(path)
        if module.is_relative_to(PACKAGE):
            name = ".".join(module.relative_to(PACKAGE).with_suffix("").parts)
        self._folder = CACHE / name

    @classmethod
    def from_function(cls, py_func: NumbaObject, py_file: str) -> _Locator:
        locator = cls(py_func, py_file)
        locator._folder.mkdir(exist_ok=True)  # in a folder that is known to be writable
        return locator

    def get_cache_path(self) -> str:
        return str(self._folder)


class _CacheFiles(CompileResultCacheImpl):
    _locator_classes: list[type[object]] = [_Locator]  # noqa: RUF012


class _SharedCache(FunctionCache):
    """Function cache that one process at a time writes to."""

    _impl_class = _CacheFiles

    def save_overload(self, sig: NumbaObject, data: NumbaObject) -> None:
        with FileLock(Path(self.cache_path) / "lock"):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function on its first call: inlined, cached on disk, without holding the GIL."""
    return _compiled(function, forceinline=True)


def compiled_noinline(function: Callable[P, R]) -> Callable[P, R]:
    """`compiled` without inlining: for large functions, and for those called in many places."""
    return _compiled(function, forceinline=False)


def compiled_allocating(function: Callable[P, R]) -> Callable[P, R]:
    """`compiled` with reference counting: for functions that allocate or assign arrays.

    Numba counts references to free arrays. Functions that only use the arrays they are given do
    without (Numba's private option `_nrt`): counting took half of the time of a search.
    """
    return _compiled(function, forceinline=False, counts=True)


def compiled_for(plain: Callable[..., object]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function that compiled code calls instead of a plain one, by the plain one's name.

    For code that compiled functions and Python must write differently.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        twin = compiled(function)
        replace_in_compiled_code(plain, lambda _: twin)
        return twin

    return decorate


def _compiled(
    function: Callable[P, R], *, forceinline: bool, counts: bool = False
) -> Callable[P, R]:
    homes = tuple(f"{PACKAGE.name}.{folder}." for folder in COMPILED_FOLDERS)
    if not function.__module__.startswith(homes):
        raise ValueError(
            f"expected a function of azulejos.{'|'.join(COMPILED_FOLDERS)}, got one of "
            f"{function.__module__}: its changes would not reach the fingerprint of the cache"
        )
    if config.DISABLE_JIT:
        return function
    options: dict[str, NumbaObject] = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": forceinline,
        "no_cfunc_wrapper": True,
        "_nrt": counts,
    }
    entry: NumbaObject = EntryFunction(function, options)
    if CACHE:
        entry._cache = _SharedCache(function)  # type: ignore[no-untyped-call]
    result: Callable[P, R] = entry
    return result


#: Names and durations of compiled parts, by module prefix; search compiles the rules, too.
THINKING, ALL = "azulejos.search.", "azulejos."
PARTS = {
    THINKING: ("the bots' thinking", "about half a minute"),
    ALL: ("the rules", "about 10 seconds"),
}


class _Announcer(event.Listener):
    """Prints a line when something has to be compiled: once for each part."""

    def __init__(self) -> None:
        self.announced: set[str] = set()

    def on_start(self, event: NumbaObject) -> None:
        module = event.data["dispatcher"].py_func.__module__
        part = next((part for part in PARTS if module.startswith(part)), None)
        if part is None or self.announced & {part, THINKING}:
            return
        self.announced.add(part)
        what, duration = PARTS[part]
        again = "once" if CACHE else "each time: no cache folder is writable"
        note = f"azulejos: compiling {what} for this machine ({again}, {duration}) ..."
        print(note, file=sys.stderr, flush=True)

    def on_end(self, event: NumbaObject) -> None:
        """Nothing: a line at the start is enough."""


class _Counter(event.Listener):
    """Calls a function whenever one has been compiled."""

    def __init__(self, count: Callable[[], None]) -> None:
        self.count = count

    def on_start(self, event: NumbaObject) -> None:
        """Nothing: what is finished counts."""

    def on_end(self, event: NumbaObject) -> None:
        self.count()


def count_compilations(count: Callable[[], None]) -> None:
    """Call a function after each compilation of a specialisation, from now on."""
    event.register("numba:compile", _Counter(count))  # type: ignore[no-untyped-call]


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]
