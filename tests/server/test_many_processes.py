"""Processes on one PostgreSQL database share presence and bots, and replace each other.

Most of these services do not hand clients over: tables split between processes must work too.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from azulejos.bots import ALL_BOTS
from azulejos.bots.baselines.random import RandomBot
from azulejos.server import bot_turns, cluster, pg_listen
from azulejos.server.settings import Settings
from tests.server import databases
from tests.server.service import GENEROUS, Made, Person, ProcessService, ThreadService, wait_until
from tests.server.test_reconnect import Crashing

pytestmark = databases.one_worker


class CountingBot(RandomBot):
    """Counts the moves that it was asked for."""

    name = "counting"
    asked = 0
    lock = threading.Lock()

    def _choose(self, position: Any, limits: Any) -> Any:
        with self.lock:
            type(self).asked += 1
        return super()._choose(position, limits)


@pytest.fixture(scope="module")
def database(postgres: str) -> str:
    return databases.new_database(postgres, "many")


def _together(*services: ThreadService) -> None:
    """Wait until services know of each other."""
    for service in services:
        members = service.app.state.hub.cluster.members
        wait_until(lambda known=members: len(known) >= len(services) - 1)  # type: ignore[misc]


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[ThreadService, ThreadService]]:
    """Two services, where who is not connected is away at once."""
    settings = Settings(database, bot_pace=0, grace_period=0, hand_over=False, limits=GENEROUS)
    with ThreadService(settings) as one, ThreadService(settings) as two:
        _together(one, two)
        yield one, two


def _wait_for_presence(person: Person, *present: bool) -> None:
    while person.hear("presence")["present"] != list(present):
        pass


# Presence


def test_who_is_connected_is_known_everywhere(pair: tuple[ThreadService, ThreadService]) -> None:
    one, two = pair
    table = one.new_table("me", "friend")
    with one.sit(table, 0) as ana:
        with two.sit(table, 1) as ben:
            _wait_for_presence(ana, True, True)
            _wait_for_presence(ben, True, True)
        _wait_for_presence(ana, True, False)


def test_a_token_is_replaced_in_all_processes(pair: tuple[ThreadService, ThreadService]) -> None:
    one, two = pair
    table = one.new_table("me", "friend")
    with one.sit(table, 0) as here, two.sit(table, 0) as there, two.sit(table, 1) as ben:
        here.ask("new-token", seat=0, token="n" * 43)
        there.hear_until(lambda person: person.version == here.version)
        assert not there.update["table"]["seats"][0]["yours"]
        assert there.refused("say", seat=0, preset="hello") == "not-your-seat"
        here.ask("name", seat=0, name="Ana")
        ben.hear_until(lambda person: person.version == here.version)
        assert ben.update["table"]["seats"][0]["name"] == "Ana"
        here.leave()
        _wait_for_presence(ben, False, True)


def test_who_is_connected_elsewhere_is_not_replaced(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    one, two = pair
    table = one.new_table("me", "friend")
    with one.sit(table, 0) as ana:
        with two.sit(table, 1):
            _wait_for_presence(ana, True, True)
            assert ana.refused("stand-in", seat=1, bot="random") == "seat/not-away"
        _wait_for_presence(ana, True, False)
        assert ana.ask("stand-in", seat=1, bot="random")["type"] == "done"


def test_nobody_is_replaced_at_once_after_a_restart(database: str) -> None:
    """However long the table was quiet before."""
    before = Settings(database, bot_pace=0, grace_period=0, limits=GENEROUS)
    with ThreadService(before) as service:
        table = service.new_table("me", "friend")
        with service.sit(table, 0) as ana:
            ana.hear_until(lambda person: person.update["table"]["seats"][1]["replaceable"])
    _age(database, table)
    after = Settings(database, bot_pace=0, grace_period=3600, limits=GENEROUS)
    with ThreadService(after) as service, service.sit(table, 0) as ana:
        assert not ana.update["table"]["seats"][1]["replaceable"]
        assert ana.refused("stand-in", seat=1, bot="random") == "seat/not-away"


def _age(database: str, table: Made) -> None:
    """Let a table's last change be long ago."""
    with _engine(database) as connection:
        old = "UPDATE log SET at = at - interval '10 days' WHERE game = :game"
        connection.execute(sa.text(old), {"game": table.id})


