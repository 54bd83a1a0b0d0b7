"""The scale of levels: their measured error rates, and places on it."""

from __future__ import annotations

import pytest

from azulejos.analysis import LevelRate, Place, place_on_scale, scale
from azulejos.bots.names import LEVEL_NAMES
from azulejos.engine import find_game
from tests.analysis.games import CONFIGURATIONS

MEASURED = {
    "azul-coloured-2": {
        level: LevelRate(rate, 0.001, 40, 1_000)
        for level, rate in zip(LEVEL_NAMES, (0.06, 0.05, 0.03, 0.009, 0.003), strict=True)
    }
}


def test_the_packaged_error_rates_are_those_of_all_levels_in_their_order() -> None:
    names = ["-".join(map(str, configuration)) for configuration in CONFIGURATIONS]
    for configuration, rates in scale.level_rates().items():
        assert configuration in names
        assert list(rates) == list(LEVEL_NAMES)
        numbers = [rate.error_rate for rate in rates.values()]
        assert numbers == sorted(numbers, reverse=True)
        assert all(0 <= rate.error < 0.05 for rate in rates.values())
        assert all(rate.decisions > rate.games > 0 for rate in rates.values())


def test_the_packaged_points_are_those_of_all_levels_and_configurations() -> None:
    found = scale.level_points()
    names = ["-".join(map(str, configuration)) for configuration in CONFIGURATIONS]
    assert list(found) == names
    for (game, *_), measured in zip(CONFIGURATIONS, found.values(), strict=True):
        assert list(measured.levels) == list(LEVEL_NAMES)
        for level in measured.levels.values():
            assert list(level.points) == ["start", *find_game(game).sources_of_points]
            assert sum(level.points.values()) == pytest.approx(level.score, abs=0.05)
        scores = [level.score for level in measured.levels.values()]
        assert scores[:4] == sorted(scores[:4])  # the two strongest hardly differ
        assert all(level.games == 24 for level in measured.levels.values())


@pytest.mark.parametrize(
    ("error_rate", "place"),
    [
        (0.2, Place(None, "beginner")),
        (0.06, Place("beginner", "casual")),
        (0.04, Place("casual", "strong")),
        (0.01, Place("strong", "expert")),
        (0.0, Place("master", None)),
    ],
)
def test_a_player_is_placed_between_levels(
    error_rate: float, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scale, "level_rates", lambda: MEASURED)
    assert place_on_scale("azul-coloured-2", error_rate) == place


def test_a_configuration_that_was_not_measured_has_no_scale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scale, "level_rates", lambda: MEASURED)
    assert place_on_scale("azul-grey-2", 0.01) is None
