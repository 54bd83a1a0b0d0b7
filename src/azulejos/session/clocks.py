"""Clocks of a table with a time control: a fold over the times of its log.

Time is asked of a `Clock` that is handed in: a service's clock leaves out the time in which it was
down. People need time to join: clocks run once every seat has made its first move, or from the
entry `ClockStartEntry` on, which a service writes when all are there and one of them does not move.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

from azulejos.session.messages import (
    ClockStartEntry,
    ClockView,
    Entry,
    MoveEntry,
    MoveTime,
    PlayerTime,
    ReturnEntry,
    UndoEntry,
)
from azulejos.session.messages.options import TimeControl

SECONDS_A_DAY = 24 * 60 * 60


class Clock(Protocol):
    """The time, and how much of it counts."""

    def now(self) -> datetime:
        """The present time, in UTC."""

    def seconds(self, since: datetime, until: datetime) -> float:
        """The seconds between two times that count for the players."""


class WallClock:
    """A clock of which all time counts."""

    def now(self) -> datetime:
        """The present time, in UTC."""
        return datetime.now(UTC)

    def seconds(self, since: datetime, until: datetime) -> float:
        """The seconds between two times."""
        return max(0.0, (until - since).total_seconds())


WALL_CLOCK = WallClock()


def clocks_for(control: TimeControl | None, players: int, clock: Clock) -> Clocks | None:
    """The clocks of a new table; None without a time control."""
    return Clocks(control, players, clock) if control else None


class Clocks:
    """The seconds that each seat has left, and whose clock runs since when."""

    def __init__(self, control: TimeControl, players: int, clock: Clock) -> None:
        self._control = control
        self._clock = clock
        self._full = (
            control.minutes * 60.0
            if isinstance(control, PlayerTime)
            else control.days * float(SECONDS_A_DAY)
        )
        self._players = players
        #: What was noted so far.
        self._noted: list[tuple[Entry, int | None]] = []
        self._reset()

    def _reset(self) -> None:
        self._left = [self._full] * self._players
        self._since: datetime | None = None
        self._moved: set[int] = set()
        self.started = False
        #: Plies now, and at most: an increment is not given again for a move that was taken back.
        self._ply = self._most = 0
        self.running: int | None = None

    def note(self, entry: Entry, to_play: int | None) -> None:
        """Follow an entry; `to_play` is the person whose turn it is after it."""
        self._noted.append((entry, to_play))
        self._follow(entry, to_play)

    def recount(self) -> None:
        """Follow all entries again: the clock that was handed in has learnt of lost time."""
        self._reset()
        for entry, to_play in self._noted:
            self._follow(entry, to_play)

    def _follow(self, entry: Entry, to_play: int | None) -> None:
        at = entry.time
        self._charge(at)
        if isinstance(entry, MoveEntry):
            self._moved.add(entry.seat)
            self.started |= len(self._moved) == self._players
            self._ply += 1
            self._end_turn(entry.seat)
        elif isinstance(entry, UndoEntry):
            self._ply = entry.ply
            self._end_turn(None)
        elif isinstance(entry, ReturnEntry) and isinstance(self._control, MoveTime):
            self._left[entry.seat] = self._full
        elif isinstance(entry, ClockStartEntry):
            self.started = True
        self.running = to_play if self.started else None
        self._since = at

    def _charge(self, at: datetime) -> None:
        """Take the time until `at` from the clock that runs."""
        if self.running is not None and self._since is not None:
            spent = self._clock.seconds(self._since, at)
            self._left[self.running] = max(0.0, self._left[self.running] - spent)

    def _end_turn(self, mover: int | None) -> None:
        if isinstance(self._control, MoveTime):
            self._left = [self._full] * self._players
        elif mover is not None and mover == self.running and self._ply > self._most:
            self._left[mover] += self._control.increment
        self._most = max(self._most, self._ply)

    def due(self, now: datetime) -> float | None:
        """Seconds until the time of the seat to play runs out; None while no clock runs."""
        if self.running is None or self._since is None:
            return None
        return self._left[self.running] - self._clock.seconds(self._since, now)

    def out_of_time(self) -> int | None:
        """The seat whose time has run out."""
        due = self.due(self._clock.now())
        return None if due is None or due > 0 else self.running

    def view(self, bots: Sequence[bool]) -> ClockView:
        """The clocks now; `bots` says which seats are played by one."""
        now = self._clock.now()
        left = list(self._left)
        if self.running is not None:
            left[self.running] = max(0.0, self.due(now) or 0.0)
        seats = zip(left, bots, strict=True)
        return ClockView(
            left=[None if bot else round(seconds, 3) for seconds, bot in seats],
            running=self.running,
            at=now.isoformat(),
        )
