"""Retention: old games and uploads are removed once a day, a few at a time.

A transaction removes as many games as take a few hundredths of a second, and a pause follows
in which others write. Days are not counted by the clock alone: the time up to which games are
removed is stored, and a run advances it by two days at most. A clock that is wrong by years removes
the games of two days, not all of them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from azulejos.server.schema import games, uploads
from azulejos.server.settings import Settings
from azulejos.server.storage_errors import STORAGE_FAILURES, reason_of
from azulejos.server.store import Store, fact, set_fact
from azulejos.server.uploads import forget_days

logger = logging.getLogger("azulejos")

#: Seconds from the start to the first run, and from one run to the next.
FIRST_RUN, INTERVAL = 10 * 60, 24 * 60 * 60
#: The most that one run advances the time up to which games are removed.
MAX_ADVANCE = timedelta(days=2)
#: The name of the fact that stores it.
PURGED_UNTIL = "purged-until"
#: Games that the first transaction removes, the most of one, and the seconds it should take.
FIRST_BATCH, MAX_BATCH, TARGET_SECONDS = 20, 500, 0.03
#: The pause after a transaction: in seconds at least, and as a multiple of its duration.
MIN_PAUSE, PAUSE_RATIO = 0.05, 3.0


@dataclass(frozen=True, slots=True)
class Cutoffs:
    """Times before which games are removed; None: never."""

    finished: datetime | None = None
    abandoned: datetime | None = None
    uploaded: datetime | None = None

    @property
    def latest(self) -> datetime | None:
        """The latest of them."""
        known = (self.finished, self.abandoned, self.uploaded)
        return max((cutoff for cutoff in known if cutoff), default=None)


def cutoffs(settings: Settings, now: datetime) -> Cutoffs:
    """The cut-offs of the settings, counted from `now`."""

    def before(days: int) -> datetime | None:
        return now - timedelta(days=days) if days > 0 else None

    return Cutoffs(
        before(settings.keep_finished),
        before(settings.keep_abandoned),
        before(settings.keep_uploads),
    )


async def purge_daily(store: Store, settings: Settings) -> None:
    """Remove old games for as long as the service runs."""
    await asyncio.sleep(FIRST_RUN)
    while True:
        try:
            removed = await purge(store, settings)
        except STORAGE_FAILURES as failure:
            logger.error("could not remove old games: %s", reason_of(failure))
        else:
            logger.info("looked for old games", extra={"removed": removed})
        await asyncio.sleep(INTERVAL)


async def purge(store: Store, settings: Settings, clock: datetime | None = None) -> int:
    """Remove what the settings no longer keep; returns the number of games."""
    until = await asyncio.to_thread(advance, store, clock or datetime.now(UTC))
    removed, size = 0, FIRST_BATCH
    for_removal = cutoffs(settings, until)
    while True:
        begun = time.monotonic()
        count = await asyncio.to_thread(purge_some, store, for_removal, size)
        removed += count
        if count == 0:
            return removed
        seconds = time.monotonic() - begun
        size = min(MAX_BATCH, max(1, int(size * TARGET_SECONDS / max(seconds, 0.001))))
        await asyncio.sleep(max(MIN_PAUSE, PAUSE_RATIO * seconds))


def advance(store: Store, clock: datetime) -> datetime:
    """The time from which this run counts days: the clock's, but two days after the last one's.

    The first run starts from the newest change. Salts and hashes of past days are removed.
    """
    with store.writing.begin() as connection:
        forget_days(connection, (clock - timedelta(days=1)).date().isoformat())
        stored = fact(connection, PURGED_UNTIL)
        last = datetime.fromisoformat(stored) if stored else newest_change(connection) or clock
        until = min(clock, last + MAX_ADVANCE)
        if stored is None or until > last:
            set_fact(connection, PURGED_UNTIL, until.isoformat())
    if until < clock - MAX_ADVANCE:
        logger.warning(
            "the clock is far ahead of the last look for old games: days are counted from %s",
            until.isoformat(),
        )
    return until


def newest_change(connection: sa.Connection) -> datetime | None:
    """The time of the newest change of any game, of running and of finished ones by the index."""
    newest = [
        connection.execute(
            sa.select(sa.func.max(games.c.changed_at)).where(games.c.finished == finished)
        ).scalar_one()
        for finished in (False, True)
    ]
    aware = [time if time.tzinfo else time.replace(tzinfo=UTC) for time in newest if time]
    return max(aware, default=None)


def purge_some(store: Store, before: Cutoffs, most: int) -> int:
    """Remove up to `most` games in one transaction; returns how many."""
    with store.engine.connect() as connection:
        found = [row.id for row in connection.execute(old_games(before, most))]
    if not found:
        return 0
    with store.writing.begin() as connection:
        connection.execute(uploads.delete().where(uploads.c.game.in_(found)))
        unchanged = games.c.changed_at < before.latest  # a move may have been made just now
        connection.execute(games.delete().where(games.c.id.in_(found), unchanged))
    return len(found)


def old_games(before: Cutoffs, most: int) -> sa.Select[tuple[str]]:
    """The oldest games that are no longer kept; every part is found by an index."""
    parts: list[sa.Select[tuple[str]]] = []
    for finished, cutoff in ((True, before.finished), (False, before.abandoned)):
        if cutoff is not None:
            old = sa.select(games.c.id).where(
                games.c.finished == finished, games.c.changed_at < cutoff
            )
            parts.append(old.order_by(games.c.changed_at).limit(most))
    if before.uploaded is not None:
        old = sa.select(uploads.c.game.label("id")).where(uploads.c.at < before.uploaded)
        parts.append(old.order_by(uploads.c.at).limit(most))
    if not parts:
        return sa.select(games.c.id).where(sa.false())
    some = sa.union_all(*(sa.select(part.subquery().c.id) for part in parts)).subquery()
    return sa.select(some.c.id).limit(most)
