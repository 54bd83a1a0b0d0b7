"""Messages from client to service: a union tagged by `type`, with bounded fields only."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from azulejos.session.messages.common import Seat

#: The short messages that people at a table can send each other.
Preset: TypeAlias = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thinking",
    "oops",
    "thanks",
    "good-game",
    "hurry-up",
]
PRESETS: tuple[Preset, ...] = get_args(Preset)

#: The client's id of a message. A repeated id is answered and not carried out again (idempotent).
MessageId: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"^(?![\s\S]*[\x00-\x1f\x7f])")
]
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
Version: TypeAlias = Annotated[int, Meta(ge=0, lt=1 << 31)]
Bot: TypeAlias = Annotated[str, Meta(max_length=32)]


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base: unknown fields are refused."""


class Hello(_Message, frozen=True, tag="hello"):
    """First message of a connection: tokens of the client's seats, the last version it has.

    `deltas` asks for what has changed instead of whole updates.
    """

    tokens: Annotated[list[Token], Meta(max_length=8)] = []
    language: Annotated[str, Meta(max_length=16)] = "en"
    version: Version = 0
    options: bool = True
    deltas: bool = False


class Play(_Message, frozen=True, tag="play"):
    """A move in notation, chosen at `version` of the table."""

    id: MessageId
    version: Version
    move: Annotated[str, Meta(max_length=16)]


class Undo(_Message, frozen=True, tag="undo"):
    """Take back the last choice of the client's seats."""

    id: MessageId
    version: Version


class UndoAnswer(_Message, frozen=True, tag="undo-answer"):
    """Answer the request for an undo that is entry `request` of the log.

    The player who asked withdraws it by not agreeing.
    """

    id: MessageId
    request: Version
    agree: bool


class Hint(_Message, frozen=True, tag="hint"):
    """Ask for the move of the strongest bot."""

    id: MessageId


class Say(_Message, frozen=True, tag="say"):
    """Send a preset chat message."""

    id: MessageId
    seat: Seat
    preset: Preset


class Name(_Message, frozen=True, tag="name"):
    """Give one of the client's seats another name; an empty one removes it."""

    id: MessageId
    seat: Seat
    name: Annotated[str, Meta(max_length=200)]


class NewToken(_Message, frozen=True, tag="new-token"):
    """Replace the token of a seat, by one that the client has drawn: the old one is void.

    The client knows the new token before it asks, so a lost answer does not lose the seat.
    """

    id: MessageId
    seat: Seat
    token: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{43,64}$")]


class Hurry(_Message, frozen=True, tag="hurry"):
    """Skip the pause before bots' moves until it is a person's turn."""


class StandIn(_Message, frozen=True, tag="stand-in"):
    """Let a bot play for a seat."""

    id: MessageId
    seat: Seat
    bot: Bot


class Return(_Message, frozen=True, tag="return"):
    """Take a seat back from its stand-in."""

    id: MessageId
    seat: Seat


ClientMessage: TypeAlias = (
    Hello | Play | Undo | UndoAnswer | Hint | Say | Hurry | StandIn | Return | Name | NewToken
)
#: Messages that append to the log.
Command: TypeAlias = Play | Undo | UndoAnswer | Say | StandIn | Return | Name | NewToken
