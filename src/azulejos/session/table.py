"""A table of people and bots: its game, its seats and its log, without network and database.

A command (`play`, `undo`, …) is validated and becomes a `Change`: rows to append to the log, and
the game after them. Nothing changes yet. Once the rows are stored, `commit` makes the change
current. Rows that another process stored are replayed with `apply`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from azulejos.bots import ALL_BOTS
from azulejos.engine import AnyEvent
from azulejos.engine.errors import GameOver, UnknownName
from azulejos.game import Deal, Game
from azulejos.session import views
from azulejos.session.errors import Stale, TableError
from azulejos.session.log import Change, Row, history_rows, now
from azulejos.session.messages import (
    AnyOption,
    AnyState,
    DealEntry,
    Entry,
    Event,
    MoveEntry,
    RematchEntry,
    Result,
    ReturnEntry,
    Reveal,
    SayEntry,
    SeatView,
    StandInEntry,
    TableView,
    UndoEntry,
    Update,
)
from azulejos.session.setup import GameSetup, TableSetup

#: Entries that change neither the game nor who plays it: commands made before them stay valid.
CHAT = (SayEntry, RematchEntry)
#: Longest log that takes more than moves; a long game has a few hundred rows.
MAX_ROWS = 3000
NO_SEATS: frozenset[int] = frozenset()


class OutOfSync(Exception):
    """The stored log contradicts this copy of the table: reload it."""


class Table:
    """The current state of a table: a fold over its log."""

    def __init__(self, setup: TableSetup, game: Game) -> None:
        """A table with an empty log; see `load` and `of_game`."""
        self.setup = setup
        self.game = game
        self.version = 0
        #: The version at which the game, or who plays it, changed last.
        self.game_version = 0
        self.entries: list[Entry] = []
        #: Idempotency keys of the commands that were carried out, with the resulting versions.
        self.seen_messages: dict[str, int] = {}
        self.stand_ins: dict[int, str] = {}
        self.rematch: str | None = None
        self.last_change = setup.created_at
        self._moved_by_bot: list[bool] = []
        self._views = _Views()

    @classmethod
    def load(cls, setup: TableSetup, rows: Sequence[Row]) -> Table:
        """The table that a stored log leads to."""
        deals = [row.entry.tiles for row in rows if isinstance(row.entry, DealEntry)]
        table = cls(setup, setup.start(deals))
        table.apply(rows)
        for ply, comment in setup.game.comments.items():
            table.game.comment(comment, ply)
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
        fresh = after.history[len(self.game.history) :]
        bots = {self.to_play: bot} if bot and self.to_play is not None else {}
        return Change(history_rows(fresh, self.version, message, bots), self.game, after)

    def undo(self, seats: frozenset[int], message: str | None = None) -> Change:
        """Back to the last real choice of one of these seats."""
        self._check_running()
        self._check_log_size()
        ply, seat = self._undo_target(seats)
        entry = UndoEntry(number=self.version + 1, at=now(), seat=seat, ply=ply)
        return Change([Row(entry, message)], self.game, self.game.at(ply))

    def _undo_target(self, seats: frozenset[int]) -> tuple[int, int]:
        """The undo policy: the ply to go back to, and the seat that chose there.

        Goes back over bots' replies and forced moves to the last choice of `seats`; stops at a
        choice of another person, and where tiles were drawn.
        """
        ply = self.game.ply
        for entry in reversed(self.game.history):
            if isinstance(entry, Deal):
                raise TableError("undo/drawn" if ply else "undo/nothing")
            ply -= 1
            if self._moved_by_bot[ply]:
                continue
            if entry.player not in seats:
                raise TableError("undo/others-moved")
            if len(self.game.position_at(ply).legal_moves) > 1:
                return ply, entry.player
        raise TableError("undo/nothing")

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats can take a move back."""
        if not seats or self.game.is_over:
            return False
        if seats not in self._views.can_undo:
            try:
                self._undo_target(seats)
            except TableError:
                self._views.can_undo[seats] = False
            else:
                self._views.can_undo[seats] = True
        return self._views.can_undo[seats]

    def say(
        self, seats: frozenset[int], seat: int, preset: str, message: str | None = None
    ) -> Change:
        """A chat message of a seat."""
        self._check_seat(seat, seats)
        self._check_log_size()
        entry = SayEntry(number=self.version + 1, at=now(), seat=seat, preset=preset)
        return self._without_move(entry, message)

    def stand_in(
        self, seats: frozenset[int], seat: int, bot: str, *, away: bool, message: str | None = None
    ) -> Change:
        """A bot takes over a seat: one of `seats`, or one whose owner is away."""
        self._check_running()
        self._check_log_size()
        if not seats:
            raise TableError("not-your-seat")
        self._check_seat(seat)
        if bot not in ALL_BOTS:
            raise UnknownName("unknown-bot", known=", ".join(ALL_BOTS), name=bot)
        if self.bot_of(seat) is not None:
            raise TableError("seat/is-bot")
        if seat not in seats and not away:
            raise TableError("seat/not-away")
        number, by = self.version + 1, min(seats)
        entry = StandInEntry(number=number, at=now(), seat=seat, bot=bot, by=by)
        return self._without_move(entry, message)

    def reclaim_seat(self, seats: frozenset[int], seat: int, message: str | None = None) -> Change:
        """The owner of a seat takes it back from its stand-in."""
        self._check_seat(seat, seats)
        if seat not in self.stand_ins:
            raise TableError("seat/no-stand-in")
        entry = ReturnEntry(number=self.version + 1, at=now(), seat=seat)
        return self._without_move(entry, message)

    def rematch_at(self, seat: int, table: str) -> Change:
        """The same seats play again at the table with id `table`."""
        entry = RematchEntry(number=self.version + 1, at=now(), seat=seat, game=table)
        return self._without_move(entry, None)

    def rematch_setup(self) -> GameSetup:
        """The game of a rematch: the same rules and seats; the next seat starts."""
        if self.setup.uploaded:
            raise TableError("record-only")
        if not self.game.is_over:
            raise TableError("not-over")
        game = self.setup.game
        first = (game.first_player + 1) % self.players
        return msgspec.structs.replace(game, first_player=first, position=None, comments={})

    def _without_move(self, entry: Entry, message: str | None) -> Change:
        return Change([Row(entry, message)], self.game, self.game)

    def _check_running(self) -> None:
        if self.setup.uploaded:
            raise TableError("record-only")
        if self.game.is_over:
            raise GameOver("game-over")

    def _check_log_size(self) -> None:
        """Limit the length of the log; moves are always accepted."""
        if self.version >= MAX_ROWS:
            raise TableError("log-full")

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
        turns = iter(change.after.history[len(change.before.history) :])
        for row in change.rows:
            events: Sequence[AnyEvent] | None = None
            if isinstance(row.entry, MoveEntry | DealEntry):
                events = next(turns).events
            self._note(row, events)

    def apply(self, rows: Iterable[Row]) -> None:
        """Replay stored rows; those already known are skipped."""
        for row in rows:
            if row.number <= self.version:
                continue
            if row.number != self.version + 1:
                raise OutOfSync
            self._note(row, self._replay(row.entry))

    def _replay(self, entry: Entry) -> Sequence[AnyEvent] | None:
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
        return None

    def _note(self, row: Row, events: Sequence[AnyEvent] | None) -> None:
        """Append a row to the log whose effect on the game has happened."""
        entry = row.entry
        if isinstance(entry, MoveEntry | DealEntry):
            shown: list[Event] = [views.event_view(event) for event in events or ()]
            entry = msgspec.structs.replace(entry, events=shown)
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
        self.entries.append(entry)
        self.version = entry.number
        if not isinstance(entry, CHAT):
            self.game_version = entry.number
        self.last_change = entry.time
        if row.message:
            self.seen_messages[row.message] = entry.number
        self._views = _Views()

    # Views

    def state(self) -> AnyState:
        """Everything that lies on the table."""
        if self._views.state is None:
            self._views.state = views.state(self.game.position, self.game.ply)
        return self._views.state

    def options(self, seats: frozenset[int]) -> list[AnyOption] | None:
        """The legal moves, if one of `seats` is to move."""
        if self.to_play not in seats or self.bot_to_play is not None:
            return None
        if self._views.options is None:
            self._views.options = views.options(self.game.position)
        return self._views.options

    def result(self) -> Result | None:
        """The result of a finished game."""
        if self._views.result is None:
            self._views.result = views.result(self.game)
        return self._views.result

    def view(
        self,
        seats: frozenset[int] = NO_SEATS,
        present: frozenset[int] = NO_SEATS,
        away: frozenset[int] = NO_SEATS,
    ) -> TableView:
        """The table for the owner of `seats`; `present` are connected, `away` can be replaced."""
        setup = self.setup
        revealed = self.game.is_over and not setup.uploaded and setup.seed and setup.nonce
        return TableView(
            id=setup.id,
            game=self.game.name,
            board="coloured" if self.game.board == "coloured" else "grey",
            players=self.players,
            first_player=setup.game.first_player,
            uploaded=setup.uploaded,
            commitment=setup.commitment,
            reveal=Reveal(setup.seed or "", setup.nonce or "") if revealed else None,
            seats=[self._seat_view(seat, seats, present, away) for seat in range(self.players)],
            rematch=self.rematch,
        )

    def _seat_view(
        self, seat: int, seats: frozenset[int], present: frozenset[int], away: frozenset[int]
    ) -> SeatView:
        setup = self.setup.seats[seat]
        running = not (self.game.is_over or self.setup.uploaded)
        return SeatView(
            seat=seat,
            name=setup.name,
            kind=setup.kind,
            bot=setup.bot,
            stand_in=self.stand_ins.get(seat),
            present=seat in present or setup.kind == "bot",
            yours=seat in seats,
            replaceable=running and seat in away and self.bot_of(seat) is None,
        )

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
        known = after if 0 <= after <= self.version else 0
        return Update(
            version=self.version,
            entries=self.entries[known:],
            state=self.state(),
            options=self.options(seats) if options else None,
            table=self.view(seats, present, away),
            can_undo=self.can_undo(seats),
            result=self.result(),
        )


class _Views:
    """Views of the current version, made when they are first needed."""

    def __init__(self) -> None:
        self.state: AnyState | None = None
        self.options: list[AnyOption] | None = None
        self.result: Result | None = None
        self.can_undo: dict[frozenset[int], bool] = {}
