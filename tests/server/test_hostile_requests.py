"""HTTP requests that are too slow, too large or ambiguous."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from azulejos.server.rate_limits import RateLimiter
from azulejos.server.settings import Limits, Rate, Settings
from azulejos.server.store import Batch
from tests.server.batches import row
from tests.server.raw import HOST, RawClient
from tests.server.service import ThreadService

JSON = HOST + "Content-Type: application/json\r\n"
POST = "POST /api/games HTTP/1.1\r\n"
SECOND = "GET /api/config HTTP/1.1\r\n" + HOST + "\r\n"


@pytest.fixture(scope="module")
def impatient_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service that waits for the parts of a request for a fifth of a second."""
    limits = Limits(head_seconds=0.2, body_seconds=0.2)
    database = str(tmp_path_factory.mktemp("impatient") / "tables.db")
    with ThreadService(Settings(database, limits=limits)) as running:
        yield running


# Half requests


HALVES = {
    "nothing": "",
    "a letter": "G",
    "half a head": "GET / HTTP/1.1\r\n" + HOST,
    "a head without its last line": "GET / HTTP/1.1\r\n" + HOST + "X-Half: yes\r\n",
    "half a body": POST + JSON + 'Content-Length: 100\r\n\r\n{"seats"',
    "half a chunk": POST + JSON + 'Transfer-Encoding: chunked\r\n\r\n20\r\n{"seats"',
    "no chunk": POST + JSON + "Transfer-Encoding: chunked\r\n\r\n",
    "half a second request": SECOND + "GET /api",
    "half a handshake": "GET /api/games/x/live HTTP/1.1\r\n" + HOST + "Upgrade: websocket\r\n",
}


@pytest.mark.parametrize("what", HALVES)
def test_half_a_request_is_not_waited_for(impatient_service: ThreadService, what: str) -> None:
    with RawClient(impatient_service) as client:
        client.send(HALVES[what])
        received = client.rest()
        assert received == b"" or (what == "half a second request" and b" 200 " in received)


def test_half_a_body_is_not_taken_for_a_whole_one(strict_service: ThreadService) -> None:
    hub = strict_service.app.state.hub
    address = "127.0.0.1"
    body = '{"seats": [{"kind": "me"}, {"kind": "me"}]}'
    before = hub.table_rate.hits(address)
    with RawClient(strict_service) as client:
        client.send(POST, JSON, f"Content-Length: {len(body) + 1}\r\n\r\n", body)
        client.socket.shutdown(socket.SHUT_WR)
        assert client.rest() == b""
    assert hub.table_rate.hits(address) == before


def test_a_body_that_is_announced_is_waited_for_no_longer(impatient_service: ThreadService) -> None:
    with RawClient(impatient_service) as client:
        client.send(POST, JSON, "Content-Length: 100\r\nExpect: 100-continue\r\n\r\n")
        assert client.rest() == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_a_head_that_arrives_letter_by_letter_is_not_waited_for(
    impatient_service: ThreadService,
) -> None:
    with RawClient(impatient_service) as client, pytest.raises(ConnectionError):  # noqa: PT012
        client.send("GET /")
        for _ in range(1_000_000):
            client.send("x")


# Borders of requests


