"""Clocks of the service: start, time-outs, restarts, time in which it is down, processes."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from azulejos.server import clock_watch
from azulejos.server.hub import Hub
from azulejos.server.settings import Settings, database_url
from azulejos.server.store import Store, set_fact
from azulejos.server.uptime import LAST_BEAT, STOPPED, TOLERANCE, Uptime
from tests.server import databases
from tests.server.service import GENEROUS, Made, Person, ProcessService, ThreadService, wait_until

TEN_MINUTES = {"time": {"kind": "player", "minutes": 10}}
ONE_MINUTE = {"time": {"kind": "player", "minutes": 1}}
ONE_DAY = {"time": {"kind": "move", "days": 1}}
START = datetime(2024, 5, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Ahead:
    """A clock that can be put forward, for one service or two."""

    def __init__(self) -> None:
        self.by = timedelta(0)

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.by

    def run(self, seconds: float, *services: ThreadService) -> None:
        """Let time pass in which the services beat."""
        while seconds > 0:
            self.by += timedelta(seconds=min(20, seconds))
            seconds -= 20
            for service in services:
                hub_of(service).uptime.beat()


def hub_of(service: ThreadService) -> Hub:
    hub: Hub = service.app.state.hub
    return hub


@pytest.fixture
def ahead(tmp_path: Path) -> Iterator[tuple[ThreadService, Ahead]]:
    """A service whose clock can be put forward."""
    settings = Settings(str(tmp_path / "t.db"), bot_pace=0, bot_seconds=0.05, limits=GENEROUS)
    with ThreadService(settings) as service:
        clock = hub_of(service).uptime.clock = Ahead()
        yield service, clock


def begin(service: ThreadService | ProcessService, options: Any) -> Made:
    """A table of two people who have made their first moves."""
    table = service.new_table("me", "friend", options=options)
    with service.sit(table, 0, 1) as both:
        both.play()
        both.play()
        assert both.update["clock"]["running"] == 0
    return table


def is_out(person: Person) -> bool:
    return any(entry["kind"] == "time-out" for entry in person.entries)


def test_a_bot_plays_on_for_a_player_whose_time_is_up(ahead: tuple[ThreadService, Ahead]) -> None:
    service, clock = ahead
    table = begin(service, ONE_MINUTE)
    with service.sit(table, 1) as ben:
        assert 50 < ben.update["clock"]["left"][0] <= 60
        clock.run(61, service)
        with service.sit(table, 0) as ana:
            ben.hear_until(Person.can_play)
            assert is_out(ben)
            assert ben.update["clock"]["left"][0] is None
            assert ben.update["clock"]["running"] == 1
            seat = ben.update["table"]["seats"][0]
            assert (seat["stand_in"], seat["out_of_time"]) == ("casual", True)
            assert ana.refused("return", seat=0) == "seat/out-of-time"


def test_a_first_move_is_not_waited_for_when_all_are_there(
    ahead: tuple[ThreadService, Ahead], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock_watch, "FIRST_MOVE", 0.0)
    service, _ = ahead
    table = service.new_table("me", "friend", options=TEN_MINUTES)
    with service.sit(table, 0) as ana:
        ana.ask("say", seat=0, preset="hello")
        assert ana.update["clock"]["running"] is None
        with service.sit(table, 1):
            ana.hear_until(lambda person: person.update["clock"]["running"] == 0)
    assert [entry["kind"] for entry in ana.entries].count("clock-start") == 1
    assert 570 < ana.update["clock"]["left"][0] <= 600


def test_a_player_who_is_days_late_can_return(ahead: tuple[ThreadService, Ahead]) -> None:
    service, clock = ahead
    table = begin(service, ONE_DAY)
    clock.by += timedelta(days=1)
    with hub_of(service).store.writing.begin() as connection:  # the service was up meanwhile
        set_fact(connection, LAST_BEAT, clock().isoformat())
    with service.sit(table, 0) as ana:
        ana.hear_until(is_out)
        assert ana.ask("return", seat=0)["type"] == "done"
        assert ana.update["table"]["seats"][0]["stand_in"] is None


def test_a_service_that_was_suspended_gives_the_time_back(
    ahead: tuple[ThreadService, Ahead],
) -> None:
    service, clock = ahead
    table = begin(service, ONE_MINUTE)
    with service.sit(table, 1) as ben:
        clock.by += HOUR
        with service.sit(table, 0) as ana:
            ana.hear_until(lambda person: person.update["clock"]["left"][0] > 0)
            assert ana.update["clock"]["left"][0] > 50
            ana.play()
        ben.wait_for_turn()
        assert not is_out(ben)


def shift(database: str, by: timedelta) -> None:
    """Let everything that is stored be older, as if the service had been down since then."""
    engine = sa.create_engine(database_url(database))
    with engine.begin() as connection:
        for number, at in connection.execute(sa.text("SELECT rowid, at FROM log")).all():
            moved = (datetime.fromisoformat(at) - by).isoformat(" ", "microseconds")
            values = {"at": moved, "row": number}
            connection.execute(sa.text("UPDATE log SET at = :at WHERE rowid = :row"), values)
        query = "SELECT value FROM facts WHERE name = 'last-beat'"
        stored = connection.execute(sa.text(query)).scalar_one()
        when, stopped = stored.removesuffix(STOPPED), stored.endswith(STOPPED)
        moved = (datetime.fromisoformat(when) - by).isoformat()
        value = moved + STOPPED if stopped else moved
        update = "UPDATE facts SET value = :value WHERE name = 'last-beat'"
        connection.execute(sa.text(update), {"value": value})
    engine.dispose()


@pytest.mark.parametrize("how", ["stopped", "killed"])
def test_no_time_runs_while_the_service_is_down(tmp_path: Path, how: str) -> None:
    database = str(tmp_path / "t.db")
    with ProcessService(database) as service:
        table = begin(service, TEN_MINUTES)
        service.end(signal.SIGKILL if how == "killed" else signal.SIGTERM)
    shift(database, HOUR)
    with ProcessService(database) as service, service.sit(table, 0) as ana:
        assert ana.update["clock"]["running"] == 0
        assert 540 < ana.update["clock"]["left"][0] <= 600
        ana.play()
        assert not is_out(ana)


def knows_others(service: ThreadService) -> bool:
    cluster = hub_of(service).cluster
    return bool(cluster and cluster.members)


@databases.one_worker
def test_of_two_processes_one_stores_the_time_out(postgres: str) -> None:
    database = databases.new_database(postgres, "clocks")
    settings = Settings(database, bot_pace=0, bot_seconds=0.05, hand_over=False, limits=GENEROUS)
    with ThreadService(settings) as one, ThreadService(settings) as two:
        wait_until(lambda: all(knows_others(service) for service in (one, two)))
        clock = hub_of(one).uptime.clock = hub_of(two).uptime.clock = Ahead()
        table = begin(one, ONE_MINUTE)
        with one.sit(table, 1) as ben, two.sit(table) as eve:
            clock.run(61, one, two)
            with one.sit(table), two.sit(table):
                ben.hear_until(Person.can_play)
                eve.hear_until(lambda person: person.version >= ben.version)
        kinds = [entry["kind"] for entry in one.get(f"/api/games/{table.id}")["entries"]]
        assert kinds.count("time-out") == 1


# Uptime


def at(uptime: Uptime, moment: datetime) -> Uptime:
    uptime.clock = lambda: moment
    return uptime


def test_a_gap_between_beats_is_an_outage(store: Store) -> None:
    uptime = at(Uptime(store), START)
    uptime.start()
    assert not at(uptime, START + TOLERANCE).beat()
    assert at(uptime, START + TOLERANCE + HOUR).beat()
    assert uptime.seconds(START, START + 3 * HOUR) == 2 * 3600
    assert uptime.seconds(START, START + TOLERANCE) == TOLERANCE.total_seconds()
    middle = START + TOLERANCE + HOUR / 2
    assert uptime.seconds(middle, middle + HOUR) == 1800
    assert uptime.seconds(START + 2 * HOUR, START + HOUR) == 0


def test_another_process_learns_of_an_outage_and_counts_it_once(store: Store) -> None:
    one, two = at(Uptime(store), START), at(Uptime(store), START + HOUR)
    one.start()
    two.start()
    assert at(one, START + HOUR).beat()
    assert not one.beat()
    for uptime in (one, two, Uptime(store)):
        at(uptime, START + HOUR).beat()
        assert uptime.seconds(START, START + 2 * HOUR) == 3600


def test_a_service_that_was_stopped_lost_all_time_since(store: Store) -> None:
    uptime = at(Uptime(store), START)
    uptime.start()
    at(uptime, START + timedelta(seconds=5)).stop()
    again = at(Uptime(store), START + timedelta(seconds=9))
    again.start()
    assert again.seconds(START, START + timedelta(seconds=10)) == 6
