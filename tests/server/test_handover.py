"""Processes hand clients over, so that one of them serves a table; where they cannot, both do."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from azulejos.server import handover
from azulejos.server.cluster import Member
from azulejos.server.settings import Settings
from tests.server import databases
from tests.server.raw import HOST, KEY, RawClient
from tests.server.service import (
    GENEROUS,
    PATIENCE,
    Made,
    Person,
    ProcessService,
    Site,
    ThreadService,
    wait_until,
)

pytestmark = [
    databases.one_worker,
    pytest.mark.skipif(not handover.is_possible(), reason="sockets are passed on Linux only"),
]

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def database(postgres: str) -> str:
    return databases.new_database(postgres, "handover")


@pytest.fixture(scope="module")
def pair(database: str) -> Iterator[tuple[ThreadService, ThreadService]]:
    settings = Settings(
        database,
        bot_pace=0,
        proxies=("127.0.0.1",),
        limits=replace(GENEROUS, address_connections=3, head_seconds=1),
    )
    with ThreadService(settings) as one, ThreadService(settings) as two:
        services = (one, two)
        wait_until(lambda: all(_hub(service).cluster.members for service in services))
        yield services


def _hub(service: ThreadService) -> Any:
    return service.app.state.hub


def _given(*services: ThreadService) -> int:
    return sum(_hub(service).metrics.handovers["given"] for service in services)


def _serving(table: Made, *services: ThreadService) -> list[int]:
    """The numbers of the services with clients of a table."""
    return [number for number, one in enumerate(services) if table.id in _hub(one).presence.here]


def _table_of(service: ThreadService, other: ThreadService) -> Made:
    """A new table that a service is to serve."""
    while True:
        table = other.new_table("me", "here")
        if other.run(_elsewhere(other, table)):
            assert not service.run(_elsewhere(service, table))
            return table


async def _elsewhere(service: ThreadService, table: Made) -> list[str]:
    return _ends(service).elsewhere(f"/api/games/{table.id}/live")


def _ends(service: ThreadService) -> handover.Handover:
    found = service._server._config.handover
    assert found
    return found


# One process serves a table


def test_clients_meet_in_one_process_wherever_they_connect(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    one, two = pair
    for here, there in (pair, pair[::-1]):
        table = _table_of(here, there)
        before = _given(one, two)
        with here.sit(table, 0) as ana, there.sit(table, 1) as ben, there.sit(table) as watching:
            assert _given(one, two) == before + 2
            assert _serving(table, here, there) == [0]
            ana.play()
            ben.hear_until(lambda person: person.version == ana.version)
            ben.play()
            watching.hear_until(lambda person: person.version == ben.version)
            assert watching.entries == ben.entries


def test_new_clients_follow_those_who_are_there(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although another process is the table's first choice."""
    here, there = pair
    table = _table_of(there, here)
    with monkeypatch.context() as patch:
        patch.setattr(here._server._config, "handover", None)
        first = here.sit(table, 0)
    wait_until(lambda: _hub(there).presence.is_shared(table.id))
    with first, there.sit(table, 1) as ben:
        assert _serving(table, here, there) == [0]
        first.play()
        ben.hear_until(lambda person: person.version == first.version)


def test_a_head_in_parts_is_handed_over_whole(pair: tuple[ThreadService, ThreadService]) -> None:
    here, there = pair
    table = _table_of(here, there)
    with RawClient(there) as client:
        client.get(f"/api/games/{table.id}").answer()  # the connection is used before
        client.send(f"GET /api/games/{table.id}/live HTTP/1.1\r\nHost: localh")
        client.send("ost\r\n", UPGRADE)
        assert client.socket.recv(12) == b"HTTP/1.1 101"
        client.hello(table.token(0))
        wait_until(lambda: _serving(table, here, there) == [0])
    wait_until(lambda: _serving(table, here, there) == [])


# What holds for clients holds for those handed over


