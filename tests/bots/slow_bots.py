"""Bots for tests of the pool: they search until they are released, or fail."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from azulejos.bots import ALL_BOTS, Bot, Choice
from azulejos.game import Game
from tests.server.service import wait_until

POSITION = Game(seed=1).position
MOVE = next(iter(POSITION.legal_moves))
TIMEOUT = 30.0


class Slow(Bot):
    """Searches until it is released, and counts its calls."""

    name = "slow"
    made = 0
    busy = 0
    most_busy = 0
    told: list[float | None] = []  # noqa: RUF012
    go_on = threading.Event()
    lock = threading.Lock()

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        with self.lock:
            type(self).made += 1

    def _choose(self, position: Any, limits: Any) -> Choice:  # noqa: ARG002
        with self.lock:
            self.told.append(limits.seconds)
            type(self).busy += 1
            type(self).most_busy = max(self.most_busy, self.busy)
        assert self.go_on.wait(TIMEOUT)
        with self.lock:
            type(self).busy -= 1
        return Choice(MOVE)


class Failing(Slow):
    """Raises instead of choosing a move."""

    name = "failing"

    def _choose(self, position: Any, limits: Any) -> Choice:  # noqa: ARG002
        raise RuntimeError("no idea")


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Slow]]:
    for kind in (Slow, Failing):
        monkeypatch.setitem(ALL_BOTS, kind.name, kind)
        kind.made = kind.busy = kind.most_busy = 0
    Slow.told.clear()
    Slow.go_on.clear()
    yield Slow
    Slow.go_on.set()  # or threads would be left behind
    wait_until(lambda: Slow.busy == 0)  # or they would be counted in the next test
