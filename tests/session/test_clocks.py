"""Clocks: a fold over the log, with a clock that is handed in; time-outs, and hints in the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azulejos.bots.names import USUAL
from azulejos.session import Row, Table, TableError, history_rows
from azulejos.session.clocks import WALL_CLOCK
from azulejos.session.hints import check_hint, is_news, tell_hint
from azulejos.session.messages import ClockView, MoveTime, PlayerTime, TableOptions
from tests.session.tables import everyone, table_setup

START = datetime(2024, 5, 1, 12, tzinfo=UTC)
DAY = 24 * 60 * 60
ANA, BEN = frozenset({0}), frozenset({1})


class HandClock:
    """A clock that is moved by hand; time in `lost` does not count."""

    def __init__(self) -> None:
        self.time = START
        self.lost: list[tuple[datetime, datetime]] = []

    def now(self) -> datetime:
        return self.time

    def wait(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)

    def lose(self, seconds: float) -> None:
        """Time in which the service is down."""
        before = self.time
        self.wait(seconds)
        self.lost.append((before, self.time))

    def seconds(self, since: datetime, until: datetime) -> float:
        lost = sum(
            max(0.0, (min(ended, until) - max(began, since)).total_seconds())
            for began, ended in self.lost
        )
        return (until - since).total_seconds() - lost


class TimedTable:
    """A table and its clock."""

    def __init__(self, *kinds: str, time: Any, **options: Any) -> None:
        self.clock = HandClock()
        setup = table_setup(*kinds, table=TableOptions(time=time, **options))
        rows = history_rows(setup.start().history, at=self.clock.now().isoformat())
        self.table = Table.load(setup, rows, self.clock)

    def play(self, seconds: float = 0.0) -> None:
        """The player to move thinks, and plays the first legal move."""
        self.clock.wait(seconds)
        table, seat = self.table, self.table.to_play
        assert seat is not None
        move = str(next(iter(table.game.legal_moves)))
        table.commit(table.play(frozenset({seat}), move, bot=table.bot_of(seat)))

    def begin(self) -> None:
        """First moves of all seats."""
        for _ in range(self.table.players):
            self.play(1000)

    @property
    def view(self) -> ClockView:
        view = self.table.update().clock
        assert view is not None
        return view

    @property
    def reloaded(self) -> Table:
        """The table as another process has it."""
        rows = [Row(entry) for entry in self.table.log]
        return Table.load(self.table.setup, rows, self.clock)

    def time_out(self) -> None:
        change = self.table.time_out()
        assert change is not None
        self.table.commit(change)


def test_no_clock_runs_before_every_seat_has_moved() -> None:
    timed = TimedTable("me", "friend", "friend", time=PlayerTime(10))
    for _ in range(3):
        assert timed.view.running is None
        timed.play(7200)
    assert timed.view == ClockView([600, 600, 600], 0, timed.clock.now().isoformat())


def test_clocks_can_start_before_the_first_moves() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(10))
    timed.play()
    change = timed.table.start_clocks()
    assert change is not None
    timed.table.commit(change)
    assert timed.table.start_clocks() is None
    timed.clock.wait(10)
    assert (timed.view.left, timed.view.running) == ([600, 590], 1)
    assert timed.reloaded.clock_view() == timed.view
    timed.clock.wait(590)
    timed.time_out()
    assert timed.table.bot_of(1) == USUAL


def test_clocks_do_not_start_for_a_bot_or_where_there_are_none() -> None:
    assert TimedTable("me", "friend", time=None).table.start_clocks() is None
    timed = TimedTable("me", "random", "friend", time=PlayerTime(10))
    timed.play()
    assert timed.table.bot_to_play
    assert timed.table.start_clocks() is None


def test_a_message_leaves_the_time_as_it_is() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(10))
    timed.begin()
    timed.clock.wait(7)
    timed.table.commit(timed.table.say(ANA, 0, "hello"))
    timed.clock.wait(8)
    assert timed.view.left == [585, 600]


def test_the_clock_of_the_player_to_move_runs_and_an_increment_follows_the_move() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(10, increment=5))
    timed.begin()
    timed.clock.wait(30)
    assert (timed.view.left, timed.view.running) == ([570, 600], 0)
    timed.play(30)
    assert (timed.view.left, timed.view.running) == ([545, 600], 1)
    timed.play(1.5)
    assert timed.view.left == [545, 603.5]


def test_an_increment_is_not_given_again_for_a_move_that_was_taken_back() -> None:
    timed = TimedTable("me", "here", time=PlayerTime(1, increment=60))
    timed.begin()
    for _ in range(5):
        timed.play(1)
        timed.clock.wait(1)
        timed.table.commit(timed.table.undo(everyone(timed.table)))
    assert timed.view.left == [60 - 5 + 60, 60 - 5]


def test_time_for_a_move_begins_again_with_every_turn() -> None:
    timed = TimedTable("me", "friend", time=MoveTime(2))
    timed.begin()
    timed.play(DAY)
    assert timed.view.left == [2 * DAY, 2 * DAY]
    timed.clock.wait(DAY)
    assert (timed.view.left, timed.view.running) == ([2 * DAY, DAY], 1)
    timed.table.commit(timed.table.say(ANA, 0, "hurry-up"))
    assert timed.view.left == [2 * DAY, DAY]


def test_a_bot_takes_over_for_good_from_a_player_without_time() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(1))
    timed.begin()
    timed.clock.wait(59.9)
    assert timed.table.time_out() is None
    timed.clock.wait(0.1)
    timed.time_out()
    assert timed.table.bot_to_play == USUAL
    assert (timed.view.left, timed.view.running) == ([None, 60], None)
    assert timed.table.view().seats[0].out_of_time
    with pytest.raises(TableError) as refused:
        timed.table.reclaim_seat(ANA, 0)
    assert refused.value.code == "seat/out-of-time"
    assert timed.table.time_out() is None


def test_a_player_who_was_late_with_a_move_can_return() -> None:
    timed = TimedTable("me", "friend", time=MoveTime(1))
    timed.begin()
    timed.clock.wait(DAY)
    timed.time_out()
    assert not timed.table.view().seats[0].out_of_time
    timed.clock.wait(DAY)
    timed.table.commit(timed.table.reclaim_seat(ANA, 0))
    assert (timed.view.left, timed.view.running) == ([DAY, DAY], 0)


def test_a_stand_in_stops_the_clock_and_bots_have_none() -> None:
    timed = TimedTable("me", "friend", "random", time=PlayerTime(10))
    timed.begin()
    timed.clock.wait(60)
    timed.table.commit(timed.table.stand_in(ANA, 0, "random", away=False))
    timed.clock.wait(60)
    assert (timed.view.left, timed.view.running) == ([None, 600, None], None)
    timed.table.commit(timed.table.reclaim_seat(ANA, 0))
    timed.clock.wait(60)
    assert timed.view.left == [480, 600, None]


def test_time_in_which_the_service_is_down_does_not_count() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(10))
    timed.begin()
    timed.clock.wait(100)
    timed.clock.lose(9000)
    timed.clock.wait(100)
    assert timed.view.left == [400, 600]
    assert timed.table.time_out() is None


def test_lost_time_that_is_learnt_of_later_is_given_back() -> None:
    timed = TimedTable("me", "friend", time=PlayerTime(10))
    timed.begin()
    before = timed.clock.now()
    timed.play(500)
    assert timed.view.left == [100, 600]
    timed.clock.lost.append((before, before + timedelta(seconds=400)))
    assert timed.table.clocks is not None
    timed.table.clocks.recount()
    assert timed.view.left == [500, 600]


def test_nothing_runs_after_the_end() -> None:
    timed = TimedTable("me", "here", time=PlayerTime(180))
    while not timed.table.game.is_over:
        timed.play(1)
    assert timed.view.running is None
    timed.clock.wait(DAY)
    assert timed.table.time_out() is None


def test_a_table_without_time_has_no_clock() -> None:
    setup = table_setup("me", "friend")
    table = Table.load(setup, history_rows(setup.start().history))
    assert table.update().clock is None
    assert table.time_out() is None


STEPS = st.tuples(
    st.sampled_from(["play", "undo", "stand-in", "return", "say", "time-out"]),
    st.integers(0, 1),
    st.integers(0, 90),
    st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([PlayerTime(1), PlayerTime(2, 30), MoveTime(1)]),
    st.lists(STEPS, max_size=40),
)
def test_a_replayed_log_leads_to_the_same_clocks(time: Any, steps: list[Any]) -> None:
    timed = TimedTable("me", "friend", time=time)
    table = timed.table
    for what, seat, seconds, down in steps:
        timed.clock.lose(seconds) if down else timed.clock.wait(seconds)
        try:
            if what == "play":
                timed.play()
            elif what == "time-out":
                if change := table.time_out():
                    table.commit(change)
            else:
                seats = frozenset({seat})
                table.commit(
                    table.undo(seats)
                    if what == "undo"
                    else table.say(seats, seat, "oops")
                    if what == "say"
                    else table.stand_in(seats, seat, "random", away=False)
                    if what == "stand-in"
                    else table.reclaim_seat(seats, seat)
                )
        except TableError:
            continue
    copy = timed.reloaded
    assert copy.update(ANA) == table.update(ANA)
    if copy.clocks:
        copy.clocks.recount()
    assert copy.update().clock == timed.view
    assert all(left is None or left >= 0 for left in timed.view.left)
    running = timed.view.running
    assert running is None or table.bot_of(running) is None


def test_the_clock_of_the_wall_counts_all_time() -> None:
    before = WALL_CLOCK.now()
    assert before.tzinfo is UTC
    assert WALL_CLOCK.seconds(before, before + timedelta(hours=1)) == 3600


# Hints


def test_hints_are_told_once_for_a_position_where_others_play() -> None:
    timed = TimedTable("me", "friend", time=None, hints=True)
    table = timed.table
    assert is_news(table, ANA)
    table.commit(tell_hint(table, ANA))
    assert [entry.kind for entry in table.log] == ["deal", "hint"]
    assert not is_news(table, ANA)
    table.check_current(1)
    timed.play()
    assert is_news(table, BEN)


def test_hints_against_bots_and_at_one_screen_are_not_told() -> None:
    assert not is_news(TimedTable("me", "random", time=None).table, ANA)
    assert not is_news(TimedTable("me", "here", time=None).table, ANA | BEN)


@pytest.mark.parametrize(
    ("hints", "seats", "code"), [(False, ANA, "hints-off"), (True, BEN, "not-your-turn")]
)
def test_hints_are_refused(hints: bool, seats: frozenset[int], code: str) -> None:
    timed = TimedTable("me", "friend", time=None, hints=hints)
    with pytest.raises(TableError) as refused:
        check_hint(timed.table, seats)
    assert refused.value.code == code
