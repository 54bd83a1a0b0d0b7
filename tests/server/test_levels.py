"""The levels' measured play over HTTP, for the page's statistics."""

from __future__ import annotations

import pytest

from azulejos.analysis import LevelRate, scale
from azulejos.analysis.scale import level_points
from azulejos.bots.names import LEVEL_NAMES
from azulejos.server import levels
from tests.server.service import ThreadService


def test_the_levels_come_with_error_rates_and_points(
    service: ThreadService, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [0.05, 0.04, 0.03, 0.02, 0.01]
    rates = {
        level: LevelRate(rate, 0.001, 9, 99)
        for level, rate in zip(LEVEL_NAMES, numbers, strict=True)
    }
    monkeypatch.setattr(scale, "level_rates", lambda: {"azul-grey-2": rates})
    levels.measured.cache_clear()
    try:
        found = service.get("/api/levels")["configurations"]
    finally:
        levels.measured.cache_clear()
    assert list(found) == list(level_points())
    assert [one["level"] for one in found["azul-grey-2"]] == list(LEVEL_NAMES)
    assert [one["error_rate"] for one in found["azul-grey-2"]] == numbers
    assert {one["error_rate"] for one in found["azul-grey-3"]} == {None}
    master = level_points()["azul-grey-3"].levels["master"]
    assert found["azul-grey-3"][-1]["points"] == master.points
    assert found["azul-grey-3"][-1]["games"] == master.games
