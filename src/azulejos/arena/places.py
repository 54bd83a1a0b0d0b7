"""Files that are written when a match is over: whether they can be is said before it begins."""

from __future__ import annotations

import os
from pathlib import Path

from azulejos.engine.errors import BadFile
from azulejos.engine.parameters import Expected


def check_place(option: str, path: Path) -> None:
    """Raise one of our errors if no file can be written there."""
    folder = path.parent
    if not folder.is_dir():
        expected = Expected("existing-folder")
    elif path.is_dir():
        expected = Expected("not-a-folder")
    elif not os.access(path if path.exists() else folder, os.W_OK):
        expected = Expected("writable-file")
    else:
        return
    raise BadFile("unwritable-path", option=option, expected=expected, got=str(path))
