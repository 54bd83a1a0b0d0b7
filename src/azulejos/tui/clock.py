"""Clocks of a table in the terminal: what is left now, and how it is written."""

from __future__ import annotations

from msgspec.structs import replace

from azulejos.session.messages import ClockView

MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60


def ticked(clock: ClockView, elapsed: float) -> ClockView:
    """A clock, some seconds after it was told."""
    left = [
        seconds if seat != clock.running or seconds is None else max(0.0, seconds - elapsed)
        for seat, seconds in enumerate(clock.left)
    ]
    return replace(clock, left=left)


def clock_text(seconds: float) -> str:
    """Time such as 2d 03:15, 1:05:00 or 9:42; what has begun counts in full."""
    whole = int(-(-seconds // 1))
    if whole >= DAY:
        return f"{whole // DAY}d {whole % DAY // HOUR:02}:{whole % HOUR // MINUTE:02}"
    minutes = f"{whole % HOUR // MINUTE}" if whole < HOUR else f"{whole % HOUR // MINUTE:02}"
    hours = f"{whole // HOUR}:" if whole >= HOUR else ""
    return f"{hours}{minutes}:{whole % MINUTE:02}"
