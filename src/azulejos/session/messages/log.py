"""Entries of a table's log: what is stored, and what updates send."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from azulejos.session.messages.common import Event


class LogEntry(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="kind"):
    """One row of the log, numbered from 1; `at` is a date and time in ISO 8601."""

    number: int
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]

    @property
    def kind(self) -> str:
        """The tag of the entry, such as `move`."""
        return str(self.__struct_config__.tag)

    @property
    def time(self) -> datetime:
        """`at` as a date and time."""
        return datetime.fromisoformat(self.at)


class MoveEntry(LogEntry, frozen=True, kw_only=True, tag="move"):
    """A move and its events; `bot` names the bot that chose it."""

    seat: int
    move: str
    bot: str | UnsetType = UNSET
    events: list[Event] | UnsetType = UNSET


class DealEntry(LogEntry, frozen=True, kw_only=True, tag="deal"):
    """Tiles drawn from the bag, in order, and the events of the deal."""

    tiles: str
    events: list[Event] | UnsetType = UNSET


class UndoEntry(LogEntry, frozen=True, kw_only=True, tag="undo"):
    """The game goes back to `ply`."""

    seat: int
    ply: int


class UndoRequestEntry(LogEntry, frozen=True, kw_only=True, tag="undo-request"):
    """The owner of `seat` asks those of the seats in `asked` to go back to `ply`."""

    seat: int
    ply: int
    asked: list[int]


class UndoAnswerEntry(LogEntry, frozen=True, kw_only=True, tag="undo-answer"):
    """An answer to the request of entry `request`; an undo follows when all have agreed."""

    seat: int
    request: int
    answer: Literal["agree", "refuse", "withdraw"]


class HintEntry(LogEntry, frozen=True, kw_only=True, tag="hint"):
    """The owner of `seat` has asked for a hint."""

    seat: int


class SayEntry(LogEntry, frozen=True, kw_only=True, tag="say"):
    """A preset chat message."""

    seat: int
    preset: str


class NameEntry(LogEntry, frozen=True, kw_only=True, tag="name"):
    """The owner of `seat` is called `name` now, and was called `before`; null without a name."""

    seat: int
    name: str | None
    before: str | None


class NewTokenEntry(LogEntry, frozen=True, kw_only=True, tag="new-token"):
    """The seat has another token; its hash is stored, and not sent to clients."""

    seat: int
    token: str | UnsetType = UNSET


class StandInEntry(LogEntry, frozen=True, kw_only=True, tag="stand-in"):
    """A bot plays for `seat` from now on, by the wish of `by`."""

    seat: int
    bot: str
    by: int


class TimeOutEntry(LogEntry, frozen=True, kw_only=True, tag="time-out"):
    """The time of `seat` has run out: a bot plays for it from now on."""

    seat: int
    bot: str


class ClockStartEntry(LogEntry, frozen=True, kw_only=True, tag="clock-start"):
    """The clocks run from now on, though `seat` has not made its first move."""

    seat: int


class JoinEntry(LogEntry, frozen=True, kw_only=True, tag="join"):
    """An open seat is taken; the hash of its token is stored, and not sent to clients."""

    seat: int
    name: str | None
    token: str | UnsetType = UNSET


class ReturnEntry(LogEntry, frozen=True, kw_only=True, tag="return"):
    """The owner of `seat` plays again."""

    seat: int


class RematchEntry(LogEntry, frozen=True, kw_only=True, tag="rematch"):
    """The id of the table at which the same seats play again."""

    seat: int
    game: str


Entry: TypeAlias = (
    MoveEntry
    | DealEntry
    | UndoEntry
    | UndoRequestEntry
    | UndoAnswerEntry
    | HintEntry
    | SayEntry
    | NameEntry
    | NewTokenEntry
    | StandInEntry
    | TimeOutEntry
    | ClockStartEntry
    | JoinEntry
    | ReturnEntry
    | RematchEntry
)
