"""Packages that only training needs."""

from __future__ import annotations

from typing import Any

from azulejos.engine.errors import MissingExtra


def torch_package() -> Any:
    """PyTorch, or one of our errors that says how to get it."""
    try:
        import torch
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="torch", extra="train") from error
    return torch
