"""Stored reviews: a queue that several processes share, and the results.

One row for each game and effort, removed with its game. A process claims a row and renews its claim
while it works; the claim of a process that has ended becomes void. All calls block: they run in
threads.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from azulejos.server.errors import ServiceError
from azulejos.server.schema import reviews
from azulejos.server.store import Store

#: A claim that was not renewed for so long is void.
LEASE = timedelta(seconds=60)
#: The largest result that is stored, compressed.
MAX_BYTES = 2_000_000
QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A stored review, without its result."""

    game: str
    effort: str
    state: str
    done: int = 0
    steps: int = 0


class ReviewStore:
    """The reviews of a database, as one process sees and claims them."""

    def __init__(self, store: Store, worker: str) -> None:
        self._store = store
        self._worker = worker

    # Clients

    def find(self, game: str) -> list[ReviewRow]:
        """All reviews of a game."""
        with self._store.engine.connect() as connection:
            found = connection.execute(sa.select(reviews).where(reviews.c.game == game))
            return [_row(row) for row in found]

    def result(self, game: str, effort: str) -> bytes | None:
        """The JSON of a review that is done."""
        with self._store.engine.connect() as connection:
            found = connection.execute(
                sa.select(reviews.c.result).where(_is(game, effort))
            ).scalar_one_or_none()
        return None if found is None else zlib.decompress(found)

    def place(self, game: str, effort: str) -> int:
        """The place of a review in the queue; 1 is next."""
        own = sa.select(reviews.c.requested_at).where(_is(game, effort)).scalar_subquery()
        with self._store.engine.connect() as connection:
            waiting = reviews.c.state == QUEUED
            before = sa.select(sa.func.count()).where(waiting, reviews.c.requested_at < own)
            return 1 + int(connection.execute(before).scalar_one())

    def waiting(self) -> int:
        """Number of reviews that wait."""
        with self._store.engine.connect() as connection:
            return _waiting(connection)

    def request(self, game: str, effort: str, most_waiting: int) -> bool:
        """Queue a review unless it waits, runs or is done; returns whether it was queued."""
        with self._store.writing.begin() as connection:
            known = connection.execute(sa.select(reviews.c.state).where(_is(game, effort)))
            state = known.scalar_one_or_none()
            if state not in (None, FAILED):
                return False
            if _waiting(connection) >= most_waiting:
                raise ServiceError("study/full")
            now = datetime.now(UTC)
            values = {
                "state": QUEUED,
                "requested_at": now,
                "seen_at": now,
                "worker": "",
                "done": 0,
                "steps": 0,
                "result": None,
            }
            if state is None:
                connection.execute(reviews.insert().values(game=game, effort=effort, **values))
            else:
                connection.execute(reviews.update().where(_is(game, effort)).values(**values))
        return True

    # Processes that work on them

    def claim(self) -> ReviewRow | None:
        """Claim the review that has waited longest, or one whose process has ended."""
        now = datetime.now(UTC)
        void = sa.and_(reviews.c.state == RUNNING, reviews.c.seen_at < now - LEASE)
        free = sa.or_(reviews.c.state == QUEUED, void)
        oldest = sa.select(reviews).where(free).order_by(reviews.c.requested_at).limit(1)
        with self._store.engine.connect() as connection:  # mostly there is none: take no lock
            if connection.execute(oldest).first() is None:
                return None
        with self._store.writing.begin() as connection:
            found = connection.execute(oldest.with_for_update(skip_locked=True)).one_or_none()
            if found is None:
                return None
            self._change(connection, found.game, found.effort, state=RUNNING, seen_at=now)
            return _row(found)

    def _change(self, connection: sa.Connection, game: str, effort: str, **values: Any) -> None:
        change = reviews.update().where(_is(game, effort))
        connection.execute(change.values(worker=self._worker, **values))

    def note(self, row: ReviewRow, done: int, steps: int) -> bool:
        """Renew the claim and note the progress; returns whether the review is still claimed."""
        return self._update(row, done=done, steps=steps, seen_at=datetime.now(UTC))

    def finish(self, row: ReviewRow, result: bytes) -> bool:
        """Store the result; returns whether it fits, and the review was still claimed."""
        packed = zlib.compress(result, 6)
        if len(packed) > MAX_BYTES:
            self.fail(row)
            return False
        return self._update(row, state=DONE, result=packed)

    def fail(self, row: ReviewRow) -> None:
        """Note that there is no result."""
        self._update(row, state=FAILED)

    def release(self, row: ReviewRow) -> None:
        """Put a review back to its place in the queue: this process ends."""
        self._update(row, state=QUEUED)

    def _update(self, row: ReviewRow, **values: object) -> bool:
        own = sa.and_(
            _is(row.game, row.effort),
            reviews.c.state == RUNNING,
            reviews.c.worker == self._worker,
        )
        with self._store.writing.begin() as connection:
            return connection.execute(reviews.update().where(own).values(**values)).rowcount == 1


def _is(game: str, effort: str) -> sa.ColumnElement[bool]:
    return sa.and_(reviews.c.game == game, reviews.c.effort == effort)


def _waiting(connection: sa.Connection) -> int:
    queued = sa.select(sa.func.count()).where(reviews.c.state == QUEUED)
    return int(connection.execute(queued).scalar_one())


def _row(row: sa.Row[tuple[object, ...]]) -> ReviewRow:
    return ReviewRow(row.game, row.effort, row.state, row.done, row.steps)
