"""Names of the service, caches, and overload."""

from __future__ import annotations

import contextlib
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from azulejos.server.auth import is_allowed_host, own_names
from azulejos.server.errors import StartError
from azulejos.server.settings import Limits, Rate, Settings, limits, proxy, public_url
from azulejos.server.workload import Workload
from tests.server.raw import RawClient
from tests.server.service import ThreadService, wait_until

NAMES = own_names("https://tiles.example:8443")


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1"),
        *("127.0.0.1:80", "[::1]", "[::1]:8000", "192.168.1.7:8000", "tiles.example"),
        *("Tiles.Example:443", None),
    ],
)
def test_names_and_addresses_of_the_service_are_allowed(host: str | None) -> None:
    assert is_allowed_host(host, NAMES)


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "127.0.0.1.evil.example"),
        *("xlocalhost", "", ":80", "tiles.example.evil.example", "127.1", "0x7f000001", "[::1"),
        *("127.0.0.1:80:80", "localhost@evil.example", "évil.example", "local host"),
    ],
)
def test_other_names_are_not(host: str) -> None:
    assert not is_allowed_host(host, NAMES)


def test_a_page_under_another_name_gets_nothing(strict_service: ThreadService) -> None:
    table = strict_service.new_table()
    evil = {"Host": "evil.example", "Origin": "http://evil.example"}
    for path in ("/", "/api/config", f"/api/games/{table.id}", "/web/html.js", "/api/health"):
        answer = strict_service.http.get(path, headers=evil)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong-host")
    assert strict_service.http.post("/api/games", json={}, headers=evil).status_code == 421
    with RawClient(strict_service) as client:
        client.send(
            f"GET /api/games/{table.id}/live HTTP/1.1\r\nHost: evil.example\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert client.rest().startswith(b"HTTP/1.1 403 ")


def test_the_public_address_is_a_name_and_an_origin(tmp_path: Path) -> None:
    origin: Any = "https://tiles.example"
    settings = Settings(str(tmp_path / "t.db"), public_url=origin)
    with ThreadService(settings) as service:
        named = {"Host": "tiles.example"}
        assert service.http.get("/", headers=named).status_code == 200
        table = service.new_table()
        with service.connect(table.id, origin=origin):  # the proxy need not pass on the name
            pass
        other: Any = "https://evil.example"
        with pytest.raises(InvalidStatus):
            service.connect(table.id, origin=other).__enter__()


def test_answers_about_tables_are_not_cached(service: ThreadService) -> None:
    table = service.new_table()
    paths = ("", "/replay", "/record", "/nothing")
    for path in (*(f"/api/games/{table.id}{path}" for path in paths), "/api/games/x"):
        assert service.http.get(path).headers["cache-control"] == "no-store", path
    made = service.http.post("/api/games", json={"seats": [{"kind": "me"}, {"kind": "me"}]})
    assert made.headers["cache-control"] == "no-store"
    assert service.http.get("/web/html.js").headers.get("cache-control") != "no-store"


# Settings


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://example.org", "https://example.org"),
        ("https://Example.org/", "https://example.org"),
        ("http://10.0.0.1:8000", "http://10.0.0.1:8000"),
    ],
)
def test_a_public_address_is_read(text: str, url: str) -> None:
    assert public_url(text) == url


@pytest.mark.parametrize(
    "text",
    ["example.org", "ftp://example.org", "https://", "https://a/b", "https://a?b", "https://a:b"],
)
def test_what_is_no_public_address_is_refused(text: str) -> None:
    with pytest.raises(StartError) as refused:
        public_url(text)
    assert refused.value.code == "malformed-public-url"


def test_proxies_are_addresses_or_networks() -> None:
    assert (proxy("10.1.2.3"), proxy("10.0.0.0/8")) == ("10.1.2.3/32", "10.0.0.0/8")
    with pytest.raises(StartError) as refused:
        proxy("nginx")
    assert refused.value.code == "malformed-proxy"


def test_limits_are_given_by_name() -> None:
    changed = limits(["sockets=7", "messages=50/0.5", "head_seconds=2.5"])
    assert changed == Limits(sockets=7, messages=Rate(50, seconds=0.5), head_seconds=2.5)
    assert limits([]) == Limits()


@pytest.mark.parametrize(
    "text", ["sockets", "sockets=", "sockets=-1", "sockets=1/2", "messages=5", "nothing=1", "="]
)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(StartError) as refused:
        limits([text])
    assert refused.value.code == "malformed-limit"


def test_the_protocol_lists_every_limit_with_its_default() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| ([\d./]+) \|", text, re.MULTILINE)
    assert [name for name, _ in listed] == [field.name for field in fields(Limits)]
    assert limits(f"{name}={value}" for name, value in listed) == Limits()


# Overload


def test_a_single_pause_is_no_overload() -> None:
    workload = Workload(Limits(lag_seconds=0.5))
    for lag in (9.0, 9.0, 0.1, 9.0, 9.0):
        workload.note(lag)
        assert not workload.is_late
    workload.note(9.0)
    assert workload.is_late
    workload.note(0.1)
    assert not workload.is_late


def test_an_overloaded_service_refuses_new_work_and_goes_on_with_games(tmp_path: Path) -> None:
    with ThreadService(Settings(str(tmp_path / "t.db"))) as service:
        table = service.new_table("me", "here")
        with service.sit(table, 0, 1) as ana:
            workload = service.app.state.hub.workload
            workload.most_lag = -1  # as if it always were late
            wait_until(lambda: workload.is_late)
            answer = service.http.post("/api/games", json={})
            assert (answer.status_code, answer.json()["code"]) == (503, "overloaded")
            assert answer.headers["retry-after"] == "5"
            assert service.get("/api/health") == {"status": "ok"}
            assert service.http.get("/").status_code == 200
            with RawClient(service) as client:
                assert client.upgrade(table.id).close_code() == 1013
            ana.play()
            workload.most_lag = 3600
            wait_until(lambda: not workload.is_late)
            assert service.new_table()


def test_too_many_commands_at_once_are_refused(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "t.db"), limits=Limits(pending=3))
    with ThreadService(settings) as service:
        table = service.new_table("me", "here")
        with service.sit(table, 0, 1) as ana, contextlib.ExitStack() as stack:
            for _ in range(3):
                stack.enter_context(service.app.state.hub.workload.work())
            assert ana.refused("play", move=ana.options[0]["move"]) == "overloaded"
            assert service.http.get(f"/api/games/{table.id}").status_code == 503
            stack.close()
            ana.play()
