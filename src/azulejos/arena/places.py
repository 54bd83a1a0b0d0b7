"""Files that are written when a match is over: whether they can be is said before it begins."""

from __future__ import annotations

import os
from pathlib import Path

from azulejos.engine.errors import BadOption


def check_place(option: str, path: Path) -> None:
    """Raise one of our errors if no file can be written there."""
    folder = path.parent
    if not folder.is_dir():
        expected = "a file in a folder that exists"
    elif path.is_dir():
        expected = "a file, not a folder"
    elif not os.access(path if path.exists() else folder, os.W_OK):
        expected = "a file that may be written"
    else:
        return
    raise BadOption("bad-option", option=option, expected=expected, got=str(path))
