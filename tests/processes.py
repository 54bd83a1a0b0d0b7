"""Processes in tests: waiting for what they do, and finding those they started."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

#: Seconds after which a test gives up, far more than anything takes on a busy machine.
GIVE_UP = 120.0


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds; fail if it never does."""
    wait_until_value(lambda: bool(condition()), True)


def wait_until_value(read: Callable[[], object], wanted: object) -> None:
    """Wait until a value is the wanted one; fail with the last value read."""
    until = time.monotonic() + GIVE_UP
    while (value := read()) != wanted:
        assert time.monotonic() < until, f"expected {wanted!r}, still got {value!r}"
        time.sleep(0.02)


def is_running(number: int) -> bool:
    """Whether there is a process of that number that has not ended."""
    try:
        status = Path(f"/proc/{number}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def children_of(number: int) -> list[int]:
    """The processes that a process has started."""
    tasks = Path(f"/proc/{number}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def kill(number: int) -> None:
    """`kill -9`."""
    os.kill(number, 9)
