"""Clients that keep to no rule: each gets its documented answer, and nobody else notices."""

from __future__ import annotations

import contextlib
import json
import secrets
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from azulejos.server.connections import MAX_QUEUED, SLOW, Connection
from azulejos.server.settings import MESSAGE_BYTES, RECORD_BYTES, Limits, Rate, Settings
from azulejos.session.messages import Presence
from tests.server.service import PATIENCE, Made, Person, ThreadService


@pytest.fixture
def bystander(strict_service: ThreadService) -> Iterator[Person]:
    """Somebody at another table of the service."""
    with bystander_at(strict_service) as person:
        yield person


@contextlib.contextmanager
def bystander_at(service: ThreadService) -> Iterator[Person]:
    """Somebody at another table, who plays before and after, and hears of nothing else."""
    table = service.new_table("me", "here")
    with service.sit(table, 0, 1) as person:
        person.play()
        yield person
        before = person.version
        person.play()
        assert person.version > before
        assert {message["type"] for message in person.heard} <= {"update", "done", "presence"}


def talk(socket: ClientConnection) -> dict[str, Any]:
    """The next message of a bare connection."""
    answer: dict[str, Any] = json.loads(socket.recv(PATIENCE))
    return answer


def closing(socket: ClientConnection) -> tuple[int, str]:
    """How a bare connection is closed."""
    with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
        while True:
            socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def code_after(client: ClientConnection, message: Any) -> int:
    """The code with which a bare connection is closed because of a message."""
    with contextlib.suppress(ConnectionClosed):
        client.send(message)
    return closing(client)[0]


def made(service: ThreadService) -> Made:
    return service.new_table("me", "friend")


# Seats and turns


@pytest.mark.usefixtures("bystander")
def test_a_wrong_token_opens_no_seat(strict_service: ThreadService) -> None:
    table = made(strict_service)
    wrong = table.token(0)[:-1] + ("A" if table.token(0)[-1] != "A" else "B")
    for token in (wrong, secrets.token_urlsafe(32), "x", "None", "null"):
        with Person(strict_service.connect(table.id), [token]) as stranger:
            assert not any(seat["yours"] for seat in stranger.update["table"]["seats"])
            assert stranger.update["options"] is None
            move = f"1{next(iter(stranger.state['factories'][0]))}1"
            assert stranger.refused("play", move=move) == "not-your-turn"


def test_a_token_of_another_table_opens_nothing(strict_service: ThreadService) -> None:
    one, two = made(strict_service), made(strict_service)
    with Person(strict_service.connect(one.id), [two.token(0)]) as stranger:
        assert stranger.update["options"] is None


def test_nobody_acts_for_a_seat_of_somebody_else(
    strict_service: ThreadService, bystander: Person
) -> None:
    table = made(strict_service)
    with strict_service.sit(table, 0) as ana, strict_service.sit(table, 1) as ben:
        move = ana.options[0]["move"]
        assert ben.refused("play", move=move) == "not-your-turn"
        assert ben.refused("hint") == "not-your-turn"
        assert ben.refused("say", seat=0, preset="hello") == "not-your-seat"
        assert ben.refused("stand-in", seat=0, bot="random") == "seat/not-away"
        assert ben.refused("return", seat=0) == "not-your-seat"
        assert ben.refused("undo") == "undo/nothing"
        ana.play(move)
        ben.hear_until(lambda person: person.version == ana.version)
        assert ben.refused("undo") == "undo/others-moved"
        assert ana.refused("play", move=ben.options[0]["move"]) == "not-your-turn"
        assert ben.version == ana.version
    assert bystander.version


def test_seats_that_do_not_exist_are_refused(strict_service: ThreadService) -> None:
    table = made(strict_service)
    with strict_service.sit(table, 0) as ana:
        for seat in (2, 3):
            assert ana.refused("say", seat=seat, preset="hello") == "no-such-seat"
            assert ana.refused("stand-in", seat=seat, bot="random") == "no-such-seat"
            assert ana.refused("return", seat=seat) == "no-such-seat"
        ana.send(type="say", id="x", seat=4, preset="hello")
        assert ana.hear("error")["code"] == "bad-message"


