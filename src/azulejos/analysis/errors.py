"""Errors of analysis."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError


class UnknownEffort(AzulejosError):
    """There is no effort of that name."""

    messages: ClassVar = {
        "unknown-effort": "expected one of the efforts {known}, got {name!r}",
    }


class Cancelled(AzulejosError):
    """The analysis was cancelled before it had a result."""

    messages: ClassVar = {"analysis-cancelled": "the analysis was cancelled"}
