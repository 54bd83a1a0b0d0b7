"""Rows of a table's log, and changes: rows that are validated but not stored yet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from azulejos.game.history import Deal, Turn
from azulejos.session.messages import DealEntry, Entry, MoveEntry

if TYPE_CHECKING:
    from azulejos.game import Game


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log; `message` is the idempotency key of the command behind it."""

    entry: Entry
    message: str | None = None

    @property
    def number(self) -> int:
        """The row's number within its table, from 1."""
        return self.entry.number


@dataclass(frozen=True, slots=True)
class Change:
    """A validated command: its rows, and the game before and after them."""

    rows: list[Row]
    before: Game
    after: Game

    @property
    def ends_game(self) -> bool:
        """Whether the game is over after this change, and was not before."""
        return self.after is not self.before and self.after.is_over


class News(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What clients are sent of a move, whatever their seat: its entries, and the state after it.

    The process that carries it out encodes this, and the others need not.
    """

    entries: list[Raw]
    state: Raw


def history_rows(
    history: Iterable[Turn | Deal],
    after: int = 0,
    message: str | None = None,
    bots: Mapping[int, str] | None = None,
    at: str | None = None,
) -> list[Row]:
    """Turns and deals as rows numbered after `after`; the first one gets the message's key.

    Moves of the seats in `bots` are marked as the bots' own.
    """
    rows, at = [], at or datetime.now(UTC).isoformat()
    for number, entry in enumerate(history, after + 1):
        if isinstance(entry, Deal):
            rows.append(Row(DealEntry(number=number, at=at, tiles=entry.tiles), message))
        else:
            seat, move = entry.player, str(entry.move)
            bot = (bots or {}).get(seat, msgspec.UNSET)
            row = MoveEntry(number=number, at=at, seat=seat, move=move, bot=bot)
            rows.append(Row(row, message))
        message = None
    return rows
