"""The log of a match: one JSON line a game, so that a match can go on where it was stopped.

Its first line says which match it is. Every line carries that match's fingerprint, and is written
whole and at once; the half of a line that somebody left who was killed is thrown away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from azulejos.arena.errors import ArenaError
from azulejos.arena.places import check_place
from azulejos.arena.runner import Played
from azulejos.arena.schedule import Schedule
from azulejos.engine.errors import BadOption


class Log:
    """The log of one match in a file. Entering it makes it ready for more games."""

    def __init__(self, path: Path, match: Mapping[str, Any], fingerprint: str) -> None:
        self.path, self._match, self._fingerprint = path, dict(match), fingerprint

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep other arenas away: they would write into each other's lines."""
        check_place("log", self.path)
        lock = FileLock(self.path.with_name(f"{self.path.name}.lock"))
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ArenaError("locked-log", got=str(self.path)) from None
        try:
            yield
        finally:
            with suppress(OSError):  # some systems let nobody remove a file in use
                Path(lock.lock_file).unlink()  # while it is ours: then it may be another's
            lock.release()

    def games(self) -> list[Played]:
        """All games in it. The log of another match is refused."""
        found = []
        for number, line in enumerate(_lines(self.path), start=1):
            if number == 1:
                self._check_match(line)
            elif line.get("plan") == self._fingerprint:
                found.append(self._game(line, number))
            else:
                raise _no_log(self.path, number)
        return found

    def _check_match(self, line: dict[str, Any]) -> None:
        match = line.get("match")
        if not isinstance(match, dict):
            raise _no_log(self.path, 1)
        for name, value in self._match.items():
            if match.get(name) != value:
                known, file = match.get(name), str(self.path)
                raise BadOption(
                    "conflict-with-file", option=name, expected=known, file=file, got=value
                )

    def _game(self, line: dict[str, Any], number: int) -> Played:
        schedule = Schedule(len(self._match["contestants"]), self._match["players"])
        try:
            game = Played.from_data(line["played"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise _no_log(self.path, number) from None
        if not game.is_of(schedule):
            raise _no_log(self.path, number)
        return game

    def __enter__(self) -> Log:
        """Open the file; what was half-written goes."""
        self._file = self.path.open("ab")
        text = self.path.read_bytes()
        self._file.truncate(text.rfind(b"\n") + 1)
        if b"\n" not in text:
            self._write({"match": self._match})
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, game: Played) -> None:
        """Write a game down, at once."""
        self._write({"played": game.to_data()})

    def _write(self, data: Mapping[str, Any]) -> None:
        line = json.dumps({"plan": self._fingerprint, **data})
        self._file.write(line.encode() + b"\n")
        self._file.flush()


def seed_of(path: Path) -> int | None:
    """The seed of the match that a file is the log of; None if there is no such file yet."""
    lines = _lines(path)
    match = lines[0].get("match") if lines else None
    seed = match.get("seed") if isinstance(match, dict) else None
    return seed if isinstance(seed, int) else None


def _lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a log; what stands after the last line break was never finished."""
    text = path.read_bytes() if path.exists() else b""
    lines = []
    for number, line in enumerate(text.split(b"\n")[:-1], start=1):
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise _no_log(path, number)
        lines.append(data)
    return lines


def _no_log(path: Path, line: int) -> ArenaError:
    return ArenaError("damaged-log", file=str(path), line=line)
