"""Undo policy of a table: how far a player can go back, and who must agree.

Where the others must agree, an undo starts as a request. It is open until one of those who were
asked refuses, the player who asks withdraws it, all have agreed, or the game goes on. Each seat may
ask once for each position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from azulejos.game import Deal
from azulejos.session.errors import TableError
from azulejos.session.log import Change, Row
from azulejos.session.log_limits import check_undo
from azulejos.session.messages import (
    DealEntry,
    Entry,
    MoveEntry,
    UndoAnswerEntry,
    UndoEntry,
    UndoRequest,
    UndoRequestEntry,
)
from azulejos.session.of_table import OfTable

if TYPE_CHECKING:
    from azulejos.session.table import Table

UndoAnswer: TypeAlias = Literal["agree", "refuse", "withdraw"]
#: Entries after which the position is another one.
MOVED = (MoveEntry, DealEntry, UndoEntry)


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request that is not settled: the seat that asks, and those that must still agree."""

    number: int
    seat: int
    ply: int
    waiting: frozenset[int]

    def view(self) -> UndoRequest:
        """The request as clients see it."""
        return UndoRequest(self.number, self.seat, sorted(self.waiting))


class UndoPolicy(OfTable):
    """The undo policy of one table, and its open request: a fold over the log."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.request: OpenRequest | None = None
        #: Seats that have asked about the current position.
        self._asked: set[int] = set()

    def note(self, entry: Entry) -> None:
        """Follow an entry of the log."""
        if isinstance(entry, MOVED):
            self.request = None
            self._asked.clear()
        elif isinstance(entry, UndoRequestEntry):
            waiting = frozenset(entry.asked)
            self.request = OpenRequest(entry.number, entry.seat, entry.ply, waiting)
            self._asked.add(entry.seat)
        elif isinstance(entry, UndoAnswerEntry) and self.request:
            agreed = entry.answer == "agree"
            waiting = self.request.waiting - {entry.seat}
            self.request = replace(self.request, waiting=waiting) if agreed else None

    # Commands

    def undo(self, seats: frozenset[int], away: frozenset[int], message: str | None) -> Change:
        """Back to the last real choice of one of these seats; or the request to go back there."""
        table = self._table
        check_undo(table.version)
        asked = self._others(seats) - away
        choice = self._choice(seats, asked)
        if isinstance(choice, str):
            raise TableError(choice)
        ply, seat = choice
        if not asked:
            return self._back_to(ply, seat, [], message)
        entry = UndoRequestEntry(
            number=table.version + 1, at=table.now(), seat=seat, ply=ply, asked=sorted(asked)
        )
        return Change(_rows([entry], message), table.game, table.game)

    def answer(
        self,
        seats: frozenset[int],
        request: int,
        *,
        agree: bool,
        away: frozenset[int],
        message: str | None,
    ) -> Change:
        """An answer of the owner of `seats`; the last one that agrees carries the undo out.

        The owner of the seat that asks withdraws the request by not agreeing.
        """
        table, found = self._table, self.request
        if found is None or found.number != request:
            raise TableError("undo/no-request")
        own = sorted(found.waiting & seats)
        if found.seat in seats and not agree:
            entries = [self._answer(found, found.seat, "withdraw")]
        elif own:
            answer: UndoAnswer = "agree" if agree else "refuse"
            entries = [self._answer(found, seat, answer, at) for at, seat in enumerate(own)]
        else:
            raise TableError("not-your-seat")
        if agree and not self._persons(found.waiting - seats - away):
            return self._back_to(found.ply, found.seat, entries, message)
        return Change(_rows(entries, message), table.game, table.game)

    def settle(self, away: frozenset[int]) -> Change | None:
        """The undo of a request for which no answer is awaited any more, if there is one."""
        found = self.request
        if found is None or self._table.game.is_over or self._persons(found.waiting - away):
            return None
        return self._back_to(found.ply, found.seat, [], None)

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats can take a move back, or ask for that."""
        return not isinstance(self._choice(seats, self._others(seats)), str)

    # Policy

    def _choice(self, seats: frozenset[int], asked: frozenset[int]) -> tuple[int, int] | str:
        """The ply to go back to and the seat that chose there, or a refusal.

        Goes back over bots' replies and forced moves to the last choice of `seats`; stops where
        tiles were drawn, and at a choice of another person unless others are `asked` to agree.
        """
        table = self._table
        if table.setup.options.undo == "off":
            return "undo/off"
        if self.request:
            return "undo/asked"
        if asked and self._asked & seats:
            return "undo/refused"
        game = table.game
        ply = game.ply
        for entry, before in game.history_backwards():
            if isinstance(entry, Deal):
                return "undo/drawn" if ply else "undo/nothing"
            ply -= 1
            if table.was_bots_move(ply):
                continue
            if entry.player not in seats:
                if asked:
                    continue
                return "undo/others-moved"
            if len(before.legal_moves) > 1:
                return ply, entry.player
        return "undo/nothing"

    def _others(self, seats: frozenset[int]) -> frozenset[int]:
        """The seats of other persons who must agree to an undo of the owner of `seats`."""
        table = self._table
        if table.setup.options.undo != "consent":
            return frozenset()
        return self._persons(frozenset(range(table.players)) - seats)

    def _persons(self, seats: frozenset[int]) -> frozenset[int]:
        """Those of the seats that a person plays: bots agree to every undo."""
        table = self._table
        return frozenset(
            seat for seat in seats if table.bot_of(seat) is None and table.is_taken(seat)
        )

    # Entries

    def _back_to(self, ply: int, seat: int, before: Sequence[Entry], message: str | None) -> Change:
        table = self._table
        number = table.version + len(before) + 1
        entry = UndoEntry(number=number, at=table.now(), seat=seat, ply=ply)
        return Change(_rows([*before, entry], message), table.game, table.game.at(ply))

    def _answer(
        self, request: OpenRequest, seat: int, answer: UndoAnswer, place: int = 0
    ) -> UndoAnswerEntry:
        return UndoAnswerEntry(
            number=self._table.version + 1 + place,
            at=self._table.now(),
            seat=seat,
            request=request.number,
            answer=answer,
        )


def _rows(entries: Sequence[Entry], message: str | None) -> list[Row]:
    """Entries as rows of one command."""
    return [Row(entry, None if place else message) for place, entry in enumerate(entries)]