def test_a_stale_version_is_refused_and_an_update_follows(
    strict_service: ThreadService, bystander: Person
) -> None:
    table = made(strict_service)
    with strict_service.sit(table, 0) as ana, strict_service.sit(table, 1) as ben:
        old = ana.version
        ana.play()
        ben.hear_until(lambda person: person.version == ana.version)
        move = ben.options[0]["move"]
        for version in (old, ben.version + 1, 0):
            ben.heard.clear()
            assert ben.refused("play", move=move, version=version) == "stale-version"
            assert ben.hear("update")["version"] == ana.version
        ben.play(move)
    assert bystander.version


# Messages that cannot be read


UNREADABLE = {
    "empty": "",
    "not JSON": "hello?",
    "half of it": '{"type": "play", "id": "x"',
    "a list": "[]",
    "a number": "17",
    "null": "null",
    "deep": "[" * 4000,
    "deeper objects": '{"a":' * 1500,
    "no type": '{"id": "x"}',
    "unknown type": '{"type": "shutdown", "id": "x"}',
    "unknown field": '{"type": "hint", "id": "x", "seat": 0}',
    "missing field": '{"type": "play", "id": "x", "move": "1b1"}',
    "number as text": '{"type": "undo", "id": "x", "version": "3"}',
    "text as number": '{"type": "hint", "id": 3}',
    "boolean as seat": '{"type": "say", "id": "x", "seat": true, "preset": "hello"}',
    "not finite": '{"type": "undo", "id": "x", "version": NaN}',
    "a fraction": '{"type": "undo", "id": "x", "version": 1.5}',
    "negative": '{"type": "undo", "id": "x", "version": -1}',
    "astronomical": '{"type": "undo", "id": "x", "version": 1' + "0" * 5000 + "}",
    "empty id": '{"type": "hint", "id": ""}',
    "id with a null": '{"type": "hint", "id": "a\\u0000b"}',
    "long id": '{"type": "hint", "id": "' + "x" * 65 + '"}',
    "long move": '{"type": "play", "id": "x", "version": 1, "move": "' + "1" * 17 + '"}',
    "free speech": '{"type": "say", "id": "x", "seat": 0, "preset": "you fool"}',
    "lone surrogate": '{"type": "hint", "id": "\\ud800"}',
    "two types": '{"type": ["hint", "undo"], "id": "x"}',
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_refused_and_nothing_happens(
    strict_service: ThreadService, what: str
) -> None:
    with strict_service.sit(made(strict_service), 0) as ana:
        version = ana.version
        ana.socket.send(UNREADABLE[what])
        answer = ana.hear("error")
        assert answer["code"] == "bad-message"
        assert answer["id"] is None
        ana.play()
        assert ana.version == version + 1


def test_bytes_are_read_as_text(strict_service: ThreadService) -> None:
    with strict_service.sit(made(strict_service), 0) as ana:
        message = {"type": "play", "id": "b", "version": 1, "move": ana.options[0]["move"]}
        ana.socket.send(json.dumps(message).encode())
        assert ana.hear("done", "error")["type"] == "done"
        for nonsense in (b"\x00\xff\xfe", b"", b"\xed\xa0\x80" * 100):
            ana.socket.send(nonsense)
            assert ana.hear("done", "error")["code"] == "bad-message"


# A connection that does not begin as it should


def test_a_connection_without_a_hello_is_closed(
    strict_service: ThreadService, bystander: Person
) -> None:
    table = made(strict_service)
    for first in ('{"type": "hurry"}', '{"type": "hint", "id": "x"}'):
        with strict_service.connect(table.id) as client:
            client.send(first)
            answer = talk(client)
            assert (answer["type"], answer["code"]) == ("error", "hello-first")
            assert closing(client) == (1008, "hello-first")
    for first in ("nonsense", '{"type": "hello", "tokens": ["a"], "more": 1}'):
        with strict_service.connect(table.id) as client:
            client.send(first)
            assert talk(client)["code"] == "bad-message"
            assert closing(client) == (1008, "bad-message")
    assert bystander.version


def test_too_many_tokens_are_refused(strict_service: ThreadService) -> None:
    with strict_service.connect(made(strict_service).id) as client:
        client.send(json.dumps({"type": "hello", "tokens": ["x"] * 9}))
        assert talk(client)["code"] == "bad-message"


@pytest.mark.parametrize("name", ["nowhere", "x" * 200, "%00", "..", "💥"])
def test_a_table_that_does_not_exist_is_said_so(strict_service: ThreadService, name: str) -> None:
    with strict_service.connect(quote(name, safe="%")) as client:
        answer = talk(client)
        assert (answer["type"], answer["code"]) == ("error", "no-such-table")
        assert closing(client) == (4404, "no-such-table")


def test_the_language_of_refusals_is_that_of_the_header_until_the_hello(
    strict_service: ThreadService,
) -> None:
    finnish = {"Accept-Language": "fi-FI,fi;q=0.9,en;q=0.5"}
    texts = set()
    for headers in ({}, finnish):
        with strict_service.connect("nowhere", additional_headers=headers) as client:
            texts.add(talk(client)["text"])
    assert len(texts) == 2
    table = made(strict_service)
    said = {}
    for language in ("en", "fi", "pt_BR", "pt-BR", "de", "is", "nb", "xx", ""):
        with strict_service.sit(table, 0, language=language) as ana:
            ana.send(type="play", id="q", version=ana.version, move="9b1")
            said[language] = ana.hear("error")["text"]
    assert len(set(said.values())) == 6
    assert said["pt_BR"] == said["pt-BR"]
    assert said["xx"] == said[""] == said["en"]


# Too large, too many, too fast


def test_a_frame_of_a_megabyte_closes_the_connection(
    strict_service: ThreadService, bystander: Person
) -> None:
    table = made(strict_service)
    for size in (4 * MESSAGE_BYTES, MESSAGE_BYTES + 1):  # what a socket takes in one go
        for compression in (None, "deflate"):
            with strict_service.connect(table.id, compression=compression) as client:
                client.send(json.dumps({"type": "hello"}))
                assert talk(client)["type"] == "update"
                assert code_after(client, "x" * size) == 1009
    assert bystander.version


def test_a_message_in_small_pieces_is_not_larger_for_that(strict_service: ThreadService) -> None:
    with strict_service.connect(made(strict_service).id) as client:
        client.send(json.dumps({"type": "hello"}))
        assert talk(client)["type"] == "update"
        assert code_after(client, too_many_pieces(client)) == 1009


def too_many_pieces(client: ClientConnection) -> Iterator[str]:
    """A message that grows too large, and is not ended before the connection is.

    Whoever is still sending may hear that nobody listens before hearing why.
    """
    for _ in range(MESSAGE_BYTES // 1000 + 1):
        yield "x" * 1000
    closing(client)


def test_ten_thousand_messages_are_answered_with_too_fast_and_a_closed_door(
    tmp_path: Path,
) -> None:
    messages = Rate(10, seconds=3600)  # however long they take to arrive
    limits = Limits(messages=messages, max_errors=100)
    settings = Settings(str(tmp_path / "tables.db"), limits=limits)
    with ThreadService(settings) as service, bystander_at(service):
        table = made(service)
        with service.sit(table, 0) as flooder:
            version, move = flooder.version, flooder.options[0]["move"]
            sent = _flood(flooder, {"type": "play", "version": version, "move": move})
            assert flooder.closed() == (1008, "too-many-complaints")
        assert sent < 10_000
        codes = [heard["code"] for heard in flooder.heard if heard["type"] == "error"]
        assert codes == ["stale-version"] * 9 + ["too-fast"] * 91
        with service.sit(table, 0) as again:  # one of them was a move; the others were late
            assert again.version == version + 1


def _flood(flooder: Person, message: dict[str, Any]) -> int:
    """Send a message ten thousand times, if the door stays open; returns how often that was."""
    for number in range(10_000):
        try:
            flooder.send(**message, id=f"f{number}")
            if number % 50 == 49:
                flooder.hear("update", "done", "error", "presence")
        except ConnectionClosed:
            return number
    return 10_000


def test_a_flood_without_a_pause_ends_in_the_same_way(
    strict_service: ThreadService, bystander: Person
) -> None:
    """Even if there is no moment in between to say so."""
    with strict_service.sit(made(strict_service), 0) as flooder:
        frames = [b'{"type":"hint","id":"x"}'] * 5000
        with contextlib.suppress(ConnectionClosed):
            _send_at_once(flooder.socket, frames)
        assert flooder.closed() == (1008, "too-many-complaints")
    bystander.play()


def _send_at_once(client: ClientConnection, texts: list[bytes]) -> None:
    """Many messages in as few packets as possible."""
    with client.protocol_mutex:
        for text in texts:
            client.protocol.send_text(text)
        client.socket.sendall(b"".join(client.protocol.data_to_send()))


def test_who_reads_nothing_is_let_go_and_holds_nobody_up(
    strict_service: ThreadService, bystander: Person
) -> None:
    table = made(strict_service)
    with strict_service.sit(table, 0) as deaf, strict_service.sit(table, 1) as ben:
        for number in range(90):
            deaf.send(type="say", id=f"s{number}", seat=0, preset="hello")
        bystander.play()
        ben.hear_until(lambda person: person.version == 91)


def test_messages_do_not_pile_up_for_somebody_who_never_reads() -> None:
    connection = Connection(frozenset(), version=0, options=True)
    for _ in range(10 * MAX_QUEUED):
        connection.send(Presence([], []))
    assert connection.outgoing.qsize() <= MAX_QUEUED + 1
    waiting = [connection.outgoing.get_nowait() for _ in range(connection.outgoing.qsize())]
    assert waiting[-1] == (SLOW, "")
    assert all(isinstance(message, bytes) for message in waiting[:-1])


def test_a_flood_is_refused_with_too_fast(tmp_path: Path) -> None:
    # In two seconds a slow machine may not send as many.
    limits = Limits(messages=Rate(100, seconds=3600))
    with (
        ThreadService(Settings(str(tmp_path / "tables.db"), limits=limits)) as service,
        service.sit(made(service), 0) as ana,
    ):
        for number in range(150):
            ana.send(type="say", id=f"s{number}", seat=0, preset="hello")
            if ana.hear("done", "error")["type"] == "error":
                break
        assert ana.heard[-1]["code"] == "too-fast"
        assert 90 <= number <= 101


def test_a_hundred_complaints_are_enough(strict_service: ThreadService, bystander: Person) -> None:
    with strict_service.sit(made(strict_service), 0) as ana:
        for number in range(100):
            ana.send(type="play", id="q", version=ana.version, move="9b1")
            if number < 99:  # the last answer and the end come together
                assert ana.hear("error")["code"] != "too-fast"
        assert ana.closed() == (1008, "too-many-complaints")
    assert bystander.version


def test_illegal_moves_by_the_thousand_change_nothing(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    with service.sit(table, 0) as ana:
        legal = {option["move"] for option in ana.options}
        letters, version = "byrkwx", ana.version
        moves = [f"{s}{c}{d}" for s in range(10) for c in letters for d in range(20)]
        moves += ["", " ", "1>1", "=p", "+pgo", "15g2", "\x00", "٣b4", "1b1 1b1", "💥" * 16]
        wrong = [move for move in moves if move not in legal]
        for start in range(0, len(wrong), 40):  # fewer at once than a slow reader may leave
            some = wrong[start : start + 40]
            for number, move in enumerate(some, start):
                ana.send(type="play", id=f"i{number}", version=version, move=move)
            for number, _ in enumerate(some, start):
                answer = ana.hear("error", "done")
                assert answer["id"] == f"i{number}"
                assert answer["type"] == "error"
        assert len(wrong) > 1_000
        ana.play()
        assert ana.version == version + 1


def test_one_address_gets_only_so_many_connections(tmp_path: Any) -> None:
    limits = Limits(address_connections=2, connections=1)
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=limits)) as service:
        table = made(service)
        with service.sit(table, 0) as ana:
            with service.connect(table.id) as second:
                second.send(json.dumps({"type": "hello"}))
                assert talk(second)["code"] == "too-many"
                assert closing(second) == (1008, "too-many")
            with service.connect(table.id), service.connect(table.id) as third:
                assert closing(third) == (1008, "too-many")
            ana.play()


# Origins


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://localhost", "file://", "http://127.0.0.1:1", "x"],
)
def test_pages_of_other_hosts_are_turned_away(strict_service: ThreadService, origin: str) -> None:
    table = made(strict_service)
    with pytest.raises(InvalidStatus) as refused:
        strict_service.connect(table.id, origin=origin).__enter__()
    assert refused.value.response.status_code == 403
    for path in ("/api/games", f"/api/games/{table.id}/rematch", "/api/records"):
        answer = strict_service.http.post(path, json={}, headers={"Origin": origin})
        assert answer.status_code == 403
        assert answer.json()["code"] == "wrong-origin"