AMBIGUOUS = {
    "two lengths": "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "different lengths": "Content-Length: 2\r\nContent-Length: 7\r\n\r\n{}",
    "a list of lengths": "Content-Length: 2, 2\r\n\r\n{}",
    "a length and chunks": "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and a length": "transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n",
    "chunks twice": "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "other codings": "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "a hidden coding": "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "space before the colon": "Content-Length : 2\r\n\r\n{}",
    "a folded length": "Content-Length:\r\n 2\r\nContent-Length: 2\r\n\r\n{}",
    "a negative length": "Content-Length: -2\r\n\r\n{}",
    "a length in letters": "Content-Length: 0x2\r\n\r\n{}",
    "an endless chunk size": "Transfer-Encoding: chunked\r\n\r\n" + "0" * 30 + "\r\n\r\n",
    "two hosts": HOST + "Content-Length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("what", AMBIGUOUS)
def test_after_an_ambiguous_request_the_connection_is_closed(
    strict_service: ThreadService, what: str
) -> None:
    with RawClient(strict_service) as client:
        client.send(POST, JSON, AMBIGUOUS[what], SECOND)
        received = client.rest()
        assert received.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 501 ")), received
        assert received.count(b"HTTP/1.1 ") == 1


def test_requests_that_do_not_wait_for_answers_are_not_answered(
    strict_service: ThreadService,
) -> None:
    with RawClient(strict_service) as client:
        client.send(SECOND * 200)
        received = client.rest()
        assert received.startswith(b"HTTP/1.1 200 ")
        assert received.count(b"HTTP/1.1 ") == 1


def test_requests_one_after_the_other_share_a_connection(strict_service: ThreadService) -> None:
    with RawClient(strict_service) as client:
        for _ in range(3):
            assert client.send(SECOND).answer().status == 200
        body = '{"seats": [{"kind": "me"}, {"kind": "me"}]}'
        client.send(POST, JSON, f"Content-Length: {len(body)}\r\n\r\n", body)
        assert client.answer().status == 201
        halves = f"{len(body):x}\r\n", body, "\r\n0\r\n\r\n"
        client.send(POST, JSON, "Transfer-Encoding: chunked\r\n\r\n", *halves)
        assert client.answer().status == 201
        assert client.send(SECOND).answer().status == 200


# Sizes


def test_a_head_that_is_too_long_is_refused(strict_service: ThreadService) -> None:
    for more in ("X-Long: " + "x" * 9000, "\r\n".join(["a: b"] * 200), "\r\n".join(["a:"] * 9000)):
        with RawClient(strict_service) as client:
            client.send("GET / HTTP/1.1\r\n", HOST, more, "\r\n\r\n")
            answer = client.answer()
            assert (answer.status, answer.code) == (431, "bad-request")
            assert client.is_closed()
    with RawClient(strict_service) as client:
        client.flood(b"GET / HTTP/1.1\r\nX-Endless: " + b"x" * 10_000, 1000)
        assert client.rest().startswith(b"HTTP/1.1 431 ") or client.is_closed()


def test_tiny_chunks_are_refused(strict_service: ThreadService) -> None:
    with RawClient(strict_service) as client:
        client.send(POST, JSON, "Transfer-Encoding: chunked\r\n\r\n", "1\r\n \r\n" * 5000)
        received = client.rest()
        assert received.startswith(b"HTTP/1.1 400 ")
        assert b"larger chunks" in received


@pytest.mark.parametrize("request_line", ["GET /api/config", "POST /api/games"])
def test_a_body_that_goes_on_with_rubbish_is_refused_and_the_request_forgotten(
    strict_service: ThreadService, caplog: pytest.LogCaptureFixture, request_line: str
) -> None:
    with RawClient(strict_service) as client:
        head = f"{request_line} HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n"
        client.send(head, "1\r\n{\r\n", "rubbish\r\n")
        answer = client.answer()
        assert (answer.status, answer.code) == (400, "bad-request")
        assert answer.headers["cache-control"] == "no-store"
        assert client.is_closed()
    strict_service.get("/api/health")
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


def test_a_body_that_is_too_large_ends_the_connection(strict_service: ThreadService) -> None:
    with RawClient(strict_service) as client:
        client.send(POST, JSON, "Content-Length: 99999999\r\n\r\n", b" " * 20_000)
        answer = client.answer()
        assert (answer.status, answer.code) == (413, "too-large")
        assert client.is_closed()


STRANGE = {
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/9": b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    "no path": b"GET HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a null": b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "letters beyond ASCII": "GET /é HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(),
    "a null in a header": b"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "blank lines": b"\r\n" * 1000,
    "a tunnel": b"CONNECT localhost:22 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another address": b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "another protocol": b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
    b"Upgrade: h2c\r\n\r\n",
    "a trace": b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an unknown method": b"BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "an old version": b"GET / HTTP/1.0\r\n\r\n",
    "a long method": b"X" * 7000 + b" / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "bare line feeds": b"GET /api/health HTTP/1.1\nHost: localhost\n\n",
}


@pytest.mark.parametrize("what", STRANGE)
def test_strange_requests_are_answered_or_dropped(
    impatient_service: ThreadService, what: str
) -> None:
    """The service goes on, and none of them is an error of its own."""
    with RawClient(impatient_service) as client:
        received = client.send(STRANGE[what]).rest()
        assert b" 500 " not in received
        assert received.startswith(b"HTTP/1.1 ")
    assert impatient_service.get("/api/health")


# Long logs


def test_a_long_log_counts_as_many_requests(service: ThreadService) -> None:
    hub = service.app.state.hub
    table = service.new_table("me", "friend")
    number = hub.store.load(table.id)[1][-1].number
    rows = [row(number + more) for more in range(1, 1000)]
    assert hub.store.write([Batch(table.id, rows)]) == [True]
    costs = []
    for ask in (
        lambda: service.get(f"/api/games/{table.id}"),
        lambda: service.get(f"/api/games/{table.id}/replay"),
        lambda: service.sit(table).leave(),
    ):
        hub.request_rate = RateLimiter(Rate(10**6, seconds=3600))
        ask()
        costs.append(hub.request_rate.hits("127.0.0.1"))
    assert costs == [5 + 10, 20 + 10, 3 + 10]
