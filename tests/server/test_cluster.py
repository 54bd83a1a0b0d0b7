"""Members of a cluster tell each other what was written and who is connected."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import pytest
from msgspec import Raw

from azulejos.server.cluster import BEAT, MAX_NOTICE, MEMBER_TIMEOUT, Cluster, NoticeRow
from azulejos.server.presence import PresenceRegistry
from azulejos.server.store import Batch
from azulejos.session import GameSetup, News, Row, TableSetup
from azulejos.session.messages import MoveEntry, SayEntry
from tests.server.test_presence import Clock


class Tables:
    """Live tables that only remember what they are told."""

    def __init__(self) -> None:
        self.rows: dict[str, list[NoticeRow] | None] = {}
        self.news: dict[str, News | None] = {}
        self.changed: list[str] = []
        self.hurried: list[str] = []

    def receive(self, table: str, rows: list[NoticeRow] | None, news: News | None) -> None:
        self.rows[table] = rows
        self.news[table] = news

    def presence_changed(self, tables: Iterable[str]) -> None:
        self.changed += tables

    def hurry(self, table: str) -> None:
        self.hurried.append(table)


class Process:
    """A member with its presence, as a process has it."""

    def __init__(self, clock: Clock) -> None:
        self.presence = PresenceRegistry(45, clock)
        self.tables = Tables()
        self.cluster = Cluster(self.presence, self.tables, clock)

    def sit(self, table: str, *seats: int) -> None:
        self.presence.set_here(table, frozenset(seats))
        self.cluster.seats_changed(table, frozenset(seats))

    def rise(self, table: str) -> None:
        self.presence.set_here(table, None)
        self.cluster.seats_changed(table, None)


class Channel:
    """Delivers what members send to all of them, in order."""

    def __init__(self, *processes: Process) -> None:
        self.processes = list(processes)
        self.sent: list[str] = []

    def deliver(self) -> None:
        while notices := [
            notice for process in self.processes for notice in _take(process.cluster.outbox)
        ]:
            self.sent += notices
            for notice in notices:
                for process in self.processes:
                    process.cluster.receive(notice.encode())

    def beat(self, clock: Clock, *living: Process, seconds: float = BEAT) -> list[str]:
        """Let some seconds pass in which only `living` members beat; returns who is gone."""
        gone: list[str] = []
        for _ in range(round(seconds / BEAT)):
            clock.now += BEAT
            for process in living:
                gone += process.cluster.expire()
                process.cluster.beat()
            self.deliver()
        return gone


def _take(outbox: list[str]) -> list[str]:
    taken = outbox[:]
    outbox.clear()
    return taken


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def processes(clock: Clock) -> tuple[Process, Process]:
    return Process(clock), Process(clock)


@pytest.fixture
def channel(processes: tuple[Process, Process]) -> Channel:
    channel = Channel(*processes)
    for process in processes:
        process.cluster.join()
        channel.deliver()
    return channel


def move(number: int) -> Row:
    at = datetime.now(UTC).isoformat()
    return Row(MoveEntry(number=number, at=at, seat=0, move="3b4"), message=f"0:{number}")


# Rows


def test_rows_reach_the_others_whole_and_not_their_writer(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    rows = [move(7), move(8)]
    one.cluster.outbox += one.cluster.written([Batch("t", rows), Batch("u", rows[:1])])
    channel.deliver()
    assert one.tables.rows == {}
    assert two.tables.rows == {
        "t": [(row.entry, row.message) for row in rows],
        "u": [(rows[0].entry, rows[0].message)],
    }


def test_a_new_table_is_no_news(processes: tuple[Process, Process]) -> None:
    game = GameSetup("azul", "coloured", 2, 0, {}, {}, None)
    setup = TableSetup("t", game, [], "", "", False, datetime.now(UTC))
    assert processes[0].cluster.written([Batch("t", [move(1)], created=setup)]) == []


def test_no_notice_is_larger_than_the_channel_takes(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    batches = [Batch(f"table {number}", [move(1)] * (1 + number % 9)) for number in range(300)]
    large = Batch("large", [move(number) for number in range(1, 200)])
    notices = one.cluster.written([*batches, large])
    assert max(map(len, notices)) <= MAX_NOTICE
    assert len(notices) < len(batches) / 5
    one.cluster.outbox += notices
    channel.deliver()
    assert [len(two.tables.rows[batch.game] or ()) for batch in batches] == [
        len(batch.rows) for batch in batches
    ]
    assert two.tables.rows["large"] is None


@pytest.mark.parametrize(("size", "told"), [(3000, True), (MAX_NOTICE, False)])
def test_what_is_encoded_reaches_the_others_if_it_fits(
    processes: tuple[Process, Process], channel: Channel, size: int, told: bool
) -> None:
    one, two = processes
    row, news = move(7), News([Raw(b'{"kind":"move"}')], Raw(b'"' + b"x" * size + b'"'))
    one.cluster.outbox += one.cluster.written([Batch("t", [row], news=news)])
    channel.deliver()
    assert two.tables.rows["t"] == [(row.entry, row.message)]
    assert two.tables.news["t"] == (news if told else None)


def test_a_notice_that_cannot_be_read_is_passed_over(
    processes: tuple[Process, Process], caplog: pytest.LogCaptureFixture
) -> None:
    processes[0].cluster.receive(b'another name["unknown"]')
    processes[0].cluster.receive(b"short")
    assert "a notice cannot be read" in caplog.text


# Presence


def test_a_member_that_joins_learns_who_is_connected(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, two = processes
    tables = [f"{number:032}" for number in range(1000)]
    for table in tables:
        one.sit(table, 0, 1)
    channel.deliver()
    late = Process(clock)
    channel.processes.append(late)
    late.cluster.join()
    channel.deliver()
    for process in (two, late):
        assert all(process.presence.connected(table) == {0, 1} for table in tables)
    assert max(map(len, channel.sent)) <= MAX_NOTICE


def test_changes_of_presence_are_told_at_once(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    one.sit("t", 0)
    channel.deliver()
    assert two.presence.connected("t") == {0}
    one.sit("t", 0, 2)
    channel.deliver()
    assert two.presence.connected("t") == {0, 2}
    one.rise("t")
    channel.deliver()
    assert two.presence.connected("t") == frozenset()
    assert two.tables.changed == ["t"] * 3


def test_a_change_that_was_missed_is_asked_for(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, two = processes
    one.sit("before", 0)
    channel.deliver()
    one.rise("before")
    one.sit("missed", 1)
    one.cluster.outbox.clear()
    one.sit("after", 0)
    channel.deliver()
    assert two.presence.connected("missed") == frozenset()
    channel.beat(clock, one, two)
    assert two.presence.connected("missed") == {1}
    assert two.presence.connected("after") == {0}
    assert two.presence.connected("before") == frozenset()
    sent = len(channel.sent)
    channel.beat(clock, one, two)
    assert len(channel.sent) == sent + 2, "a beat each, and no more questions"


def test_hurry_reaches_the_process_that_plays_the_bots(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    one.cluster.hurry("t")
    channel.deliver()
    assert (one.tables.hurried, two.tables.hurried) == ([], ["t"])


# Members that go


def test_a_silent_member_is_taken_over(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, two = processes
    one.sit("t", 0)
    channel.deliver()
    two.tables.changed.clear()
    assert channel.beat(clock, one, two, seconds=2 * MEMBER_TIMEOUT) == []
    assert channel.beat(clock, two, seconds=2 * MEMBER_TIMEOUT) == [one.cluster.name]
    assert two.presence.connected("t") == frozenset()
    assert two.tables.changed == ["t"]


def test_a_member_that_leaves_is_taken_over_at_once(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    one.sit("t", 0)
    one.cluster.leave()
    channel.deliver()
    assert two.presence.connected("t") == frozenset()
    assert not two.cluster.members


def test_a_member_that_was_thought_gone_is_known_again_when_it_beats(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, two = processes
    one.sit("t", 0)
    channel.beat(clock, one, two)
    assert channel.beat(clock, two, seconds=2 * MEMBER_TIMEOUT) == [one.cluster.name]
    channel.beat(clock, one, two)
    assert two.presence.connected("t") == {0}


def test_a_process_that_was_stopped_takes_nobody_for_gone(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, two = processes
    channel.beat(clock, one, two)
    clock.now += 10 * MEMBER_TIMEOUT
    assert two.cluster.expire() == []
    one.cluster.beat()
    channel.deliver()
    clock.now += BEAT
    assert two.cluster.expire() == []


def test_a_member_recognises_its_own_beat(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    one, _ = processes
    channel.beat(clock, *processes)
    assert one.cluster.echoed == one.cluster.beat() - 1


def test_a_new_connection_starts_with_what_holds_now(
    processes: tuple[Process, Process], channel: Channel, clock: Clock
) -> None:
    """What was to be sent over the lost connection is out of date, and silence was not silence."""
    one, two = processes
    one.sit("t", 0)
    two.sit("u", 1)
    channel.deliver()
    two.sit("u", 0, 1)
    two.cluster.outbox.clear()
    one.sit("t", 0, 1)
    clock.now += 10 * MEMBER_TIMEOUT
    one.cluster.join()
    channel.deliver()
    clock.now += BEAT
    assert one.cluster.expire() == []
    assert two.presence.connected("t") == {0, 1}
    assert one.presence.connected("u") == {0, 1}
    assert one.presence.away("u", 4, idle=10_000) == frozenset()


def test_an_entry_without_a_key_is_told_as_it_is(
    processes: tuple[Process, Process], channel: Channel
) -> None:
    one, two = processes
    at = datetime.now(UTC).isoformat()
    said = Row(SayEntry(number=1, at=at, seat=0, preset="hello"))
    one.cluster.outbox += one.cluster.written([Batch("t", [said])])
    channel.deliver()
    assert two.tables.rows == {"t": [(said.entry, None)]}
