"""A table of people and bots: its game, its seats and its log, without network and database.

A command (`play`, `undo`, …) is validated and becomes a `Change`: rows to append to the log, and
the game after them. Nothing changes yet. Once the rows are stored, `commit` makes the change
current. Rows that another process stored are replayed with `apply`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from azulejos.bots.names import USUAL, check_bot
from azulejos.engine import AnyEvent
from azulejos.engine.errors import GameOver
from azulejos.game import Deal, Game
from azulejos.session.clocks import WALL_CLOCK, Clock, clocks_for
from azulejos.session.errors import OutOfSync, Stale, TableError
from azulejos.session.log import Change, News, Row, history_rows
from azulejos.session.log_limits import check_return, check_talk
from azulejos.session.messages import (
    AnyState,
    ClockStartEntry,
    ClockView,
    DealEntry,
    Entry,
    HintEntry,
    JoinEntry,
    MoveEntry,
    NameEntry,
    NewTokenEntry,
    RematchEntry,
    Result,
    ReturnEntry,
    SayEntry,
    StandInEntry,
    TableView,
    TimeOutEntry,
    UndoAnswerEntry,
    UndoEntry,
    UndoRequestEntry,
    Update,
)
from azulejos.session.seating import SEATING, follow
from azulejos.session.setup import GameSetup, TableSetup, seat_name
from azulejos.session.tokens import hash_of
from azulejos.session.undo import UndoPolicy
from azulejos.session.updates import NO_SEATS, EncodedLog, TableViews, Updates, news_of
from azulejos.session.views import with_events

#: Entries that change neither the game nor who plays it: commands made before them stay valid.
CHAT = (
    SayEntry,
    HintEntry,
    JoinEntry,
    NameEntry,
    NewTokenEntry,
    RematchEntry,
    UndoRequestEntry,
    UndoAnswerEntry,
    ClockStartEntry,
)


class Table:
    """The current state of a table: a fold over its log."""

    def __init__(self, setup: TableSetup, game: Game, clock: Clock = WALL_CLOCK) -> None:
        """A table with an empty log; see `load` and `of_game`."""
        self.setup = setup
        self.clock = clock
        #: The seats with their present names and tokens; `setup` has those of the start.
        self.seats = list(setup.seats)
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
        #: The version at which a token was replaced last.
        self.token_version = 0
        self.rematch: str | None = None
        self.undo_policy = UndoPolicy(self)
        self.clocks = clocks_for(setup.options.time, len(setup.seats), clock)
        #: Seats whose time has run out for the whole game.
        self.out_of_time: set[int] = set()
        self.last_change = setup.created_at
        self._moved_by_bot: list[bool] = []
        self.views = TableViews(self)
        self.encoded_log = EncodedLog(self)
        self._updates = Updates(self)

    @classmethod
    def load(cls, setup: TableSetup, rows: Sequence[Row], clock: Clock = WALL_CLOCK) -> Table:
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
        return len(self.seats)

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays for a seat now, if any."""
        return self.seats[seat].bot or self.stand_ins.get(seat)

    @property
    def to_play(self) -> int | None:
        """The seat to move; None in an uploaded record."""
        return None if self.setup.uploaded else self.game.to_play

    @property
    def bot_due(self) -> str | None:
        """The bot that is to move now; bots wait for answers to a request for an undo."""
        return None if self.undo_policy.request else self.bot_to_play

    @property
    def bot_to_play(self) -> str | None:
        """The bot to move, if it is a bot's turn."""
        seat = self.to_play
        return None if seat is None else self.bot_of(seat)

    def is_taken(self, seat: int) -> bool:
        """Whether a seat belongs to a person or a bot, and is not open to anyone."""
        return self.seats[seat].kind != "open"

    @property
    def open_seats(self) -> list[int]:
        """The seats that anyone may take; a bot that plays for one closes it."""
        seats = range(self.players)
        return [seat for seat in seats if not self.is_taken(seat) and self.bot_of(seat) is None]

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
        seat = self.to_play
        if seat not in seats:
            raise TableError("not-your-turn")
        after = self.game.copy()
        after.play(move)
        fresh = after.history_after(self.game.history_length)
        bots = {seat: bot} if bot and seat is not None else {}
        rows = history_rows(fresh, self.version, message, bots, self.now())
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
        return self.undo_policy.undo(seats, away, message)

    def answer_undo(
        self,
        seats: frozenset[int],
        request: int,
        *,
        agree: bool,
        away: frozenset[int] = NO_SEATS,
        message: str | None = None,
    ) -> Change:
        """An answer of the owner of `seats` to a request; see `UndoPolicy.answer`."""
        self._check_running()
        return self.undo_policy.answer(seats, request, agree=agree, away=away, message=message)

    def was_bots_move(self, ply: int) -> bool:
        """Whether the move after `ply` was chosen by a bot."""
        return self._moved_by_bot[ply]

    def can_undo(self, seats: frozenset[int]) -> bool:
        """Whether one of these seats can take a move back."""
        return bool(seats) and not self.game.is_over and self._updates.can_undo(seats)

    def say(
        self, seats: frozenset[int], seat: int, preset: str, message: str | None = None
    ) -> Change:
        """A chat message of a seat."""
        self._check_seat(seat, seats)
        check_talk(self.version)
        entry = SayEntry(number=self.version + 1, at=self.now(), seat=seat, preset=preset)
        return self._without_move(entry, message)

    def rename(
        self, seats: frozenset[int], seat: int, name: str, message: str | None = None
    ) -> Change:
        """Another name for a seat; none if it is empty."""
        self._check_seat(seat, seats)
        check_talk(self.version)
        wanted, before = seat_name(name), self.seats[seat].name
        number = self.version + 1
        entry = NameEntry(number=number, at=self.now(), seat=seat, name=wanted, before=before)
        return self._without_move(entry, message)

    def replace_token(
        self, seats: frozenset[int], seat: int, token: str, message: str | None = None
    ) -> Change:
        """Another token for a seat; the old one is void from then on."""
        self._check_seat(seat, seats)
        check_talk(self.version)
        number = self.version + 1
        entry = NewTokenEntry(number=number, at=self.now(), seat=seat, token=hash_of(token))
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
        if seat not in seats and not away and self.is_taken(seat):
            raise TableError("seat/not-away")
        number, by = self.version + 1, min(seats)
        entry = StandInEntry(number=number, at=self.now(), seat=seat, bot=bot, by=by)
        return self._without_move(entry, message)

    def reclaim_seat(self, seats: frozenset[int], seat: int, message: str | None = None) -> Change:
        """The owner of a seat takes it back from its stand-in."""
        self._check_seat(seat, seats)
        if seat not in self.stand_ins:
            raise TableError("seat/no-stand-in")
        if seat in self.out_of_time:
            raise TableError("seat/out-of-time")
        check_return(self.log, seat)
        entry = ReturnEntry(number=self.version + 1, at=self.now(), seat=seat)
        return self._without_move(entry, message)

    def time_out(self) -> Change | None:
        """A bot takes over from the person whose time has run out, if it has."""
        seat = self.clocks.out_of_time() if self.clocks else None
        if seat is None:
            return None
        entry = TimeOutEntry(number=self.version + 1, at=self.now(), seat=seat, bot=USUAL)
        return self._without_move(entry, None)

    def start_clocks(self) -> Change | None:
        """Let the clocks run before all have moved, unless they do or a bot is to move."""
        seat = self.to_play
        if self.clocks is None or self.clocks.started or seat is None or self.bot_of(seat):
            return None
        return self._without_move(
            ClockStartEntry(number=self.version + 1, at=self.now(), seat=seat), None
        )

    def join(self, name: str | None, token: str, message: str | None = None) -> Change:
        """A person takes the first open seat, with a token of their own."""
        self._check_running()
        if not self.open_seats:
            raise TableError("seat/not-open")
        entry = JoinEntry(
            number=self.version + 1,
            at=self.now(),
            seat=self.open_seats[0],
            name=seat_name(name),
            token=hash_of(token),
        )
        return self._without_move(entry, message)

    def rematch_at(self, seat: int, table: str) -> Change:
        """The same seats play again at the table with id `table`."""
        entry = RematchEntry(number=self.version + 1, at=self.now(), seat=seat, game=table)
        return self._without_move(entry, None)

    def rematch_setup(self) -> GameSetup:
        """The game of a rematch: the same rules and seats; the next seat starts."""
        if self.setup.uploaded:
            raise TableError("record-only")
        if not self.game.is_over:
            raise TableError("not-over")
        game = self.setup.game
        first = (game.first_player + 1) % self.players
        headers = dict(self.game.headers)
        return msgspec.structs.replace(
            game, first_player=first, headers=headers, position=None, comments={}, variations=""
        )

    def now(self) -> str:
        """The time of a new entry."""
        return self.clock.now().isoformat()

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

    def commit(self, change: Change, news: News | None = None) -> None:
        """Make a stored change current; the game after it is taken over, not played again."""
        before = self.version
        if self.game is not change.before or before != change.rows[0].number - 1:
            self.apply(change.rows)  # rows came in between: replay what is still new
            return
        self.game = change.after
        turns = iter(change.after.history_after(change.before.history_length))
        for row in change.rows:
            played = isinstance(row.entry, MoveEntry | DealEntry)
            self._note(row, next(turns).events if played else ())
        if news:
            self._updates.take_over(news, before)

    def news_of(self, change: Change) -> News | None:
        """What other processes can be told of a change, so that they encode nothing."""
        return news_of(change)

    def apply(self, rows: Sequence[Row], news: News | None = None) -> None:
        """Replay stored rows; those already known are skipped. `news` is that of all of them."""
        before = self.version
        for row in rows:
            if row.number <= self.version:
                continue
            if row.number != self.version + 1:
                raise OutOfSync
            self._note(row, self._replay(row.entry))
        if news and before == rows[0].number - 1:
            self._updates.take_over(news, before)

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
        elif isinstance(entry, SEATING):
            follow(self, entry)
            self.views.clear()
        self.undo_policy.note(entry)
        self.log.append(entry)
        self._events.append(events)
        self.version = entry.number
        if not isinstance(entry, CHAT):
            self.game_version = entry.number
        if self.clocks:
            self.clocks.note(entry, self.to_play if self.bot_to_play is None else None)
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

    def check_visible(self, seats: frozenset[int]) -> None:
        """Refuse to show a running game to others than its players, where spectators may not."""
        running = not (self.setup.uploaded or self.game.is_over)
        if running and not seats and not self.setup.options.spectators:
            raise TableError("no-spectators")

    def clock_view(self) -> ClockView | None:
        """The clocks now, if this table has any."""
        if self.clocks is None:
            return None
        return self.clocks.view([self.bot_of(seat) is not None for seat in range(self.players)])

    def may_choose(self, seats: frozenset[int]) -> bool:
        """Whether one of `seats` is to move, and not a bot instead."""
        seat = self.to_play
        return seat in seats and seat is not None and self.bot_of(seat) is None

    def is_present(self, seat: int, present: frozenset[int]) -> bool:
        """Whether a seat's owner is connected; bots always are."""
        return seat in present or self.seats[seat].kind == "bot"

    def is_replaceable(self, seat: int, away: frozenset[int]) -> bool:
        """Whether a bot may take over a seat whose owner is away."""
        running = not (self.game.is_over or self.setup.uploaded)
        is_absent = seat in away or not self.is_taken(seat)
        return running and is_absent and self.bot_of(seat) is None

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
        """`update` as JSON; with `deltas` only what changed, if `after` was the last one sent."""
        return self._updates.encoded(seats, present, away, after, options=options, deltas=deltas)
