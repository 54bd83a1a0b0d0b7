"""Floods inside one WebSocket: frames that are no messages, hellos, unread answers."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from azulejos.server.settings import Limits, Rate, Settings
from tests.server.raw import CONTINUATION, PING, PONG, TEXT, RawClient, frame
from tests.server.service import GENEROUS, ThreadService

FLOODS = {
    "pings": frame(PING),
    "long pings": frame(PING, bytes(125)),
    "pongs": frame(PONG),
    "empty fragments": frame(CONTINUATION, last=False),
    "fragments of a byte": frame(CONTINUATION, b"x", last=False),
}


@pytest.fixture(scope="module")
def frames_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadService]:
    """A service with few frames and hellos an hour, however long they take to arrive."""
    limits = Limits(
        frames=Rate(200, seconds=3600), hellos=Rate(5, seconds=3600), messages=Rate(999, seconds=1)
    )
    database = str(tmp_path_factory.mktemp("frames") / "tables.db")
    with ThreadService(Settings(database, limits=limits)) as running:
        yield running


@pytest.mark.parametrize("what", FLOODS)
def test_a_flood_of_frames_ends_the_connection(frames_service: ThreadService, what: str) -> None:
    table = frames_service.new_table("me", "here")
    with frames_service.sit(table, 0, 1) as bystander, RawClient(frames_service) as flooder:
        flooder.upgrade(table.id).hello()
        if "fragments" in what:
            flooder.send(frame(TEXT, b"{", last=False))
        flooder.flood(FLOODS[what] * 100, 100)
        assert flooder.close_code() == 1008
        bystander.play()


def compressed(payload: bytes) -> bytes:
    """A compressed text frame."""
    stream = zlib.compressobj(9, zlib.DEFLATED, -12)
    data = (stream.compress(payload) + stream.flush(zlib.Z_SYNC_FLUSH))[:-4]
    first, *rest = frame(TEXT, data)
    return bytes([first | 0x40, *rest])


BROKEN = {
    "a bomb": (compressed(bytes(10_000_000)), 1009),
    "no compressed data": (b"\xc1\x84" + bytes(4) + b"\xff" * 4, 1002),
    "an astronomical length": (struct.pack("!BBQ", 0x81, 0xFF, 2**63 - 1), 1009),
    "unknown bits": (b"\xb1\x80" + bytes(4), 1002),
    "no mask": (b"\x81\x02{}", 1002),
    "no UTF-8": (frame(TEXT, b"\xff\xfe"), 1007),
    "an unknown kind": (frame(0x3), 1002),
    "a long ping": (frame(PING, bytes(126)), 1002),
    "half a ping": (frame(PING, last=False), 1002),
    "a fragment of nothing": (frame(CONTINUATION, b"x"), 1002),
    "two messages at once": (frame(TEXT, b"{", last=False) * 2, 1002),
}


@pytest.mark.parametrize("what", BROKEN)
def test_broken_frames_end_the_connection(frames_service: ThreadService, what: str) -> None:
    table = frames_service.new_table()
    broken, code = BROKEN[what]
    with RawClient(frames_service) as client:
        client.upgrade(table.id, "Sec-WebSocket-Extensions: permessage-deflate").hello()
        assert client.send(broken).close_code() == code


def test_pings_and_fragments_within_the_limit_are_answered(frames_service: ThreadService) -> None:
    table = frames_service.new_table("me", "friend")
    with frames_service.sit(table, 0) as ana:
        for _ in range(50):
            assert ana.socket.ping().wait(60)
        ana.socket.send(iter(["{", '"type": ', '"hint", ', '"id": "h"', "}"]))
        assert ana.hear("hint", "done", "error")["id"] == "h"


def test_hellos_by_the_hundred_are_refused(frames_service: ThreadService) -> None:
    table = frames_service.new_table("me", "friend")
    with frames_service.sit(table, 0) as ana:
        for _ in range(5):
            ana.send(type="hello", tokens=ana.tokens)
            assert ana.hear("update", "error")["type"] == "update"
        for number in range(100):
            ana.send(type="hello", tokens=ana.tokens)
            if number < 99:
                assert ana.hear("update", "error")["code"] == "too-fast"
        assert ana.closed() == (1008, "too-many-complaints")


def test_messages_of_one_address_are_counted_over_all_its_connections(tmp_path: Path) -> None:
    limits = Limits(address_messages=Rate(10, seconds=3600))
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=limits)) as service:
        table = service.new_table("me", "friend")
        with service.sit(table, 0) as ana, service.sit(table, 1) as ben:
            for person, seat in ((ana, 0), (ben, 1)) * 5:
                assert person.ask("say", seat=seat, preset="hello")["type"] == "done"
            assert ana.refused("say", seat=0, preset="hello") == "too-fast"
            assert ben.refused("say", seat=1, preset="hello") == "too-fast"


@pytest.mark.parametrize(
    ("unsent_bytes", "write_seconds"), [(100_000, 3600), (1 << 40, 0.2)], ids=["bytes", "seconds"]
)
def test_pings_whose_answers_are_not_read_end_the_connection(
    tmp_path: Path, unsent_bytes: int, write_seconds: float
) -> None:
    limits = Limits(
        frames=GENEROUS.frames,
        unsent_bytes=unsent_bytes,
        write_seconds=write_seconds,
        ping_seconds=3600,
    )
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=limits)) as service:
        table = service.new_table("me", "friend")
        with RawClient(service, receive_buffer=4096) as deaf:
            deaf.upgrade(table.id).hello()
            with pytest.raises(ConnectionError):  # noqa: PT012
                for _ in range(10_000):  # 65 MB
                    deaf.socket.sendall(frame(PING, bytes(125)) * 50)


def test_a_client_that_does_not_read_is_not_present(tmp_path: Path) -> None:
    limits = Limits(ping_seconds=0.2)
    with ThreadService(Settings(str(tmp_path / "t.db"), limits=limits)) as service:
        table = service.new_table("me", "friend")
        with service.sit(table, 1) as ben, RawClient(service, receive_buffer=4096) as deaf:
            deaf.upgrade(table.id).hello(table.token(0))
            assert ben.hear("presence")["present"] == [False, True]
            assert ben.hear("presence")["present"] == [True, True]
            assert ben.hear("presence")["present"] == [False, True]
