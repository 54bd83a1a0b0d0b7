"""The one place where PyTorch, an optional dependency, is imported."""

from __future__ import annotations

from types import ModuleType
from typing import Any, TypeAlias

from azulejos.engine.errors import MissingExtra

#: A tensor. PyTorch is an optional dependency, so its types are not available everywhere.
Tensor: TypeAlias = Any


def import_torch() -> ModuleType:
    """PyTorch, or an error that says how to install it."""
    try:
        import torch
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="torch", extra="train") from error
    module: ModuleType = torch
    return module
