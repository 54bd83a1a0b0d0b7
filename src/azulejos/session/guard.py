"""No help against people: which positions belong to a round that is being played.

A table where people play without hints notes how each phase of a round began. What clients ask for
is compared with these notes; see `azulejos.session.standing` for what counts as the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from azulejos.engine import AnyPosition
from azulejos.session.codec import encode
from azulejos.session.messages import DealEntry, UndoEntry
from azulejos.session.standing import Standing
from azulejos.session.views import GAME_VIEWS

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.session.log import Change
    from azulejos.session.setup import SeatSetup, TableSetup
    from azulejos.session.table import Table

#: Entries after which a phase has begun, or one has begun again.
BEGINNING = (DealEntry, UndoEntry)


class Guard(NamedTuple):
    """How a phase of a round began: a key to find it by, and its standing as JSON."""

    key: str
    standing: str


def guard_at_start(setup: TableSetup, game: Game) -> Guard | None:
    """The note about a new table; None where none is needed."""
    return _guard(game.position) if _needs_guard(setup, setup.seats) else None


def guard_after(table: Table, change: Change) -> Guard | None:
    """The note about a phase that begins with a change; None where none does, or none is needed."""
    if change.after is change.before or not _needs_guard(table.setup, table.seats):
        return None
    position = change.after.position
    begins = position.phase != change.before.position.phase or any(
        isinstance(row.entry, BEGINNING) for row in change.rows
    )
    return _guard(position) if begins else None


def _needs_guard(setup: TableSetup, seats: Sequence[SeatSetup]) -> bool:
    """Whether people play without hints, also those for whom a bot stands in for a while."""
    people = sum(seat.kind != "bot" for seat in seats)
    return people > 1 and not (setup.uploaded or setup.options.hints)


def _guard(position: AnyPosition) -> Guard | None:
    if position.to_play is None:
        return None
    began = standing(position)
    return Guard(_prefix(position) + began.key, encode(began).decode())


def is_guarded(table: Table) -> bool:
    """Whether people play against each other at a table without hints."""
    if table.setup.uploaded or table.game.is_over or table.setup.options.hints:
        return False
    return sum(table.bot_of(seat) is None for seat in range(table.players)) > 1


# What is asked for


class Question:
    """Positions that a client asks for, to be compared with notes."""

    def __init__(self, positions: Sequence[AnyPosition]) -> None:
        self._standings = [(_prefix(position), standing(position)) for position in positions]

    @property
    def note_keys(self) -> set[str]:
        """The keys of notes that have to be compared."""
        return {prefix + key for prefix, asked in self._standings for key in asked.near_keys()}

    def concerns(self, note: Guard) -> bool:
        """Whether one of the positions belongs to a phase that began as noted."""
        began = msgspec.json.decode(note.standing, type=Standing)
        return any(
            note.key.startswith(f"{prefix}{asked.phase} ") and asked.fits(began)
            for prefix, asked in self._standings
        )


def first_decisions(game: Game) -> list[AnyPosition]:
    """The first position of every phase of a game in which a player is to move."""
    found: list[AnyPosition] = []
    last = None
    for ply in range(game.ply + 1):
        position = game.position_at(ply)
        phase = position.round, position.phase
        if phase != last and position.to_play is not None:
            found.append(position)
            last = phase
    return found


def standing(position: AnyPosition) -> Standing:
    """What is compared of a position."""
    return GAME_VIEWS[position.rules.name].standing(position)


def _prefix(position: AnyPosition) -> str:
    """The configuration."""
    return f"{position.rules.name} {position.board} {len(position.scores)} "
