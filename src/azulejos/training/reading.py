"""Files of a run that somebody has damaged, or put there: they are refused by their names."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar
from zipfile import BadZipFile

from azulejos.engine.errors import AzulejosError, BadFile
from azulejos.training.errors import RunFile

R = TypeVar("R")

#: What a file that holds something else may lead to.
DAMAGES = (ValueError, KeyError, TypeError, EOFError, BadZipFile, zlib.error)
#: What stands in JSON for the types of fields.
KINDS: dict[Any, tuple[type, ...]] = {"int": (int,), "float": (int, float), "bool": (bool,)}


@contextmanager
def expecting(what: RunFile, path: Path) -> Iterator[None]:
    """Read a file here; an error that names it is raised if it holds something else."""
    try:
        yield
    except AzulejosError:
        raise
    except DAMAGES as error:
        raise BadFile("damaged-file", file=str(path), expected=what) from error


def read_object(text: str) -> dict[str, Any]:
    """The object that a JSON text describes."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise TypeError("expected an object")
    return data


def record_of(kind: type[R], data: Mapping[str, Any]) -> R:
    """A data class of plain numbers from plain data, whose types are checked."""
    for field in fields(kind):  # type: ignore[arg-type]
        value = data[field.name]
        if not isinstance(value, KINDS[field.type]) or isinstance(value, bool) != (
            field.type == "bool"
        ):
            raise TypeError(f"{field.name} cannot be {value!r}")
    return kind(**data)
