"""Bodies of HTTP requests and answers, as pydantic models for FastAPI. Everything is bounded."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from azulejos.game.free_text import MAX_NAME
from azulejos.server.settings import RECORD_BYTES
from azulejos.session.messages.options import MAX_DAYS, MAX_INCREMENT, MAX_MINUTES

Seat: TypeAlias = Annotated[int, Field(ge=0, le=3)]
#: What else a name must not hold is in `azulejos.game.free_text`.
Name: TypeAlias = Annotated[str, Field(max_length=MAX_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Strict(BaseModel):
    """Base: no conversion of types, no unknown fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Strict):
    """A seat of a new table: the client, another person at the same screen, a friend, a bot.

    Anyone can take an `open` seat.
    """

    kind: Literal["me", "here", "friend", "open", "bot"]
    name: Name | None = None
    bot: Annotated[str, Field(max_length=32)] | None = None


class NewPlayerTime(Strict):
    """Minutes for all moves of a player, and seconds that are added after each of them."""

    kind: Literal["player"]
    minutes: Annotated[int, Field(ge=1, le=MAX_MINUTES)]
    increment: Annotated[int, Field(ge=0, le=MAX_INCREMENT)] = 0


class NewMoveTime(Strict):
    """Days for each move."""

    kind: Literal["move"]
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)]


class NewOptions(Strict):
    """Options of a new table. By default, hints are off where people play from two devices."""

    hints: bool | None = None
    undo: Literal["free", "consent", "off"] = "free"
    time: Annotated[NewPlayerTime | NewMoveTime, Field(discriminator="kind")] | None = None
    spectators: bool = True


class NewTable(Strict):
    """Request for a new table."""

    game: Annotated[str, Field(max_length=32)] = "azul"
    board: Annotated[str, Field(max_length=16)] = "coloured"
    seats: Annotated[list[NewSeat], Field(min_length=2, max_length=4)]
    first: Seat | Literal["random"] = "random"
    options: NewOptions = NewOptions()


class Joining(Strict):
    """Request for an open seat. With a `token` of its own, a client can ask again."""

    name: Name | None = None
    token: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43,64}$")] | None = None


class NewRecord(Strict):
    """Request to store a record for replay."""

    record: Annotated[str, Field(max_length=RECORD_BYTES, pattern=r"^[^\x00]*$")]


class SeatToken(BaseModel):
    """A seat of a new table; its token authorises moves. Bots have none."""

    seat: int
    kind: str
    token: str | None


class TableMade(BaseModel):
    """A new table: its id and the tokens of its seats."""

    id: str
    seats: list[SeatToken]


class SeatTaken(BaseModel):
    """A seat that was open: its token authorises moves."""

    id: str
    seat: int
    token: str


class TableId(BaseModel):
    """The id of a table."""

    id: str


class ErrorBody(BaseModel):
    """A stable error code, its parameters, and a sentence in the client's language."""

    code: str
    text: str
    parameters: dict[str, object]


class Reason(BaseModel):
    """Why a move is not legal; null if it is."""

    reason: ErrorBody | None
