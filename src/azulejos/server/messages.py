"""What clients may send, checked at the edge. Everything is bounded."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from azulejos.server.settings import RECORD_BYTES

#: The short messages that people at a table can send each other.
PRESETS = (
    "hello",
    "good-luck",
    "well-played",
    "thinking",
    "oops",
    "thanks",
    "good-game",
    "hurry-up",
)

#: A client's own number of a message; the same number is answered, but never done twice.
MessageId: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Seat: TypeAlias = Annotated[int, Field(ge=0, le=3)]
Name: TypeAlias = Annotated[str, Field(max_length=24, pattern=r"^[^\x00-\x1f\x7f]*$")]
Version: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 31)]


class Strict(BaseModel):
    """Nothing is guessed, and nothing unknown is passed over."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(Strict):
    """The first message of a connection."""

    type: Literal["hello"]
    tokens: Annotated[list[Token], Field(max_length=8)] = []
    language: Annotated[str, Field(max_length=16)] = "en"
    version: Version = 0
    options: bool = True


class Play(Strict):
    """A move, made with the table at some version in view."""

    type: Literal["play"]
    id: MessageId
    version: Version
    move: Annotated[str, Field(max_length=16)]


class Undo(Strict):
    """Take back one's last choice."""

    type: Literal["undo"]
    id: MessageId
    version: Version


class Hint(Strict):
    """Ask what the strongest bot would do."""

    type: Literal["hint"]
    id: MessageId


class Say(Strict):
    """Send a short message."""

    type: Literal["say"]
    id: MessageId
    seat: Seat
    preset: Literal[PRESETS]  # type: ignore[valid-type]


class Hurry(Strict):
    """Let bots answer at once until it is a person's turn."""

    type: Literal["hurry"]


class StandIn(Strict):
    """Let a bot play for a seat."""

    type: Literal["stand-in"]
    id: MessageId
    seat: Seat
    bot: Annotated[str, Field(max_length=32)]


class Return(Strict):
    """Take one's seat back from a bot."""

    type: Literal["return"]
    id: MessageId
    seat: Seat


Message: TypeAlias = Annotated[
    Hello | Play | Undo | Hint | Say | Hurry | StandIn | Return, Field(discriminator="type")
]
MESSAGE: TypeAdapter[Message] = TypeAdapter(Message)


class NewSeat(Strict):
    """Who shall sit on a seat: me, somebody else here, a friend elsewhere, or a bot."""

    kind: Literal["me", "here", "friend", "bot"]
    name: Name | None = None
    bot: Annotated[str, Field(max_length=32)] | None = None


class NewTable(Strict):
    """A table to be set up."""

    game: Annotated[str, Field(max_length=32)] = "azul"
    board: Annotated[str, Field(max_length=16)] = "coloured"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    first: Seat | Literal["random"] = "random"


class NewRecord(Strict):
    """A record to be watched."""

    record: Annotated[str, Field(max_length=RECORD_BYTES, pattern=r"^[^\x00]*$")]


class SeatToken(BaseModel):
    """A seat of a new table. Whoever has its token may play for it; bots have none."""

    seat: int
    kind: str
    token: str | None


class TableMade(BaseModel):
    """A table that was set up."""

    id: str
    seats: list[SeatToken]


class TableId(BaseModel):
    """The name of a table."""

    id: str


class Refusal(BaseModel):
    """What was wrong: a code to rely on, and words in the reader's language."""

    code: str
    text: str
    parameters: dict[str, object]
