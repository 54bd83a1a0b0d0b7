"""Log of a run: one JSON line for each finished game, from which an interrupted run resumes.

The first line is the plan. An incomplete last line, left by a killed process, is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

import msgspec

from azulejos.engine.errors import BadFile, BadOption
from azulejos.engine.parameters import Expected
from azulejos.puzzles.generator import Yield


class RunLog:
    """The log file of one run. Entering it opens the file for appending."""

    def __init__(self, path: Path, plan: Mapping[str, object]) -> None:
        self.path, self.plan = path, dict(plan)

    def games(self) -> list[Yield]:
        """All games in the log; the log of another run raises BadOption."""
        text = self.path.read_bytes() if self.path.exists() else b""
        first, *others = text.split(b"\n")[:-1] or [b""]
        if first:
            self._check_plan(first)
        return [self._read(line, number) for number, line in enumerate(others, start=2)]

    def _check_plan(self, line: bytes) -> None:
        try:
            plan = msgspec.json.decode(line, type=dict[str, object])
        except msgspec.DecodeError:
            raise self._damaged(1) from None
        for name, value in self.plan.items():
            if plan.get(name) != value:
                raise BadOption(
                    "conflict-with-file",
                    option=name,
                    expected=plan.get(name),
                    file=str(self.path),
                    got=value,
                )

    def _read(self, line: bytes, number: int) -> Yield:
        try:
            return msgspec.json.decode(line, type=Yield)
        except msgspec.DecodeError:
            raise self._damaged(number) from None

    def _damaged(self, line: int) -> BadFile:
        expected = Expected("puzzle-log")
        return BadFile("damaged-line", file=str(self.path), expected=expected, line=line)

    def __enter__(self) -> Self:
        self._file = self.path.open("ab")
        text = self.path.read_bytes()
        self._file.truncate(text.rfind(b"\n") + 1)
        if b"\n" not in text:
            self._write(self.plan)
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, game: Yield) -> None:
        """Append a game and flush."""
        self._write(game)

    def _write(self, data: object) -> None:
        self._file.write(msgspec.json.encode(data) + b"\n")
        self._file.flush()
