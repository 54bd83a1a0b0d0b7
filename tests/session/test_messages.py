"""Messages of the protocol: validation of what clients send, schema and generated types."""

from __future__ import annotations

import json

import pytest

from azulejos.session.codec import UnreadableMessage, encode, read_client_message
from azulejos.session.messages import PRESETS, Hello, Play, Say
from tools import protocol


def test_a_message_is_read_into_its_type() -> None:
    text = '{"type": "play", "id": "m1", "version": 3, "move": "3b4"}'
    assert read_client_message(text) == Play("m1", 3, "3b4")
    assert read_client_message('{"type": "hello"}') == Hello()
    assert json.loads(encode(Say("a", 1, "oops"))) == {
        "type": "say",
        "id": "a",
        "seat": 1,
        "preset": "oops",
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a JSON object: Input data was truncated"),
        ("[]", "Expected object, got array"),
        ("{}", "type: expected a type of message: hello, play, undo, "),
        ('{"type": "dance"}', "type: expected a type of message: hello, play, undo, "),
        ('{"type": "undo", "id": "a"}', "version: missing; this type has the fields type, id, v"),
        ('{"type": "hurry", "now": 1}', "now: unknown field; this type has the fields type"),
        ('{"type": "hint", "id": 3}', "id: expected str, got int"),
        ('{"type": "hint", "id": ""}', "id: expected str of length >= 1"),
        ('{"type": "hint", "id": "a\\n"}', "id: expected text without control characters"),
        ('{"type": "undo", "id": "a", "version": true}', "version: expected int, got bool"),
        ('{"type": "undo", "id": "a", "version": -1}', "version: expected int >= 0"),
        ('{"type": "hello", "tokens": ["a", 1]}', "tokens[1]: expected str, got int"),
        (
            '{"type": "say", "id": "a", "seat": 0, "preset": "boo"}',
            f"preset: expected one of {', '.join(PRESETS)}",
        ),
    ],
)
def test_an_unreadable_message_is_explained_by_field_and_expectation(
    text: str, sentence: str
) -> None:
    with pytest.raises(UnreadableMessage) as unreadable:
        read_client_message(text)
    assert str(unreadable.value).startswith(sentence)


@pytest.mark.parametrize("text", ["[" * 8000, '{"a":' * 1600, '{"type":"hint","id":"\ud800"}'])
def test_hostile_texts_are_refused_like_others(text: str) -> None:
    with pytest.raises(UnreadableMessage):
        read_client_message(text)


def test_the_schema_and_the_types_of_the_page_are_those_of_the_messages() -> None:
    for path, text in protocol.files().items():
        assert path.read_text(encoding="utf-8") == text, "run `python -m tools.protocol`"
