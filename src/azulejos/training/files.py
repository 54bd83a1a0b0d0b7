"""Files of a run: atomic writes, and reading with errors that name the damaged file.

Files of version 0.1 have other keys (`OLD_KEYS`), which are translated when they are read.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from azulejos.engine.errors import AzulejosError, BadFile
from azulejos.training.errors import RunFile

R = TypeVar("R")

#: Errors that a file with other content may lead to.
DAMAGES = (ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error)
#: JSON types of the fields of a record, by their annotation.
KINDS: dict[object, tuple[type, ...]] = {"int": (int,), "float": (int, float), "bool": (bool,)}

#: Keys that version 0.1 wrote, by what they are called now.
OLD_KEYS = {
    # networks, and weights in floating point
    "facts": "feature_weights",
    "simpler": "factor_weights",
    "bias": "feature_bias",
    "narrow": "hidden_weights",
    "narrow_bias": "hidden_bias",
    "out": "output_weights",
    "out_bias": "output_bias",
    # shards
    "strays": "explored",
    "shares": "victory_shares",
    # the log, and results of training
    "reach": "margin",
    "chance_loss": "victory_loss",
}


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A temporary file, with the same ending, that replaces `path` when the block is done."""
    temporary = path.with_name(f"~{path.name}")
    yield temporary
    os.replace(temporary, path)


def write_text(path: Path, text: str) -> None:
    """Write a text file atomically."""
    with atomic_write(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


@contextmanager
def expecting(what: RunFile, path: Path) -> Iterator[None]:
    """Read a file in this block; errors of damaged content become one that names the file."""
    try:
        yield
    except AzulejosError:
        raise
    except DAMAGES as error:
        raise BadFile("damaged-file", file=str(path), expected=what) from error


def read_arrays(path: Path) -> dict[str, npt.NDArray[Any]]:
    """All arrays of an .npz file, of whatever type, by their current keys."""
    with np.load(path, allow_pickle=False) as stored:
        return {OLD_KEYS.get(name, name): stored[name] for name in stored.files}


def read_object(text: str) -> dict[str, object]:
    """The object that a JSON text describes, by its current keys."""
    data: object = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError("expected an object")
    return {OLD_KEYS.get(str(name), str(name)): value for name, value in data.items()}


def record_of(kind: type[R], data: Mapping[str, object]) -> R:
    """A data class of numbers and truth values, with their types checked."""
    for field in fields(kind):  # type: ignore[arg-type]
        value = data[field.name]
        if not isinstance(value, KINDS[field.type]) or isinstance(value, bool) != (
            field.type == "bool"
        ):
            raise TypeError(f"{field.name} cannot be {value!r}")
    return kind(**data)
