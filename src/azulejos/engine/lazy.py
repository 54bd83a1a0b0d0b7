"""Lazy attributes of packages (PEP 562): a name is imported when it is first used.

Importing Numba and NumPy takes longer than anything that a command line or a web page needs before
its first game. So packages that are imported for their names and errors list where their other
names live, and type checkers read the same imports under `if TYPE_CHECKING`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def lazy_attributes(
    package: str, names: Mapping[str, tuple[str, ...]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package, given the names to take from each module."""
    namespace = vars(sys.modules[package])
    homes = {name: module for module, those in names.items() for name in those}

    def get_attribute(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(homes[name]), name)
        namespace[name] = value  # the next access finds it without this function
        return value

    def list_attributes() -> list[str]:
        return sorted({*namespace, *homes})

    return get_attribute, list_attributes
