"""Who is connected, and who is away: in this process, in others, and after either is gone."""

from __future__ import annotations

import pytest

from azulejos.server.presence import PresenceRegistry

GRACE = 45.0
LONG = 10_000.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def presence(clock: Clock) -> PresenceRegistry:
    registry = PresenceRegistry(GRACE, clock)
    clock.now += LONG
    return registry


def test_a_seat_is_connected_wherever_its_owner_is(presence: PresenceRegistry) -> None:
    presence.set_here("t", frozenset({0}))
    presence.set_elsewhere("other", "t", frozenset({1}))
    assert presence.connected("t") == {0, 1}
    presence.set_here("t", None)
    assert presence.connected("t") == {1}
    assert presence.connected("another") == frozenset()


def test_a_seat_connected_to_another_process_is_never_away(
    presence: PresenceRegistry, clock: Clock
) -> None:
    presence.set_here("t", frozenset({0}))
    presence.set_elsewhere("other", "t", frozenset({1}))
    clock.now += LONG
    assert presence.away("t", 2, idle=LONG) == frozenset()


def test_a_table_is_shared_while_another_process_has_a_connection(
    presence: PresenceRegistry,
) -> None:
    presence.set_here("t", frozenset({0}))
    assert not presence.is_shared("t")
    presence.set_elsewhere("other", "t", frozenset())  # a spectator
    assert presence.is_shared("t")
    assert not presence.is_shared("u")
    presence.set_elsewhere("other", "t", None)
    assert not presence.is_shared("t")


def test_an_absence_counts_from_the_last_connection(
    presence: PresenceRegistry, clock: Clock
) -> None:
    presence.set_here("t", frozenset({0, 1}))
    presence.set_elsewhere("other", "t", frozenset({1}))
    presence.set_here("t", frozenset({0}))
    clock.now += LONG
    presence.set_elsewhere("other", "t", None)
    assert presence.away("t", 2, idle=LONG) == frozenset()
    clock.now += GRACE
    assert presence.away("t", 2, idle=0) == {1}


def test_the_time_of_leaving_is_kept_while_a_table_has_no_connections(
    presence: PresenceRegistry, clock: Clock
) -> None:
    presence.set_here("t", frozenset({1}))
    clock.now += LONG
    presence.set_here("t", None)
    clock.now += GRACE / 2
    presence.set_here("other table", frozenset())
    presence.set_here("t", frozenset({0}))
    assert presence.away("t", 2, idle=LONG) == frozenset()


def test_an_owner_who_was_never_seen_is_away_after_the_table_was_idle(
    presence: PresenceRegistry,
) -> None:
    assert presence.away("t", 2, idle=GRACE - 1) == frozenset()
    assert presence.away("t", 2, idle=GRACE) == {0, 1}


def test_nobody_is_away_at_once_after_a_start(clock: Clock) -> None:
    started = PresenceRegistry(GRACE, clock)
    assert started.away("t", 2, idle=LONG) == frozenset()
    clock.now += GRACE
    assert started.away("t", 2, idle=LONG) == {0, 1}


@pytest.mark.parametrize("live", [True, False])
def test_clients_of_a_lost_process_have_the_grace_period_to_come_back(
    presence: PresenceRegistry, clock: Clock, live: bool
) -> None:
    presence.set_elsewhere("other", "t", frozenset({1}))
    if live:
        presence.set_here("t", frozenset({0}))
    clock.now += LONG
    assert presence.forget("other") == ["t"]
    assert presence.away("t", 2, idle=LONG) == frozenset()
    clock.now += GRACE
    assert presence.away("t", 2, idle=LONG) >= {1}


def test_old_times_of_tables_without_connections_are_dropped(
    presence: PresenceRegistry, clock: Clock
) -> None:
    for number in range(100):
        presence.set_here(f"t{number}", frozenset({0}))
        presence.set_here(f"t{number}", None)
        clock.now += GRACE
    assert len(presence._left_at) <= 2
