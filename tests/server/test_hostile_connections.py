"""Many connections, of one address or of many, and addresses that are made up."""

from __future__ import annotations

import contextlib
import resource
from pathlib import Path
from typing import Any

import pytest

from azulejos.server.rate_limits import client_key
from azulejos.server.settings import Limits, Rate, Settings
from tests.server.raw import RawClient
from tests.server.service import ProcessService, ThreadService, wait_until

SEATS = {"seats": [{"kind": "me"}, {"kind": "me"}]}


def running(folder: Path, **limits: Any) -> ThreadService:
    return ThreadService(Settings(str(folder / "t.db"), limits=Limits(**limits)))


@pytest.mark.parametrize("bound", ["address_sockets", "sockets"])
def test_idle_connections_make_room_for_new_ones(tmp_path: Path, bound: str) -> None:
    with running(tmp_path, **{bound: 10}) as service, contextlib.ExitStack() as stack:
        idle = [stack.enter_context(RawClient(service)) for _ in range(50)]
        with RawClient(service) as late:
            assert late.get("/api/health").answer().status == 200
        assert all(client.is_closed() for client in idle[:40])


def test_half_bodies_make_room_for_new_connections(tmp_path: Path) -> None:
    half = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
    with running(tmp_path, address_sockets=10) as service, contextlib.ExitStack() as stack:
        for _ in range(30):
            stack.enter_context(RawClient(service)).send(half)
        with RawClient(service) as late:
            assert late.get("/api/health").answer().status == 200


@pytest.mark.parametrize(
    ("bound", "status", "code"),
    [("address_sockets", 429, "too-many-connections"), ("sockets", 503, "overloaded")],
)
def test_connections_that_are_used_are_kept_and_others_refused(
    tmp_path: Path, bound: str, status: int, code: str
) -> None:
    with running(tmp_path, **{bound: 3}) as service, contextlib.ExitStack() as stack:
        table = service.new_table("me", "here")
        ana = stack.enter_context(service.sit(table, 0, 1))
        for _ in range(2):
            stack.enter_context(RawClient(service)).upgrade(table.id)
        with RawClient(service) as late:
            answer = late.get("/api/health").answer()
            assert (answer.status, answer.code) == (status, code)
            assert answer.headers["retry-after"] == "5"
            assert late.is_closed()
        ana.play()


def test_connections_beyond_the_rate_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, connects=Rate(10, seconds=3600)) as service:
        answers = []
        for _ in range(12):
            with RawClient(service) as client:
                answers.append(client.get("/api/health").answer())
        assert [answer.status for answer in answers[-3:]] == [429] * 3
        assert answers[-1].code == "too-fast"
        assert answers[0].status == 200


def test_requests_for_the_page_have_a_rate(tmp_path: Path) -> None:
    with running(tmp_path, page_requests=Rate(10, seconds=3600)) as service:
        statuses = [service.http.get("/manifest.webmanifest").status_code for _ in range(12)]
        assert statuses == [200] * 9 + [429] * 3


def test_requests_that_cost_more_count_more(tmp_path: Path) -> None:
    with running(tmp_path, requests=Rate(100, seconds=3600)) as service:
        path = f"/api/games/{service.new_table().id}"
        assert service.http.get(path).status_code == 200
        statuses = [service.http.get(f"{path}/replay").status_code for _ in range(6)]
        assert statuses == [200] * 4 + [429] * 2


# Addresses


def tables_by(service: ThreadService, *forwarded: str) -> list[int]:
    """The answers to requests for new tables, with forwarding headers."""
    return [
        service.http.post("/api/games", json=SEATS, headers={"X-Forwarded-For": name}).status_code
        for name in forwarded
    ]


def test_made_up_addresses_are_not_believed(tmp_path: Path) -> None:
    with running(tmp_path, tables=Rate(2, seconds=3600)) as service:
        assert tables_by(service, "1.1.1.1", "2.2.2.2", "3.3.3.3") == [201, 201, 429]


def test_a_proxy_that_the_settings_name_is_believed(tmp_path: Path) -> None:
    limits = Limits(tables=Rate(1, seconds=3600), address_sockets=1, connects=Rate(1, seconds=3600))
    settings = Settings(str(tmp_path / "t.db"), proxies=("127.0.0.0/8",), limits=limits)
    with ThreadService(settings) as service:
        assert tables_by(service, "1.1.1.1", "2.2.2.2", "1.1.1.1") == [201, 201, 429]
        assert tables_by(service, "3.3.3.3, 1.1.1.1", "1.1.1.1, 127.0.0.9") == [429, 429]
        assert tables_by(service, "2001:db8::1", "2001:db8::2", "2001:db8:0:1::") == [201, 429, 201]


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("a name", "a name"),
        (None, "unknown"),
    ],
)
def test_a_client_is_an_address_or_a_network_of_ipv6(host: str | None, key: str) -> None:
    assert client_key(host) == key


# File descriptors


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs prlimit, of Linux")
def test_without_file_descriptors_the_service_says_so_and_goes_on_later(tmp_path: Path) -> None:
    with ProcessService(tmp_path / "t.db") as service:
        table = service.new_table("me", "here")
        service.http.close()
        pid = service.process.pid
        with service.sit(table, 0, 1) as ana, contextlib.ExitStack() as stack:
            ana.play()  # compiled rules are loaded from files when they are first needed
            used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (used + 5, used + 5))
            for _ in range(5):
                stack.enter_context(RawClient(service)).upgrade(table.id)
            with RawClient(service) as waiting:
                wait_until(lambda: any("file descriptors" in line for line in service.output))
                ana.play()
                stack.close()
                assert waiting.get("/api/config").answer().status in (200, 500)
            with RawClient(service) as late:
                assert late.get("/api/health").answer().status == 200
            ana.play()
