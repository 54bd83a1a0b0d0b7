"""Errors of lessons."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import UnknownName


class UnknownLesson(UnknownName):
    """There is no lesson, or no step of a lesson, of that name."""

    messages: ClassVar = {
        "unknown-lesson": "expected one of the lessons {known}, got {name!r}",
        "unknown-step": "expected one of the steps {known}, got {name!r}",
    }
