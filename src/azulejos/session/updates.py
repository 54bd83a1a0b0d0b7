"""Updates about one version of a table: each part is made when first needed, and encoded once.

Audiences differ in their seats, in what they have of the log and in what they asked for; most parts
are the same for all of them. Nothing here decides what is hidden: see `views`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from azulejos.session import views
from azulejos.session.codec import encode
from azulejos.session.log import Change, News
from azulejos.session.messages import (
    AnyOption,
    AnyState,
    ClockView,
    Entry,
    Result,
    Reveal,
    SeatView,
    TableView,
    UndoRequest,
    Update,
)
from azulejos.session.of_table import OfTable

if TYPE_CHECKING:
    from azulejos.session.table import Table

Seats: TypeAlias = frozenset[int]
NO_SEATS: Seats = frozenset()
_NULL = Raw(b"null")
_FIELDS: msgspec.json.Decoder[dict[str, Raw]] = msgspec.json.Decoder(dict[str, Raw])
_ITEMS: msgspec.json.Decoder[list[Raw]] = msgspec.json.Decoder(list[Raw])
#: Audiences of a table that are remembered: combinations of seats and presence.
MAX_AUDIENCES = 64
#: Entries of the log from which they are kept as JSON; a long game has a few hundred.
LONG_LOG = 400


class _EncodedUpdate(msgspec.Struct, tag_field="type", tag="update"):
    """`Update`, of encoded parts."""

    version: int
    entries: list[Raw]
    state: Raw
    options: Raw
    table: Raw
    can_undo: bool
    result: Raw
    undo_request: UndoRequest | None
    clock: ClockView | None


class _EncodedDelta(msgspec.Struct, tag_field="type", tag="delta"):
    """`Delta`, of encoded parts."""

    version: int
    after: int
    entries: list[Raw]
    state: Raw
    options: Raw
    can_undo: bool
    table: Raw | UnsetType
    result: Raw | UnsetType
    undo_request: UndoRequest | UnsetType
    clock: ClockView | UnsetType


def news_of(change: Change) -> News | None:
    """The news of a change that plays on; None of others."""
    played = change.after.history_after(change.before.history_length)
    if len(played) != len(change.rows):
        return None
    pairs = zip(change.rows, played, strict=True)
    entries = [views.with_events(row.entry, entry.events) for row, entry in pairs]
    state = views.state(change.after.position, change.after.ply)
    return News(_encoded(entries), Raw(encode(state)))


class Shown(NamedTuple):
    """A version that clients were sent: what deltas are made from."""

    version: int
    state: Raw
    over: bool
    #: How often seats and the rematch have changed.
    seating: int


class Updates(OfTable):
    """The updates about one version of a table."""

    def __init__(self, table: Table, before: Updates | None = None) -> None:
        """`before`: those about the version before this one."""
        super().__init__(table)
        self._version = table.version
        self._over = table.game.is_over
        self._seating = table.views.changes
        self._shown = before.shown if before else None
        self._can_undo: dict[Seats, bool] = {}
        self._entries: dict[int, list[Raw]] = {}

    @property
    def shown(self) -> Shown | None:
        """The last version that clients were sent: this one, or an earlier one."""
        state = self.__dict__.get("_encoded_state")  # if it was ever needed
        return Shown(self._version, state, self._over, self._seating) if state else self._shown

    def take_over(self, news: News, after: int) -> None:
        """Use what is encoded already: of the change that led from version `after` to this one."""
        self._entries[after] = news.entries
        self._encoded_state = news.state

    # Parts

    @cached_property
    def state(self) -> AnyState:
        """Everything that lies on the table."""
        game = self._table.game
        return views.state(game.position, game.ply)

    @cached_property
    def options(self) -> list[AnyOption]:
        """The legal moves."""
        return views.options(self._table.game.position)

    @cached_property
    def result(self) -> Result | None:
        """The result of a finished game."""
        return views.result(self._table.game)

    @property
    def undo_request(self) -> UndoRequest | None:
        """The request for an undo that is not settled yet."""
        found = self._table.undo_policy.request
        return found.view() if found else None

    def can_undo(self, seats: Seats) -> bool:
        """Whether one of these seats can take a move back."""
        if seats not in self._can_undo:
            self._can_undo[seats] = self._table.undo_policy.can_undo(seats)
        return self._can_undo[seats]

    def update(
        self, seats: Seats, present: Seats, away: Seats, after: int, *, options: bool
    ) -> Update:
        """The update for a client that has the log up to `after`."""
        table = self._table
        return Update(
            version=table.version,
            entries=table.entries_after(after),
            state=self.state,
            options=self.options if options and table.may_choose(seats) else None,
            table=table.view(seats, present, away),
            can_undo=table.can_undo(seats),
            result=self.result,
            undo_request=self.undo_request,
            clock=table.clock_view(),
        )

    # Encoded

    def encoded(
        self, seats: Seats, present: Seats, away: Seats, after: int, *, options: bool, deltas: bool
    ) -> bytes:
        """`update` as JSON; or what has changed since `after`, if clients were sent that."""
        table, shown = self._table, self._shown
        if after not in self._entries:
            self._entries[after] = table.encoded_log.after(after)
        entries, can_undo = self._entries[after], table.can_undo(seats)
        clock = table.clock_view()
        choice = self._encoded_options if options and table.may_choose(seats) else _NULL
        if deltas and shown and shown.version == after:
            over = self._over and not shown.over
            reseated = over or shown.seating != self._seating
            return encode(
                _EncodedDelta(
                    version=table.version,
                    after=after,
                    entries=entries,
                    state=self._encoded_changes,
                    options=choice,
                    can_undo=can_undo,
                    table=table.views.encoded(seats, present, away) if reseated else UNSET,
                    result=self._encoded_result if over else UNSET,
                    undo_request=self.undo_request or UNSET,
                    clock=clock or UNSET,
                )
            )
        return encode(
            _EncodedUpdate(
                version=table.version,
                entries=entries,
                state=self._encoded_state,
                options=choice,
                table=table.views.encoded(seats, present, away),
                can_undo=can_undo,
                result=self._encoded_result,
                undo_request=self.undo_request,
                clock=clock,
            )
        )

    @cached_property
    def _encoded_state(self) -> Raw:
        return Raw(encode(self.state))

    @cached_property
    def _encoded_changes(self) -> Raw:
        """The fields of the state that have changed since it was shown."""
        assert self._shown is not None
        before, now = _FIELDS.decode(self._shown.state), _FIELDS.decode(self._encoded_state)
        changed = {name: value for name, value in now.items() if value != before[name]}
        if "boards" in changed:
            pairs = zip(_ITEMS.decode(before["boards"]), _ITEMS.decode(now["boards"]), strict=True)
            boards = [_NULL if old == new else new for old, new in pairs]
            changed["boards"] = Raw(encode(boards))
        return Raw(encode(changed))

    @cached_property
    def _encoded_options(self) -> Raw:
        return Raw(views.encoded_options(self._table.game.position))

    @cached_property
    def _encoded_result(self) -> Raw:
        return Raw(encode(self.result))


class EncodedLog(OfTable):
    """The entries of a log as JSON; those of a long one are encoded once, and kept.

    Any client can ask for all of them, again after every change.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._kept: list[Raw] = []

    def after(self, version: int) -> list[Raw]:
        """The entries after a version; all of them if that is no version of the table."""
        table, kept = self._table, self._kept
        known = version if 0 <= version <= table.version else 0
        if table.version - known < LONG_LOG:
            return _encoded(table.entries_after(known))
        kept += _encoded(table.entries_after(len(kept)))
        return kept[known:]


