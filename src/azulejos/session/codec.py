"""Encoding and decoding of the protocol's messages, and sentences about unreadable ones."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, get_args

import msgspec

from azulejos.session.messages import (
    PRESETS,
    ClientMessage,
    Delta,
    Done,
    ErrorMessage,
    Presence,
    ServerMessage,
    Update,
)

if TYPE_CHECKING:
    from azulejos.session.messages import HintAnswer

encode = msgspec.json.Encoder().encode
_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_CLIENT_TYPES: dict[str, type[msgspec.Struct]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(ClientMessage)
}


class UnreadableMessage(ValueError):
    """A message that is not of the protocol; the text names the field, and what is expected."""


def read_client_message(text: str | bytes) -> ClientMessage:
    """Decode and validate a message of a client."""
    try:
        return _CLIENT.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise UnreadableMessage(_explain(str(error), text)) from error


def _explain(reason: str, text: str | bytes) -> str:
    """A sentence about a validation error: where, what was expected, what was found."""
    found, _, path = reason.partition(" - at `$")
    place = path.rstrip("`").lstrip(".")
    fields = _fields_of(text)
    if place == "type" or found == "Object missing required field `type`":
        found = f"expected a type of message: {', '.join(_CLIENT_TYPES)}"
        place = "type"
    elif unknown := re.fullmatch(r"Object contains unknown field `(.*)`", found, re.DOTALL):
        found = f"unknown field; this type has the fields {fields}"
        place = unknown[1][:40]
    elif missing := re.fullmatch(r"Object missing required field `(.*)`", found):
        found = f"missing; this type has the fields {fields}"
        place = missing[1]
    elif found.startswith("Invalid enum value"):
        found = f"expected one of {', '.join(PRESETS)}"
    elif "regex" in found and place == "token":
        found = "expected 43 to 64 letters, digits, - and _"
    elif "regex" in found:
        found = "expected text without control characters"
    elif not place and not found.startswith("Expected"):
        found = f"expected a JSON object: {found}"
    sentence = found.replace("`", "")
    return f"{place}: {sentence[:1].lower()}{sentence[1:]}" if place else sentence


class _Head(msgspec.Struct):
    type: str


def _fields_of(text: str | bytes) -> str:
    """The fields of the type of message that a text claims to be."""
    try:
        kind = _CLIENT_TYPES[msgspec.json.decode(text, type=_Head).type]
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError, KeyError):
        return "type"
    return ", ".join(["type", *kind.__struct_fields__])


# The service's messages, for clients in Python


class _TableOfGame(msgspec.Struct):
    game: str


class _Envelope(msgspec.Struct):
    type: str
    table: _TableOfGame | None = None


_ENVELOPE = msgspec.json.Decoder(_Envelope)
_PLAIN: msgspec.json.Decoder[Presence | Done | ErrorMessage] = msgspec.json.Decoder(
    Presence | Done | ErrorMessage
)


@cache
def _decoders(game: str) -> dict[str, msgspec.json.Decoder[Update | Delta | HintAnswer]]:
    """Decoders of the messages of a game, by type; the service itself needs none."""
    from azulejos.session.messages.games import GAME_MESSAGES

    types = GAME_MESSAGES[game]
    return {
        "update": msgspec.json.Decoder(types.update),
        "delta": msgspec.json.Decoder(types.delta),
        "hint": msgspec.json.Decoder(types.hint),
    }


def read_server_message(text: str | bytes, game: str | None) -> ServerMessage:
    """Decode a message of the service; deltas and hints need the `game` of the table."""
    envelope = _ENVELOPE.decode(text)
    if envelope.type == "update" and envelope.table is not None:
        game = envelope.table.game
    if game is not None and envelope.type in _decoders(game):
        return _decoders(game)[envelope.type].decode(text)
    return _PLAIN.decode(text)


def with_delta(update: Update, delta: Delta) -> Update:
    """The update that a delta leads to."""
    state = {**msgspec.to_builtins(update.state), **delta.state}
    if "boards" in delta.state:
        known = msgspec.to_builtins(update.state.boards)
        pairs = zip(delta.state["boards"], known, strict=True)
        state["boards"] = [old if new is None else new for new, old in pairs]
    return msgspec.structs.replace(
        update,
        version=delta.version,
        entries=delta.entries,
        state=msgspec.convert(state, type(update.state)),
        options=delta.options,
        can_undo=delta.can_undo,
        table=update.table if delta.table is msgspec.UNSET else delta.table,
        result=update.result if delta.result is msgspec.UNSET else delta.result,
        undo_request=None if delta.undo_request is msgspec.UNSET else delta.undo_request,
        clock=None if delta.clock is msgspec.UNSET else delta.clock,
    )


def with_presence(update: Update, presence: Presence) -> Update:
    """An update with the presence that was told after it."""
    seats = [
        msgspec.structs.replace(seat, present=present, replaceable=replaceable)
        for seat, present, replaceable in zip(
            update.table.seats, presence.present, presence.replaceable, strict=True
        )
    ]
    table = msgspec.structs.replace(update.table, seats=seats)
    return msgspec.structs.replace(update, table=table)
