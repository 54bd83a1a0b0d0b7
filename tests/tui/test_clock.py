"""Time on a clock, as it is written in the terminal."""

from __future__ import annotations

import pytest

from azulejos.session.messages import ClockView
from azulejos.tui.clock import DAY, HOUR, clock_text, ticked


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (0.2, "0:01"),
        (59, "0:59"),
        (59.5, "1:00"),
        (600, "10:00"),
        (HOUR, "1:00:00"),
        (HOUR + 65, "1:01:05"),
        (DAY, "1d 00:00"),
        (2 * DAY + 3 * HOUR + 900, "2d 03:15"),
    ],
)
def test_time_is_written_as_on_a_clock(seconds: float, text: str) -> None:
    assert clock_text(seconds) == text


def test_only_the_clock_that_runs_goes_on_and_not_below_nought() -> None:
    clock = ClockView([10, 20, None], 0, "")
    assert ticked(clock, 4).left == [6, 20, None]
    assert ticked(clock, 40).left == [0, 20, None]
    assert ticked(ClockView([10, 20, None], None, ""), 4).left == [10, 20, None]
