"""Options of a table, chosen when it is set up; and clocks, as clients see them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

#: Bounds of the options; an increment is in seconds.
MAX_MINUTES, MAX_INCREMENT, MAX_DAYS = 180, 60, 14

UndoPolicy: TypeAlias = Literal["free", "consent", "off"]


class PlayerTime(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="player"):
    """Minutes for all moves of a player, and seconds that are added after each of them."""

    minutes: Annotated[int, Meta(ge=1, le=MAX_MINUTES)]
    increment: Annotated[int, Meta(ge=0, le=MAX_INCREMENT)] = 0


class MoveTime(msgspec.Struct, frozen=True, gc=False, tag_field="kind", tag="move"):
    """Days for each move."""

    days: Annotated[int, Meta(ge=1, le=MAX_DAYS)]


TimeControl: TypeAlias = PlayerTime | MoveTime


class TableOptions(msgspec.Struct, frozen=True, gc=False):
    """What is allowed at a table. The defaults are those of tables without options."""

    hints: bool = True
    undo: UndoPolicy = "free"
    time: TimeControl | None = None
    spectators: bool = True


#: Options of tables that were set up without any.
USUAL_OPTIONS = TableOptions()


class UndoRequest(msgspec.Struct, frozen=True):
    """A player asks the others to take a move back: entry `request` of the log.

    `waiting` are the seats whose owners have not agreed yet.
    """

    request: int
    seat: int
    waiting: list[int]


class ClockView(msgspec.Struct, frozen=True):
    """Clocks at the service's time `at`: seconds left by seat, null where a bot plays.

    `running` is the seat whose clock runs; null before the first moves, and while none does.
    """

    left: list[float | None]
    running: int | None
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