@contextlib.contextmanager
def _engine(database: str) -> Iterator[sa.Connection]:
    engine = sa.create_engine(sa.make_url(database).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


# Bots


def test_a_bots_move_is_computed_by_one_process(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ALL_BOTS, "counting", CountingBot)
    CountingBot.asked = 0
    one, two = pair
    table = one.new_table("me", "friend", "counting", "counting")
    with one.sit(table, 0, 1) as ana, two.sit(table, 0, 1) as again:
        for _ in range(5):
            ana.wait_for_turn()
            ana.play()
            again.hear_until(lambda person: person.version >= ana.version)
            again.wait_for_turn()
            again.play()
            ana.hear_until(lambda person: person.version >= again.version)
        ana.wait_for_turn()
        bots = [entry for entry in ana.entries if entry.get("bot") == "counting"]
        assert len(bots) == CountingBot.asked >= 8


def test_bots_are_hurried_through_any_process(database: str) -> None:
    settings = Settings(database, bot_pace=3600, hand_over=False, limits=GENEROUS)
    with ThreadService(settings) as one, ThreadService(settings) as two:
        _together(one, two)
        table = one.new_table("me", "friend", "random")
        with one.sit(table, 0) as ana, two.sit(table, 1) as ben:
            for person, other in ((ana, ben), (ben, ana)):
                ana.wait_for_turn()
                ana.play()
                ben.wait_for_turn()
                ben.play()
                other.hear_until(lambda one: one.state["to_play"] == 2)
                other.send(type="hurry")
                person.hear_until(lambda one: one.state["to_play"] == 0)


# Loss of connections


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter pauses than the service has; time-outs are its own, the machine may be busy."""
    for module in (pg_listen, cluster):
        monkeypatch.setattr(module, "BEAT", 0.1)
    monkeypatch.setattr(pg_listen, "RETRY_DELAY", 0.1)
    monkeypatch.setattr(bot_turns, "LEASE_RETRY", 0.1)


@pytest.fixture
def hasty_pair(hasty: None, database: str) -> Iterator[tuple[ThreadService, ThreadService]]:
    del hasty
    settings = Settings(database, bot_pace=0, grace_period=3600, hand_over=False, limits=GENEROUS)
    with ThreadService(settings) as one, ThreadService(settings) as two:
        _together(one, two)
        yield one, two


def _sessions(database: str, service: ThreadService) -> list[int]:
    """The processes of the database that serve the notices of a service."""
    with _engine(database) as connection:
        found = connection.execute(
            sa.text("SELECT pid FROM pg_stat_activity WHERE application_name = :name"),
            {"name": f"azulejos {service.app.state.hub.cluster.name}"},
        )
        return [row.pid for row in found]


def _interrupt(database: str, service: ThreadService, how: signal.Signals) -> list[int]:
    """Send a signal to both sessions of a service, and return them.

    On a busy machine the service may just have replaced them. And what is stopped in the middle of
    a NOTIFY holds the lock that all other commits with notices need.
    """
    while True:
        sessions = _sessions(database, service)
        with contextlib.suppress(ProcessLookupError):
            for session in sessions:
                os.kill(session, how)
            if len(sessions) == 2 and (how != signal.SIGSTOP or all(map(_is_idle, sessions))):
                return sessions
        _resume(sessions)


def _is_idle(session: int) -> bool:
    """Whether a process of the database waits for a query: its title says so."""
    title = Path(f"/proc/{session}/cmdline").read_bytes()
    return title.rstrip(b"\0 ").endswith(b"idle")


def _resume(sessions: list[int]) -> None:
    for session in sessions:
        with contextlib.suppress(ProcessLookupError):
            os.kill(session, signal.SIGCONT)


@pytest.mark.parametrize("how", [signal.SIGSTOP, signal.SIGTERM])
def test_sessions_that_freeze_or_end_are_replaced_and_nothing_is_missed(
    hasty_pair: tuple[ThreadService, ThreadService], database: str, how: signal.Signals
) -> None:
    one, two = hasty_pair
    table = one.new_table("me", "here", "random")
    with one.sit(table) as watching, two.sit(table, 0, 1) as ana:
        sessions = _interrupt(database, one, how)
        try:
            for _ in range(3):
                ana.play()
                ana.wait_for_turn()
            watching.hear_until(lambda person: person.version == ana.version)
            assert watching.entries == ana.entries
            wait_until(lambda: len(set(_sessions(database, one)) - set(sessions)) == 2)
        finally:
            _resume(sessions)


def test_what_no_notice_told_is_found_by_the_next_look_at_the_database(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = pair
    monkeypatch.setattr(two.app.state.hub.store, "notices", lambda _: [])
    table = one.new_table("me", "here")
    with one.sit(table) as watching, two.sit(table, 0, 1) as ana:
        ana.play()
        ana.play()
        one.run(one.app.state.hub.catch_up())
        watching.hear_until(lambda person: person.version == ana.version)
        assert watching.entries == ana.entries


# Loss of processes


def test_a_transaction_of_a_stopped_process_is_ended_by_the_database(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    """Others would wait for its rows for ever."""
    with pair[0].app.state.hub.store.engine.connect() as connection:
        timeout = connection.execute(sa.text("SHOW idle_in_transaction_session_timeout"))
        assert timeout.scalar_one() == "10s"


def test_a_stopped_process_leaves_its_bots_to_the_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It holds the lease: its sessions have to be ended by the others."""
    monkeypatch.setattr(cluster, "MEMBER_TIMEOUT", 2.0)
    settings = Settings(database, bot_pace=0, hand_over=False, limits=GENEROUS)
    options = ("--bot-pace", "3600", "--no-hand-over")
    with ThreadService(settings) as here, ProcessService(database, *options) as there:
        table = there.new_table("me", "here", "random")
        with there.sit(table, 0, 1) as ana:
            ana.play()
            ana.play()
            with here.sit(table, 0, 1) as again:
                assert not again.can_play()
                there.process.send_signal(signal.SIGSTOP)
                again.wait_for_turn()
                assert again.state["ply"] >= 3
                there.process.send_signal(signal.SIGCONT)
                again.play()
                ana.hear_until(lambda person: person.version >= again.version)


class Killing(Crashing):
    """Plays on two processes, of which one is killed again and again."""

    def __init__(self, seed: int, *, hand_over: bool) -> None:
        super().__init__(seed)
        self.hand_over = hand_over

    def start(self, service: ProcessService) -> None:
        for game in ("azul", "summer-pavilion", "azul", "summer-pavilion"):
            self.tables.append(service.new_table("me", "here", "random", game=game))
            self.done.append({})
            self.open.append(None)

    def play_and_kill(self, victim: ProcessService, survivor: ProcessService) -> None:
        sites = [survivor, victim] * 2
        people = [site.sit(table, 0, 1) for site, table in zip(sites, self.tables, strict=True)]
        watching = [survivor.sit(table) for table in self.tables]
        for _ in range(self.chance.randrange(2, 6)):
            self.play_once(people)
        for number, person in enumerate(people):
            person.wait_for_turn()
            self.send(number, person)
        answered = self.chance.randrange(len(people))
        self.listen(answered, people[answered])
        victim.kill()
        for number, table in enumerate(self.tables):
            if self.hand_over:  # then either process may have served a client
                watching[number] = self.reconnect(watching[number], survivor.sit(table))
            if self.hand_over or sites[number] is victim:
                people[number] = self.reconnect(people[number], survivor.sit(table, 0, 1))
                self.resend(number, people[number])
            else:
                self.listen(number, people[number])
        self.play_once(people)  # the bots move on
        for number, person in enumerate(people):
            person.wait_for_turn()
            watching[number].hear_until(lambda one, to=person.version: one.version >= to)  # type: ignore[misc]
            self.check(number, watching[number])
            person.leave()
            watching[number].leave()

    def reconnect(self, before: Person, after: Person) -> Person:
        with contextlib.suppress(ConnectionClosed):
            before.leave()
        return after

    def play_once(self, people: list[Person]) -> None:
        for number, person in enumerate(people):
            person.wait_for_turn()
            self.send(number, person)
        for number, person in enumerate(people):
            self.listen(number, person)

    def resend(self, number: int, person: Person) -> None:
        self.check(number, person)
        if unanswered := self.open[number]:
            person.send(**unanswered)
            self.listen(number, person)


@pytest.mark.parametrize("hand_over", [True, False])
@pytest.mark.parametrize("kills", [2, pytest.param(30, marks=pytest.mark.soak)])
def test_when_one_of_two_processes_is_killed_the_other_goes_on(
    postgres: str, kills: int, hand_over: bool
) -> None:
    database = databases.new_database(postgres, f"killed{kills}{hand_over}".lower())
    killing = Killing(seed=kills, hand_over=hand_over)
    options = ("--bot-pace", "0", *(() if hand_over else ("--no-hand-over",)))
    survivor, victim = ProcessService(database, *options), ProcessService(database, *options)
    killing.start(survivor)
    try:
        for kill in range(kills):
            killing.play_and_kill(victim, survivor)
            if kill < kills - 1:  # the next one to be killed has lived for two rounds
                survivor, victim = ProcessService(database, *options), survivor
    finally:
        for service in (survivor, victim):
            service.__exit__()
    assert sum(map(len, killing.done)) > 8 * kills