def test_limits_count_where_the_client_is_served(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    here, there = pair
    table = _table_of(here, there)
    forwarded = {"additional_headers": {"X-Forwarded-For": "203.0.113.9"}}
    with contextlib.ExitStack() as stack:
        for site in (there, here, there):
            person = Person(site.connect(table.id, **forwarded), [])
            stack.enter_context(person)
        assert _hub(here).addresses["203.0.113.9"] == 3
        assert not _hub(there).addresses
        with there.connect(table.id, **forwarded) as refused:
            with pytest.raises(ConnectionClosed) as closed:
                refused.recv(PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.reason == "too-many"
    wait_until(lambda: not _hub(here).addresses)
    wait_until(lambda: not here._server.gate._open.get(None))


def test_foreign_pages_and_hosts_are_refused(pair: tuple[ThreadService, ThreadService]) -> None:
    here, there = pair
    table = _table_of(here, there)
    before = _given(there)
    for lines in ("Host: localhost\r\nOrigin: https://evil.example", "Host: evil.example"):
        with RawClient(there) as client:
            client.send(f"GET /api/games/{table.id}/live HTTP/1.1\r\n{lines}\r\n", UPGRADE)
            assert client.socket.recv(12) == b"HTTP/1.1 403"
    assert _given(there) == before + 2


def test_other_users_of_the_machine_are_neither_served_nor_trusted(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = pair
    table = _table_of(here, there)
    user = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: user + 1)
    with here.sit(table, 0), there.sit(table, 1):
        assert _serving(table, here, there) == [0, 1]
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
        channel.settimeout(PATIENCE)
        channel.connect(handover._address(_hub(here).cluster.name))
        assert channel.recv(1) == b""
    monkeypatch.undo()
    _ends(there)._avoided.clear()


# Where it is not possible


@contextlib.contextmanager
def _another_member(service: ThreadService, *, listening: bool) -> Iterator[tuple[str, Any]]:
    """A member that serves all tables and answers no offer; its name and socket."""
    name, hub = os.urandom(6).hex(), _hub(service)
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
        if listening:
            listener.bind(handover._address(name))
            listener.listen(1)
        hub.cluster.members[name] = Member(float("inf"))
        try:
            yield name, listener
        finally:
            del hub.cluster.members[name]
            hub.presence.forget(name)


@pytest.mark.parametrize("listening", [True, False], ids=["frozen", "on another host"])
def test_who_cannot_be_handed_over_is_served_here(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch, listening: bool
) -> None:
    monkeypatch.setattr(handover, "ANSWER_SECONDS", 0.05)
    here, there = pair
    table = _table_of(here, there)
    with _another_member(here, listening=listening) as (name, listener):
        _hub(here).presence.set_elsewhere(name, table.id, frozenset({1}))
        with here.sit(table, 0, 1) as ana:
            assert _serving(table, here) == [0]
            assert name in _ends(here)._avoided
            ana.play()
        if listening:
            channel, _ = listener.accept()
            with channel:
                assert channel.recv(100) == b"", "nothing was passed"
            listener.setblocking(False)
            with here.sit(table, 0), pytest.raises(BlockingIOError):
                listener.accept()  # it is not asked again soon


def test_a_busy_process_leaves_clients_where_they_are(
    pair: tuple[ThreadService, ThreadService], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = pair
    table = _table_of(here, there)
    monkeypatch.setattr(here._server.gate, "_most", 0)
    with there.sit(table, 0, 1) as ana:
        assert _serving(table, here, there) == [1]
        ana.play()


def test_a_client_that_leaves_meanwhile_is_forgotten(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    here, there = pair
    table = _table_of(here, there)
    before = len(here._server.gate), len(there._server.gate)
    for _ in range(20):
        with RawClient(there) as client:
            client.send(f"GET /api/games/{table.id}/live HTTP/1.1\r\n{HOST}", UPGRADE)
    wait_until(lambda: (len(here._server.gate), len(there._server.gate)) == before)


def test_sockets_that_never_come_are_not_waited_for(
    pair: tuple[ThreadService, ThreadService],
) -> None:
    here, _ = pair
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
        channel.settimeout(PATIENCE)
        channel.connect(handover._address(_hub(here).cluster.name))
        assert channel.recv(1) == handover.READY
        assert channel.recv(1) == b"", "closed after a while"
    for rubbish in (b"", b"x" * 100, b"x" * 100_000):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as channel:
            channel.settimeout(PATIENCE)
            channel.connect(handover._address(_hub(here).cluster.name))
            assert channel.recv(1) == handover.READY
            channel.send(rubbish)
            assert channel.recv(1) == b""


# The end of a process


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_clients_of_a_process_that_ends_go_on_at_the_other(
    postgres: str, how: signal.Signals
) -> None:
    database = databases.new_database(postgres, f"ending{how}")
    with ProcessService(database) as one, ProcessService(database) as two:
        sites: list[ProcessService] = [one, two]
        for site in sites:
            wait_until(lambda site=site: "azulejos_processes 2.0" in _metrics(site))  # type: ignore[misc]
        table = one.new_table("me", "friend")
        with contextlib.ExitStack() as stack:
            ana = stack.enter_context(one.sit(table, 0))
            ben = stack.enter_context(two.sit(table, 1))
            (serving,) = [site for site in sites if "azulejos_connections 2.0" in _metrics(site)]
            (other,) = [site for site in sites if site is not serving]
            serving.end(how)
            for person in (ana, ben):
                with pytest.raises(ConnectionClosed):
                    person.hear("nothing more")
        with other.rejoin(ana, table) as ana, other.rejoin(ben, table) as ben:
            ana.play()
            ben.hear_until(lambda person: person.version == ana.version)


def _metrics(site: Site) -> str:
    return site.http.get("/metrics").text
