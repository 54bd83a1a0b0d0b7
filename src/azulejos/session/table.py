"""A table of people and bots: its game, its seats and its log, without network and database.

A command (`play`, `undo`, …) is validated and becomes a `Change`: rows to append to the log, and
the game after them. Nothing changes yet. Once the rows are stored, `commit` makes the change
current. Rows that another process stored are replayed with `apply`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Literal

import msgspec

from azulejos.bots.names import check_bot
from azulejos.engine import AnyEvent
from azulejos.engine.errors import GameOver
from azulejos.game import Deal, Game
from azulejos.session.errors import OutOfSync, Stale, TableError
from azulejos.session.log import Change, Row, history_rows, utc_now
from azulejos.session.log_limits import check_return, check_talk, check_undo
from azulejos.session.messages import (
    AnyState,
    ClockView,
    DealEntry,
    Entry,
    MoveEntry,
    RematchEntry,
    Result,
    ReturnEntry,
    SayEntry,
    StandInEntry,
    TableView,
    UndoAnswerEntry,
    UndoEntry,
    UndoRequestEntry,
    Update,
)
from azulejos.session.setup import GameSetup, TableSetup
from azulejos.session.undo_requests import UndoRequests
from azulejos.session.updates import NO_SEATS, TableViews, Updates
from azulejos.session.views import with_events

#: Entries that change neither the game nor who plays it: commands made before them stay valid.
CHAT = (SayEntry, RematchEntry, UndoRequestEntry, UndoAnswerEntry)
#: Entries that change what `view` shows.
SEATING = (StandInEntry, ReturnEntry, RematchEntry)


class Table:
    """The current state of a table: a fold over its log."""

    def __init__(
        self, setup: TableSetup, game: Game, clock: Callable[[], datetime] = utc_now
    ) -> None:
        """A table with an empty log; see `load` and `of_game`."""
        self.setup = setup
        self.clock = clock
        self.game = game
        self.version = 0
        #: The version at which the game, or who plays it, changed last.
        self.game_version = 0
        #: The entries as they are stored, and the events of moves and deals.
        self.log: list[Entry] = []
        self._events: list[Sequence[AnyEvent]] = []
        #: Idempotency keys of the commands that were carried out, with the resulting versions.
        self.seen_messages: dict[str, int] = {}
        self.stand_ins: dict[int, str] = {}
        self.rematch: str | None = None
        self.undo_requests = UndoRequests()
        self.last_change = setup.created_at
        self._moved_by_bot: list[bool] = []
        self.views = TableViews(self)
        self._updates = Updates(self)

    @classmethod
    def load(
        cls, setup: TableSetup, rows: Sequence[Row], clock: Callable[[], datetime] = utc_now
    ) -> Table:
        """The table that a stored log leads to."""
        deals = [row.entry.tiles for row in rows if isinstance(row.entry, DealEntry)]
        table = cls(setup, setup.start(deals), clock)
        table.apply(rows)
        for ply, comment in setup.game.comments.items():
            table.game.comment(comment, ply)
        if setup.game.variations:
            table.game.read_variations(setup.game.variations)
        return table

    @classmethod
    def of_game(cls, setup: TableSetup, game: Game) -> Table:
        """A table whose log is the history of a game; moves of bots' seats count as the bots'."""
        table = cls(setup, game)
        bots = {number: seat.bot for number, seat in enumerate(setup.seats) if seat.bot}
        rows = history_rows(game.history, bots=bots)
        for row, turn in zip(rows, game.history, strict=True):
            table._note(row, turn.events)
        return table

    # Seats

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.setup.seats)

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays for a seat now, if any."""
        return self.setup.seats[seat].bot or self.stand_ins.get(seat)

    @property
    def to_play(self) -> int | None:
        """The seat to move; None in an uploaded record."""
        return None if self.setup.uploaded else self.game.to_play

    @property
    def bot_to_play(self) -> str | None:
        """The bot to move, if it is a bot's turn."""
        return None if self.to_play is None else self.bot_of(self.to_play)

    def is_taken(self, seat: int) -> bool:
        """Whether a seat belongs to a person or a bot, and is not open to anyone."""
        return self.setup.seats[seat].kind != "open"

    def is_current(self, version: int) -> bool:
        """Whether a client at `version` sees the game as it is."""
        return self.game_version <= version <= self.version

    def check_current(self, version: int) -> None:
        """Refuse a command that was made for another position."""
        if not self.is_current(version):
            raise Stale("stale-version")

    # Commands

    def play(
        self,
        seats: frozenset[int],
        move: str,
        message: str | None = None,
        bot: str | None = None,
    ) -> Change:
        """A move of one of these seats, chosen by `bot` or a person, and the deal after it."""
        self._check_running()
        if self.to_play not in seats:
            raise TableError("not-your-turn")
        after = self.game.copy()
        after.play(move)
        fresh = after.history_after(self.game.history_length)
        bots = {self.to_play: bot} if bot and self.to_play is not None else {}
        rows = history_rows(fresh, self.version, message, bots, self._now())
        return Change(rows, self.game, after)

    def undo(
        self,
        seats: frozenset[int],
        message: str | None = None,
        away: frozenset[int] = NO_SEATS,
    ) -> Change:
        """Back to the last real choice of one of these seats; or the request to go back there.

        The other persons must agree where the table's options say so, unless they are `away`.
        """
        self._check_running()
        check_undo(self.version)
        asked = self._asked_for_undo(seats) - away
        choice = self._choice_to_undo(seats, asked)
        if isinstance(choice, str):
            raise TableError(choice)
        ply, seat = choice
        if not asked:
            return self._undo_to(ply, seat, [], message)
        entry = UndoRequestEntry(
            number=self.version + 1, at=self._now(), seat=seat, ply=ply, asked=sorted(asked)
        )
        return self._without_move(entry, message)

    def answer_undo(
        self,
        seats: frozenset[int],
        request: int,
        *,
        agree: bool,
        away: frozenset[int] = NO_SEATS,
        message: str | None = None,
    ) -> Change:
        """An answer of the owner of `seats` to a request; the last one that agrees carries it out.

        The owner of the seat that asks withdraws the request by not agreeing.
        """
        self._check_running()
        found = self.undo_requests.open
        if found is None or found.number != request:
            raise TableError("undo/no-request")
        own = found.waiting & seats
        withdraws = found.seat in seats and not agree
        if not own and not withdraws:
            raise TableError("not-your-seat")
        answer: Literal["agree", "refuse", "withdraw"] = "agree" if agree else "refuse"
        answering = sorted(own)
        if withdraws:
            answer, answering = "withdraw", [found.seat]
        entries = [
            UndoAnswerEntry(
                number=number, at=self._now(), seat=seat, request=request, answer=answer
            )
            for number, seat in enumerate(answering, self.version + 1)
        ]
        if agree and not found.waiting - seats - away:
            return self._undo_to(found.ply, found.seat, entries, message)
        return Change(_rows(entries, message), self.game, self.game)

    def settle_undo(self, away: frozenset[int]) -> Change | None:
        """The undo of a request for which no answer is waited for any more, if there is one."""
        found = self.undo_requests.open
        if found is None or self.game.is_over or found.waiting - away:
            return None
        return self._undo_to(found.ply, found.seat, [], None)

    def _undo_to(self, ply: int, seat: int, before: Sequence[Entry], message: str | None) -> Change:
        number = self.version + len(before) + 1
        entry = UndoEntry(number=number, at=self._now(), seat=seat, ply=ply)
        return Change(_rows([*before, entry], message), self.game, self.game.at(ply))

    def _asked_for_undo(self, seats: frozenset[int]) -> frozenset[int]:
        """The seats of other persons who must agree to an undo of the owner of `seats`."""
        if self.setup.options.undo != "consent":
            return NO_SEATS
        return frozenset(
            seat
            for seat in range(self.players)
            if seat not in seats and self.bot_of(seat) is None and self.is_taken(seat)
        )

    def _choice_to_undo(
        self, seats: frozenset[int], asked: frozenset[int]
    ) -> tuple[int, int] | str:
        """The undo policy: the ply to go back to and the seat that chose there, or a refusal.

        Goes back over bots' replies and forced moves to the last choice of `seats`; stops where
        tiles were drawn, and at a choice of another person unless others are `asked` to agree.
        """
        if self.setup.options.undo == "off":
            return "undo/off"
        if self.undo_requests.open:
            return "undo/asked"
        if asked and self.undo_requests.asked & seats:
            return "undo/refused"
        ply = self.game.ply
        for entry in self.game.history_backwards():
            if isinstance(entry, Deal):
                return "undo/drawn" if ply else "undo/nothing"
            ply -= 1
            if self._moved_by_bot[ply]:
                continue
            if entry.player not in seats:
                if asked:
                    continue
                return "undo/others-moved"
            if len(self.game.position_at(ply).legal_moves) > 1:
                return ply, entry.player
        return "undo/nothing"

    def has_choice_to_undo(self, seats: frozenset[int]) -> bool:
        """`can_undo`, worked out from the history."""
        choice = self._choice_to_undo(seats, self._asked_for_undo(seats))
        return not isinstance(choice, str)

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats can take a move back."""
        return bool(seats) and not self.game.is_over and self._updates.can_undo(seats)

    def say(
        self, seats: frozenset[int], seat: int, preset: str, message: str | None = None
    ) -> Change:
        """A chat message of a seat."""
        self._check_seat(seat, seats)
        check_talk(self.version)
        entry = SayEntry(number=self.version + 1, at=self._now(), seat=seat, preset=preset)
        return self._without_move(entry, message)

    def stand_in(
        self, seats: frozenset[int], seat: int, bot: str, *, away: bool, message: str | None = None
    ) -> Change:
        """A bot takes over a seat: one of `seats`, or one whose owner is away."""
        self._check_running()
        if not seats:
            raise TableError("not-your-seat")
        self._check_seat(seat)
        check_bot(bot)
        if self.bot_of(seat) is not None:
            raise TableError("seat/is-bot")
        if seat not in seats and not away:
            raise TableError("seat/not-away")
        number, by = self.version + 1, min(seats)
        entry = StandInEntry(number=number, at=self._now(), seat=seat, bot=bot, by=by)
        return self._without_move(entry, message)

    def reclaim_seat(self, seats: frozenset[int], seat: int, message: str | None = None) -> Change:
        """The owner of a seat takes it back from its stand-in."""
        self._check_seat(seat, seats)
        if seat not in self.stand_ins:
            raise TableError("seat/no-stand-in")
        check_return(self.log, seat)
        entry = ReturnEntry(number=self.version + 1, at=self._now(), seat=seat)
        return self._without_move(entry, message)

    def rematch_at(self, seat: int, table: str) -> Change:
        """The same seats play again at the table with id `table`."""
        entry = RematchEntry(number=self.version + 1, at=self._now(), seat=seat, game=table)
        return self._without_move(entry, None)

    def rematch_setup(self) -> GameSetup:
        """The game of a rematch: the same rules and seats; the next seat starts."""
        if self.setup.uploaded:
            raise TableError("record-only")
        if not self.game.is_over:
            raise TableError("not-over")
        game = self.setup.game
        first = (game.first_player + 1) % self.players
        return msgspec.structs.replace(
            game, first_player=first, position=None, comments={}, variations=""
        )

    def _now(self) -> str:
        """The time of a new entry."""
        return self.clock().isoformat()

    def _without_move(self, entry: Entry, message: str | None) -> Change:
        return Change([Row(entry, message)], self.game, self.game)

    def _check_running(self) -> None:
        if self.setup.uploaded:
            raise TableError("record-only")
        if self.game.is_over:
            raise GameOver("game-over")

    def _check_seat(self, seat: int, seats: frozenset[int] | None = None) -> None:
        if not 0 <= seat < self.players:
            raise TableError("no-such-seat", seat=seat + 1)
        if seats is not None and seat not in seats:
            raise TableError("not-your-seat")

    # The log

    def commit(self, change: Change) -> None:
        """Make a stored change current; the game after it is taken over, not played again."""
        if self.game is not change.before or self.version != change.rows[0].number - 1:
            self.apply(change.rows)  # rows came in between: replay what is still new
            return
        self.game = change.after
        turns = iter(change.after.history_after(change.before.history_length))
        for row in change.rows:
            played = isinstance(row.entry, MoveEntry | DealEntry)
            self._note(row, next(turns).events if played else ())

    def apply(self, rows: Iterable[Row]) -> None:
        """Replay stored rows; those already known are skipped."""
        for row in rows:
            if row.number <= self.version:
                continue
            if row.number != self.version + 1:
                raise OutOfSync
            self._note(row, self._replay(row.entry))

    def _replay(self, entry: Entry) -> Sequence[AnyEvent]:
        """Change the game as an entry says; returns the events of a move or a deal."""
        if isinstance(entry, MoveEntry):
            self.game.play(entry.move)
            return self.game.last_turn.events
        if isinstance(entry, DealEntry):
            dealt = self.game.last_entry
            if not isinstance(dealt, Deal) or dealt.tiles != entry.tiles:
                raise OutOfSync
            return dealt.events
        if isinstance(entry, UndoEntry):
            self.game = self.game.at(entry.ply)
        return ()

    def _note(self, row: Row, events: Sequence[AnyEvent]) -> None:
        """Append a row to the log whose effect on the game has happened."""
        entry = row.entry
        if isinstance(entry, MoveEntry):
            self._moved_by_bot.append(entry.bot is not msgspec.UNSET)
        elif isinstance(entry, UndoEntry):
            del self._moved_by_bot[entry.ply :]
        elif isinstance(entry, StandInEntry):
            self.stand_ins[entry.seat] = entry.bot
        elif isinstance(entry, ReturnEntry):
            self.stand_ins.pop(entry.seat, None)
        elif isinstance(entry, RematchEntry):
            self.rematch = entry.game
        if isinstance(entry, SEATING):
            self.views.clear()
        self.undo_requests.note(entry)
        self.log.append(entry)
        self._events.append(events)
        self.version = entry.number
        if not isinstance(entry, CHAT):
            self.game_version = entry.number
        self.last_change = entry.time
        if row.message:
            self.seen_messages[row.message] = entry.number
        self._updates = Updates(self, self._updates)

    # Views

    @property
    def entries(self) -> list[Entry]:
        """The log with its events, as clients see it."""
        return self.entries_after(0)

    def entries_after(self, version: int) -> list[Entry]:
        """The log after a version; all of it if that is no version of this table."""
        known = version if 0 <= version <= self.version else 0
        return [
            with_events(entry, events)
            for entry, events in zip(self.log[known:], self._events[known:], strict=True)
        ]

    def state(self) -> AnyState:
        """Everything that lies on the table."""
        return self._updates.state

    def result(self) -> Result | None:
        """The result of a finished game."""
        return self._updates.result

    def clock_view(self) -> ClockView | None:
        """The clocks now, if this table has any."""
        return None

    def may_choose(self, seats: frozenset[int]) -> bool:
        """Whether one of `seats` is to move, and not a bot instead."""
        return self.to_play in seats and self.bot_to_play is None

    def is_present(self, seat: int, present: frozenset[int]) -> bool:
        """Whether a seat's owner is connected; bots always are."""
        return seat in present or self.setup.seats[seat].kind == "bot"

    def is_replaceable(self, seat: int, away: frozenset[int]) -> bool:
        """Whether a bot may take over a seat whose owner is away."""
        running = not (self.game.is_over or self.setup.uploaded)
        return running and seat in away and self.bot_of(seat) is None

    def view(
        self,
        seats: frozenset[int] = NO_SEATS,
        present: frozenset[int] = NO_SEATS,
        away: frozenset[int] = NO_SEATS,
    ) -> TableView:
        """The table for the owner of `seats`; `present` are connected, `away` can be replaced."""
        return self.views.view(seats, present, away)

    def update(
        self,
        seats: frozenset[int] = NO_SEATS,
        present: frozenset[int] = NO_SEATS,
        away: frozenset[int] = NO_SEATS,
        after: int = 0,
        *,
        options: bool = True,
    ) -> Update:
        """The update message for a client that has the log up to `after`."""
        return self._updates.update(seats, present, away, after, options=options)

    def encoded_update(
        self,
        seats: frozenset[int] = NO_SEATS,
        present: frozenset[int] = NO_SEATS,
        away: frozenset[int] = NO_SEATS,
        after: int = 0,
        *,
        options: bool = True,
        deltas: bool = False,
    ) -> bytes:
        """`update` as JSON; with `deltas` only what has changed, if `after` was the last one sent.

        What audiences have in common is encoded once.
        """
        return self._updates.encoded(seats, present, away, after, options=options, deltas=deltas)


def _rows(entries: Sequence[Entry], message: str | None) -> list[Row]:
    """Entries as rows of one command."""
    return [Row(entry, None if at else message) for at, entry in enumerate(entries)]
