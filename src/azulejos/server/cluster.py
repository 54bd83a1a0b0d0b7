"""Cluster: the processes that serve the same tables, and what they tell each other.

Each process is a member. Members exchange notices (JSON of at most `MAX_NOTICE` bytes) over a
channel that reaches all of them, themselves included, in the order in which each sends:

- `Written`: rows that a member has committed, so that the others need no query, and what it has
  encoded of them for clients;
- `Beat`: every second; a member that is silent for `MEMBER_TIMEOUT` is gone;
- `Seats`: a change of presence. They are numbered, and a member that misses one sends `Ask`, to
  which `AllSeats` is the answer;
- `Hurry`, and `Leave` at shutdown.

Notices are hints: the database decides what is written. This module knows neither sockets nor
PostgreSQL; see `azulejos.server.pg_listen` for the channel.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from azulejos.session import News
from azulejos.session.messages import Entry

if TYPE_CHECKING:
    from azulejos.server.presence import PresenceRegistry
    from azulejos.server.store import Batch

logger = logging.getLogger("azulejos")

#: Seconds between beats, and of silence after which a member is gone.
BEAT = 1.0
MEMBER_TIMEOUT = 5.0
#: NOTIFY takes less than 8000 bytes.
MAX_NOTICE = 7900
#: Hexadecimal digits of a member's name, which every notice begins with.
MEMBER_DIGITS = 12
#: Bytes left for rows, and tables whose seats fit: a name of 32 letters and four seats each.
MAX_CONTENT = MAX_NOTICE - MEMBER_DIGITS - 10
TABLES_A_NOTICE = 150

#: An entry of the log, and the idempotency key of its command.
NoticeRow: TypeAlias = tuple[Entry, str | None]
#: A table, its new rows and their news; None where they are too large for a notice.
NoticeRows: TypeAlias = tuple[str, list[NoticeRow] | None, News | None]
#: Connected seats by table; None where the last connection has gone.
SeatsByTable: TypeAlias = dict[str, list[int] | None]


class Notice(msgspec.Struct, array_like=True, tag=True):
    """What one member tells all others."""


class Written(Notice, tag="w"):
    """Rows that are committed."""

    tables: list[NoticeRows]


class Beat(Notice, tag="b"):
    """The member lives; `number` is that of its last change of presence."""

    number: int
    #: The number of beats so far, by which a member recognises its own.
    count: int


class Seats(Notice, tag="s"):
    """A change of presence."""

    number: int
    tables: SeatsByTable


class AllSeats(Notice, tag="a"):
    """A part of all presence of a member."""

    number: int
    first: bool
    last: bool
    tables: SeatsByTable


class Ask(Notice, tag="?"):
    """A request for `AllSeats`, of one member or of all."""

    member: str | None


class Hurry(Notice, tag="h"):
    """Skip the bots' pauses at a table."""

    table: str


class Leave(Notice, tag="x"):
    """The member shuts down."""


AnyNotice: TypeAlias = Written | Beat | Seats | AllSeats | Ask | Hurry | Leave
_decode = msgspec.json.Decoder(AnyNotice).decode
_encode = msgspec.json.Encoder().encode


class Tables(Protocol):
    """What the cluster tells the live tables of this process."""

    def receive(self, table: str, rows: list[NoticeRow] | None, news: News | None) -> None:
        """Another process has written rows; None: look into the database."""

    def presence_changed(self, tables: Iterable[str]) -> None:
        """Connections to other processes have changed."""

    def hurry(self, table: str) -> None:
        """A client of another process hurries the bots."""


@dataclass(slots=True)
class Member:
    """Another process: when it was heard, and how far its presence is known."""

    heard: float
    number: int | None = None
    #: Parts of `AllSeats` that are not complete yet.
    parts: SeatsByTable = field(default_factory=dict)


