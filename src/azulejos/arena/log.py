"""Match log: one JSON line a game, from which an interrupted match resumes.

The first line describes the match. Every line carries the match's fingerprint and is written in one
piece; an incomplete last line, left by a killed process, is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from azulejos.arena.errors import ArenaError
from azulejos.arena.runner import GameResult
from azulejos.arena.schedule import Schedule
from azulejos.engine.errors import BadFile, BadOption
from azulejos.engine.parameters import Expected

# Keys of the lines
MATCH, FINGERPRINT, GAME = "match", "plan", "played"


class MatchLog:
    """The log file of one match. Entering it opens the file for appending."""

    def __init__(
        self, path: Path, plan: Mapping[str, object], fingerprint: str, schedule: Schedule
    ) -> None:
        self.path, self._plan, self._fingerprint = path, dict(plan), fingerprint
        self._schedule = schedule

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock file, so that no other arena writes the same log."""
        check_writable("log", self.path)
        lock = FileLock(self.path.with_name(f"{self.path.name}.lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ArenaError("locked-log", got=str(self.path)) from None
        try:
            yield
        finally:
            with suppress(OSError):  # some systems cannot remove an open file
                Path(lock.lock_file).unlink()  # before the release: afterwards it may be another's
            lock.release()

    def games(self) -> list[GameResult]:
        """All games in the log; the log of another match raises BadOption."""
        found = []
        for number, line in enumerate(_lines(self.path), start=1):
            if number == 1:
                self._check_match(line)
            elif line.get(FINGERPRINT) == self._fingerprint:
                found.append(self._read_game(line, number))
            else:
                raise _damaged(self.path, number)
        return found

    def _check_match(self, line: dict[str, object]) -> None:
        match = line.get(MATCH)
        if not isinstance(match, dict):
            raise _damaged(self.path, 1)
        for name, value in self._plan.items():
            if match.get(name) != value:
                stored, file = match.get(name), str(self.path)
                raise BadOption(
                    "conflict-with-file", option=name, expected=stored, file=file, got=value
                )

    def _read_game(self, line: dict[str, object], number: int) -> GameResult:
        try:
            game = GameResult.from_data(line.get(GAME))
        except ValueError:
            raise _damaged(self.path, number) from None
        if not game.fits(self._schedule):
            raise _damaged(self.path, number)
        return game

    def __enter__(self) -> MatchLog:
        """Open the file; an incomplete last line is truncated."""
        self._file = self.path.open("ab")
        text = self.path.read_bytes()
        self._file.truncate(text.rfind(b"\n") + 1)
        if b"\n" not in text:
            self._write({MATCH: self._plan})
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, game: GameResult) -> None:
        """Append a game and flush."""
        self._write({GAME: game.to_data()})

    def _write(self, data: Mapping[str, object]) -> None:
        line = json.dumps({FINGERPRINT: self._fingerprint, **data})
        self._file.write(line.encode() + b"\n")
        self._file.flush()


def read_seed(path: Path) -> int | None:
    """The seed of the match in a log file; None if there is no such file yet."""
    lines = _lines(path)
    match = lines[0].get(MATCH) if lines else None
    seed = match.get("seed") if isinstance(match, dict) else None
    return seed if isinstance(seed, int) else None


def _lines(path: Path) -> list[dict[str, object]]:
    """The complete lines of a log, parsed."""
    text = path.read_bytes() if path.exists() else b""
    lines = []
    for number, line in enumerate(text.split(b"\n")[:-1], start=1):
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise _damaged(path, number)
        lines.append(data)
    return lines


def _damaged(path: Path, line: int) -> ArenaError:
    return ArenaError("damaged-log", file=str(path), line=line)


def check_writable(option: str, path: Path) -> None:
    """Raise BadFile unless a file can be written at `path`."""
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
