"""The folder that keeps compiled code: one for each state of the sources.

Numba notices changes only in the file of a function itself, not in the files it calls. So the cache
lives in a folder named after a fingerprint of *all* sources that may hold compiled code: change any
of them and another folder is used. Imports nothing slow: a command can look into the cache before
Numba is loaded.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
#: The only folders of the package where compiled functions may live.
COMPILED_FOLDERS = ("engine", "search", "bots", "envs", "training")
#: The variable that names the folder of all caches.
VARIABLE = "AZULEJOS_CACHE"
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
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return Path(chosen)
    system = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME")
    return (Path(system) if system else Path.home() / ".cache") / "azulejos"


def prepared_cache() -> Path | None:
    """The cache folder of these sources, ready for writing.

    Where it cannot be written, a temporary folder for this process and those it starts; None where
    not even that can be made.
    """
    name = fingerprint()
    try:
        return _writable(cache_root() / name)
    except OSError as error:
        refused = f"{cache_root()}: {error.strerror}"
    except RuntimeError:
        refused = "there is no home folder"
    try:
        temporary = tempfile.mkdtemp(prefix="azulejos-")
        folder = _writable(Path(temporary) / name)
    except OSError:
        _say(f"compiled code cannot be kept anywhere ({refused}), so every start compiles")
        return None
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    os.environ[VARIABLE] = temporary  # for the processes that compile
    _say(f"compiled code cannot be kept ({refused}), so the next start compiles again")
    return folder


def _writable(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    with tempfile.TemporaryFile(dir=folder):
        pass
    _forget_unused(folder.parent)
    return folder


def _forget_unused(root: Path) -> None:
    """Delete caches that have not been used for `UNUSED_CACHE_DAYS`."""
    oldest = time.time() - UNUSED_CACHE_DAYS * 24 * 3600
    for folder in root.iterdir():
        if re.fullmatch(r"[0-9a-f]{16}", folder.name) and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def _say(text: str) -> None:
    advice = f"set {VARIABLE} to a folder that can be written"
    print(f"azulejos: {text}; {advice}", file=sys.stderr, flush=True)


CACHE = prepared_cache()