class Cluster:
    """The view of one member: it sends and receives notices, and notices who is gone."""

    def __init__(
        self,
        presence: PresenceRegistry,
        tables: Tables,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = secrets.token_hex(MEMBER_DIGITS // 2)
        self.members: dict[str, Member] = {}
        #: Notices to send, in order.
        self.outbox: list[str] = []
        #: Called when the outbox is no longer empty.
        self.on_outgoing: Callable[[], None] = lambda: None
        #: The last own beat that came back.
        self.echoed = 0
        self._prefix = self.name.encode()
        self._presence = presence
        self._tables = tables
        self._clock = clock
        #: Changes of presence, and beats, sent so far.
        self._number = 0
        self._beats = 0
        self._ticked = clock()

    # Sending

    def written(self, batches: Iterable[Batch]) -> list[str]:
        """The notices about committed batches; of tables that are new no member has to know."""
        tables: list[NoticeRows] = [
            (batch.game, [(row.entry, row.message) for row in batch.rows], batch.news)
            for batch in batches
            if batch.created is None
        ]
        return [self.name + text for text in _packed(tables)]

    def seats_changed(self, table: str, seats: frozenset[int] | None) -> None:
        """Connections to this process have changed."""
        self._number += 1
        self._send(Seats(self._number, {table: None if seats is None else sorted(seats)}))

    def hurry(self, table: str) -> None:
        """A client of this process hurries the bots of a table."""
        self._send(Hurry(table))

    def size(self) -> int:
        """The number of members, this one included."""
        return 1 + len(self.members)

    def join(self) -> None:
        """Start on a new channel: announce this member, and ask for the others' presence."""
        self.outbox.clear()
        self._ticked = self._clock()
        for member in self.members.values():  # their silence was not theirs
            member.heard = self._ticked
        self._presence.restart_grace_period()
        self._send_all_seats()
        self._send(Ask(None))

    def leave(self) -> None:
        """Announce the shutdown."""
        self._send(Leave())

    def beat(self) -> int:
        """Send a beat; returns its count."""
        self._beats += 1
        self._send(Beat(self._number, self._beats))
        return self._beats

    def expire(self) -> list[str]:
        """Take over from members that are silent; returns their names."""
        now = self._clock()
        late, self._ticked = now - self._ticked > 2 * BEAT, now
        if late:  # this process was stopped or busy: what was sent is not read yet
            return []
        gone = [name for name, one in self.members.items() if now - one.heard > MEMBER_TIMEOUT]
        for name in gone:
            logger.warning("another process is silent; taking over", extra={"member": name})
            self._remove(name)
        return gone

    def _send(self, notice: Notice) -> None:
        self.outbox.append(self.name + _encode(notice).decode())
        if len(self.outbox) == 1:
            self.on_outgoing()

    def _send_all_seats(self) -> None:
        here = {table: sorted(seats) for table, seats in self._presence.here.items()}
        parts = list(_parts(here))
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            self._send(AllSeats(self._number, first=index == 0, last=last, tables=part))

    # Receiving

    def receive(self, payload: bytes) -> None:
        """Handle a notice of any member, this one included."""
        name, text = payload[:MEMBER_DIGITS], payload[MEMBER_DIGITS:]
        if name == self._prefix:
            if text.startswith(b'["b"'):  # of what else this process has sent it needs no news
                self.echoed = msgspec.json.decode(text, type=Beat).count
            return
        try:
            notice = _decode(text)
        except msgspec.DecodeError:
            logger.exception("a notice cannot be read")
            return
        self._handle(name.decode(), notice)

    def _handle(self, name: str, notice: AnyNotice) -> None:
        if isinstance(notice, Leave):
            if name in self.members:
                self._remove(name)
            return
        member = self.members.setdefault(name, Member(self._clock()))
        member.heard = self._clock()
        if isinstance(notice, Written):
            for table in notice.tables:
                self._tables.receive(*table)
        elif isinstance(notice, Hurry):
            self._tables.hurry(notice.table)
        elif isinstance(notice, Ask):
            if notice.member in (None, self.name):
                self._send_all_seats()
        else:
            self._handle_presence(name, member, notice)

    def _handle_presence(self, name: str, member: Member, notice: Beat | Seats | AllSeats) -> None:
        if isinstance(notice, Beat):
            if member.number != notice.number:  # a notice was missed, or the member is new
                self._send(Ask(name))
        elif isinstance(notice, AllSeats):
            self._replace_seats(name, member, notice)
        elif member.number == notice.number - 1:
            member.number = notice.number
            self._set_seats(name, notice.tables)

    def _set_seats(self, name: str, tables: SeatsByTable) -> None:
        for table, seats in tables.items():
            self._presence.set_elsewhere(name, table, None if seats is None else frozenset(seats))
        self._tables.presence_changed(tables)

    def _replace_seats(self, name: str, member: Member, notice: AllSeats) -> None:
        member.parts = {**({} if notice.first else member.parts), **notice.tables}
        if notice.last:
            gone = self._presence.tables_of(name) - member.parts.keys()
            self._set_seats(name, {**dict.fromkeys(gone), **member.parts})
            member.number, member.parts = notice.number, {}

    def _remove(self, name: str) -> None:
        del self.members[name]
        self._tables.presence_changed(self._presence.forget(name))


def _packed(tables: Iterable[NoticeRows]) -> Iterator[str]:
    """Notices about rows, as few as possible and none too large."""
    size, pack = 0, list[bytes]()
    for table in tables:
        name, rows, _ = table
        text = _encode(table)
        if len(text) > MAX_CONTENT:
            text = _encode((name, rows, None))
        if len(text) > MAX_CONTENT:
            text = _encode((name, None, None))
        if size + len(text) > MAX_CONTENT:
            yield _written(pack)
            size, pack = 0, []
        size += len(text) + 1
        pack.append(text)
    if pack:
        yield _written(pack)


def _written(pack: list[bytes]) -> str:
    """The notice `Written`, of parts that are encoded already."""
    return f'["w",[{b",".join(pack).decode()}]]'


def _parts(tables: Mapping[str, list[int]]) -> Iterator[SeatsByTable]:
    """Presence in parts that fit into notices; at least one."""
    names = list(tables)
    for start in range(0, max(1, len(names)), TABLES_A_NOTICE):
        yield {name: tables[name] for name in names[start : start + TABLES_A_NOTICE]}
