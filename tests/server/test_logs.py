"""The log: what clients can cause does not fill it."""

from __future__ import annotations

import logging

from azulejos.server.logs import REPEATS, RepeatFilter


def record(level: int, message: str, *arguments: object) -> logging.LogRecord:
    return logging.LogRecord("azulejos", level, __file__, 1, message, arguments, None)


def test_the_same_warning_is_written_some_times_and_others_go_on() -> None:
    log = RepeatFilter()
    written = [log.filter(record(logging.WARNING, "odd: %s", n)) for n in range(100)]
    assert written == [True] * REPEATS.hits + [False] * (100 - REPEATS.hits)
    assert log.filter(record(logging.WARNING, "something else"))


def test_information_is_always_written() -> None:
    log = RepeatFilter()
    assert all(log.filter(record(logging.INFO, "joined")) for _ in range(100))
