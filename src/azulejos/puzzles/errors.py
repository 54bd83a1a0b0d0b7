"""Errors of puzzles."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError


class UnknownPuzzle(AzulejosError):
    """There is no puzzle of that name."""

    messages: ClassVar = {"unknown-puzzle": "there is no puzzle named {name!r}"}


class PuzzleSolved(AzulejosError):
    """The puzzle is solved: no further move is asked for."""

    messages: ClassVar = {"puzzle-solved": "the puzzle is solved already"}