def _encoded(entries: list[Entry]) -> list[Raw]:
    return [Raw(encode(entry)) for entry in entries]


class TableViews(OfTable):
    """Views of a table without its game, for each audience: they seldom change."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._encoded: dict[tuple[Seats, Seats, Seats, bool], Raw] = {}
        #: How often seats and the rematch have changed.
        self.changes = 0
        self._commitment = table.setup.commitment

    def clear(self) -> None:
        """Forget what was encoded: seats or the rematch have changed."""
        self._encoded.clear()
        self.changes += 1

    def encoded(self, seats: Seats, present: Seats, away: Seats) -> Raw:
        """The view for the owner of `seats` as JSON."""
        key = seats, present, away, self._table.game.is_over
        found = self._encoded.get(key)
        if found is None:
            if len(self._encoded) > MAX_AUDIENCES:
                self._encoded.clear()
            found = self._encoded[key] = Raw(encode(self.view(seats, present, away)))
        return found

    def view(self, seats: Seats, present: Seats, away: Seats) -> TableView:
        """The table for the owner of `seats`; `present` are connected, `away` can be replaced."""
        table, setup = self._table, self._table.setup
        revealed = table.game.is_over and not setup.uploaded and setup.seed and setup.nonce
        return TableView(
            id=setup.id,
            game=table.game.name,
            board="coloured" if table.game.board == "coloured" else "grey",
            players=table.players,
            first_player=setup.game.first_player,
            uploaded=setup.uploaded,
            commitment=self._commitment,
            reveal=Reveal(setup.seed or "", setup.nonce or "") if revealed else None,
            seats=[self._seat(seat, seats, present, away) for seat in range(table.players)],
            rematch=table.rematch,
            options=setup.options,
        )

    def _seat(self, seat: int, seats: Seats, present: Seats, away: Seats) -> SeatView:
        table, setup = self._table, self._table.seats[seat]
        return SeatView(
            seat=seat,
            name=setup.name,
            kind=setup.kind,
            bot=setup.bot,
            stand_in=table.stand_ins.get(seat),
            present=table.is_present(seat, present),
            yours=seat in seats,
            replaceable=table.is_replaceable(seat, away),
            out_of_time=seat in table.out_of_time,
            host=setup.host,
        )
