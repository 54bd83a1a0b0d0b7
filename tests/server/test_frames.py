"""Outgoing frames: any size, compressed where that pays, in the order in which they were sent."""

from __future__ import annotations

import random

import pytest
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from azulejos.server.connections import Connection
from azulejos.server.frames import COMPRESSED_FROM, WINDOW_BITS, frame


def read(data: bytes) -> str:
    """The text of a frame, as a client reads it."""
    stream = StreamReader()
    stream.feed_data(data)
    stream.feed_eof()
    extension = PerMessageDeflate(True, True, WINDOW_BITS, WINDOW_BITS)
    parsing = Frame.parse(stream.read_exact, mask=False, extensions=[extension])
    try:
        next(parsing)
    except StopIteration as done:
        found: Frame = done.value
    assert found.opcode is Opcode.TEXT
    assert found.fin
    return bytes(found.data).decode()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
@pytest.mark.parametrize("window_bits", [None, WINDOW_BITS])
def test_clients_read_frames_of_any_size(size: int, window_bits: int | None) -> None:
    text = "".join(random.Random(size).choices("abcdé", k=size))
    assert read(frame(text.encode(), window_bits)) == text


def test_only_long_messages_are_compressed_and_only_if_agreed_on() -> None:
    short, long = b"a" * (COMPRESSED_FROM - 1), b"a" * COMPRESSED_FROM
    assert len(frame(short, WINDOW_BITS)) > len(short)
    assert len(frame(long, WINDOW_BITS)) < len(long) / 10
    assert len(frame(long, None)) > len(long)


class Sent:
    """A sender that can be stopped."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self.is_ready = True

    def send(self, text: bytes) -> bool:
        if self.is_ready:
            self.texts.append(text)
        return self.is_ready


def test_messages_never_overtake_queued_ones() -> None:
    sent = Sent()
    connection = Connection(frozenset(), version=0, options=True, sender=sent)
    connection.send_text(b"1")
    sent.is_ready = False
    connection.send_text(b"2")
    sent.is_ready = True
    connection.send_text(b"3")
    assert sent.texts == [b"1"]
    assert [connection.outgoing.get_nowait() for _ in range(2)] == [b"2", b"3"]
    connection.waiting = 0  # both are on their way
    connection.send_text(b"4")
    assert sent.texts == [b"1", b"4"]