def test_our_own_page_is_allowed_origin(strict_service: ThreadService) -> None:
    table = made(strict_service)
    origin: Any = strict_service.address
    with strict_service.connect(table.id, origin=origin) as client:
        client.send(json.dumps({"type": "hello"}))
        assert talk(client)["type"] == "update"
    seats = [{"kind": "me"}, {"kind": "me"}]
    answer = strict_service.http.post(
        "/api/games", json={"seats": seats}, headers={"Origin": origin}
    )
    assert answer.status_code == 201


def test_a_page_that_the_settings_name_is_allowed_origin(tmp_path: Any) -> None:
    origin: Any = "https://friends.example"
    settings = Settings(str(tmp_path / "t.db"), origins=(origin,))
    with (
        ThreadService(settings) as service,
        service.connect(made(service).id, origin=origin) as client,
    ):
        client.send(json.dumps({"type": "hello"}))
        assert talk(client)["type"] == "update"


def test_an_origin_that_is_no_address_is_turned_away(strict_service: ThreadService) -> None:
    answer = strict_service.http.post("/api/games", json={}, headers={"Origin": "http://["})
    assert answer.status_code == 403


# HTTP


def test_large_bodies_are_refused(strict_service: ThreadService, bystander: Person) -> None:
    for path, most in (("/api/games", MESSAGE_BYTES), ("/api/records", RECORD_BYTES)):
        answer = strict_service.http.post(
            path, content=b" " * (most + 1), headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 413
        assert answer.json()["code"] == "too-large"
        assert answer.json()["parameters"] == {"most": str(most)}
    assert bystander.version


def test_an_endless_body_is_refused(strict_service: ThreadService) -> None:
    host, port = "127.0.0.1", strict_service.port
    with socket.create_connection((host, port), PATIENCE) as client:
        client.sendall(
            b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        for _ in range(3):
            client.sendall(b"1000\r\n" + b" " * 0x1000 + b"\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"[" * 8000,
        b'{"seats": []}',
        b'{"seats": [{"kind": "me"}]}',
        b'{"seats": [{"kind": "king"}, {"kind": "me"}]}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "seed": 1}',
        b'{"seats": [{"kind": "me", "token": "x"}, {"kind": "me"}]}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "first": 2}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "first": true}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "game": "chess"}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "board": "green"}',
        b'{"seats": [{"kind": "bot", "bot": "deep"}, {"kind": "me"}]}',
        b'{"seats": [{"kind": "me", "name": "a\\u0000b"}, {"kind": "me"}]}',
        b'{"seats": [{"kind": "me", "name": "\\ud800"}, {"kind": "me"}]}',
        b'{"seats": [{"kind": "me"}, {"kind": "me"}], "\\ud800": 1}',
        b'{"seats": [{"kind": "me", "name": "' + b"x" * 25 + b'"}, {"kind": "me"}]}',
        b"\xff\xfe\x00",
    ],
)
def test_what_cannot_be_a_table_is_refused(service: ThreadService, body: bytes) -> None:
    answer = service.http.post(
        "/api/games", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) == {"code", "text", "parameters"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/games/nowhere"),
        ("GET", "/api/games/nowhere/replay"),
        ("GET", "/api/games/nowhere/record"),
        ("POST", "/api/games/nowhere/rematch"),
        ("GET", "/api/nothing"),
        ("GET", "/words/xx.json"),
    ],
)
def test_what_does_not_exist_is_said_so(service: ThreadService, method: str, path: str) -> None:
    answer = service.http.request(method, path, headers={"Accept-Language": "de"})
    assert answer.status_code == 404
    assert answer.json()["code"] in ("no-such-table", "no-such-page")
    assert answer.json()["text"] != service.http.request(method, path).json()["text"]


def test_a_rematch_needs_the_token_of_a_seat(service: ThreadService) -> None:
    table = service.new_table("me", "friend")
    for header in ({}, {"Authorization": "Bearer nobody"}, {"Authorization": "Bearer"}):
        answer = service.http.post(f"/api/games/{table.id}/rematch", headers=header)
        assert (answer.status_code, answer.json()["code"]) == (403, "not-your-seat")
    mine = {"Authorization": f"Bearer {table.token(0)}"}
    answer = service.http.post(f"/api/games/{table.id}/rematch", headers=mine)
    assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_tables_by_the_hundred_are_too_fast(tmp_path: Any) -> None:
    with ThreadService(Settings(str(tmp_path / "t.db"))) as service:
        seats = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        answers: list[httpx.Response] = []
        for _ in range(130):  # the minute may end in between
            answers.append(service.http.post("/api/games", json=seats))
            if answers[-1].status_code != 201:
                break
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "too-fast"
        assert service.http.get("/api/config").status_code == 200
