"""Just-in-time compilation by Numba: the decorators, and a cache that is never stale.

Every compiled function of the package is made by `compiled`. Numba caches what it compiles, but
notices changes only in the file of the function itself, not in the files that function calls. So
our cache lives in a folder named after a fingerprint of *all* sources that may hold compiled code:
change any of them and another folder is used. Processes that compile the same function for
different games at once could write the same file: they take a lock.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numba
from filelock import FileLock
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, FunctionCache

P = ParamSpec("P")
R = TypeVar("R")

#: Types, contexts, signatures and instructions of Numba, which declares no types for them.
NumbaObject: TypeAlias = Any
config: NumbaObject = numba.config

PACKAGE = Path(__file__).resolve().parent.parent
#: The only folders of the package where compiled functions may live.
COMPILED_FOLDERS = ("engine", "search", "bots", "envs", "training")
UNUSED_CACHE_DAYS = 30


def fingerprint(package: Path = PACKAGE) -> str:
    """A name for the sources of all compiled code: equal sources, equal name."""
    digest = hashlib.sha256()
    for folder in COMPILED_FOLDERS:
        for source in sorted((package / folder).rglob("*.py")):
            digest.update(str(source.relative_to(package)).encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Where caches of all versions live: `AZULEJOS_CACHE`, or the user's own cache folder."""
    chosen = os.environ.get("AZULEJOS_CACHE")
    if chosen:
        return Path(chosen)
    system = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(system) if system else Path.home() / ".cache") / "azulejos"


def _prepared_cache() -> Path | None:
    """The cache folder of these sources, ready for writing; None where nothing can be written."""
    folder = cache_root() / fingerprint()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            pass
        _forget_unused(folder.parent)
    except OSError:
        return None
    return folder


def _forget_unused(root: Path) -> None:
    """Delete caches that have not been used for `UNUSED_CACHE_DAYS`."""
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


CACHE = _prepared_cache()


@contextmanager
def _our_cache() -> Iterator[None]:
    """Point Numba at our folder, only while decorating: users' own caches stay theirs."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE) if CACHE else ""
    try:
        yield
    finally:
        config.CACHE_DIR = theirs


#: Numba's locator for the folder of `numba.config.CACHE_DIR`; its own name is private.
_FolderLocator: NumbaObject = CompileResultCacheImpl._locator_classes[0]


class _Locator(_FolderLocator):  # type: ignore[misc]
    """Names cache folders by module, not by path: equal checkouts share what was compiled."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        module = Path(py_file).resolve()
        if module.is_relative_to(PACKAGE):
            return ".".join(module.relative_to(PACKAGE).with_suffix("").parts)
        path: str = super().get_suitable_cache_subpath(py_file)
        return path


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


def _compiled(
    function: Callable[P, R], *, forceinline: bool, counts: bool = False
) -> Callable[P, R]:
    homes = tuple(f"{PACKAGE.name}.{folder}." for folder in COMPILED_FOLDERS)
    if not function.__module__.startswith(homes):
        raise ValueError(
            f"expected a function of azulejos.{'|'.join(COMPILED_FOLDERS)}, got one of "
            f"{function.__module__}: its changes would not reach the fingerprint of the cache"
        )
    options: dict[str, NumbaObject] = {
        "nogil": True,
        "error_model": "numpy",
        "forceinline": forceinline,
    }
    options["_nrt"] = counts
    with _our_cache():
        decorated: NumbaObject = numba.njit(**options)(function)
        if CACHE and decorated is not function:  # the same where NUMBA_DISABLE_JIT is set
            decorated._cache = _SharedCache(function)  # type: ignore[no-untyped-call]
    result: Callable[P, R] = decorated
    return result


#: Names and durations of compiled parts, by module prefix; search compiles the rules, too.
THINKING, ALL = "azulejos.search.", "azulejos."
PARTS = {
    THINKING: ("the bots' thinking", "one or two minutes"),
    ALL: ("the rules", "about 15 seconds"),
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


event.register("numba:compile", _Announcer())  # type: ignore[no-untyped-call]
