"""Uptime of the service: the time that counts on players' clocks.

A beat every `BEAT_SECONDS` stores the time at which the service was last up. A gap between two
beats is an outage, and is stored: the service was stopped, suspended, or without its database.
Several processes share the beat, so that the service is up as long as one of them is.
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import sqlalchemy as sa

from azulejos.server.schema import facts, outages
from azulejos.server.storage_errors import STORAGE_FAILURES, reason_of
from azulejos.server.store import Store, set_fact

logger = logging.getLogger("azulejos")

#: Seconds between beats, and the longest time between two that is no outage.
BEAT_SECONDS = 10.0
TOLERANCE = timedelta(seconds=30)
#: The name of the fact that stores the last beat, and what follows the time if it was the last.
LAST_BEAT, STOPPED = "last-beat", " stopped"

#: Begin and end.
Outage: TypeAlias = tuple[datetime, datetime]


class Uptime:
    """The clock of tables: it leaves out the outages of the service."""

    def __init__(self, store: Store, clock: Callable[[], datetime] | None = None) -> None:
        self._store = store
        #: Tests have clocks of their own.
        self.clock = clock or (lambda: datetime.now(UTC))
        self._outages: list[Outage] = []
        self._known = 0

    def now(self) -> datetime:
        """The present time, in UTC."""
        return self.clock()

    def seconds(self, since: datetime, until: datetime) -> float:
        """The seconds between two times at which the service was up."""
        seconds = (until - since).total_seconds()
        first = bisect_right(self._outages, since, key=lambda outage: outage[1])
        for began, ended in self._outages[first:]:
            if began >= until:
                break
            seconds -= (min(ended, until) - max(began, since)).total_seconds()
        return max(0.0, seconds)

    def start(self) -> None:
        """The first beat: the time without the service is an outage.

        A file of SQLite has no other process. On PostgreSQL others may be up: then it is one only
        if they are silent for long, or the last of them has said that it stops.
        """
        self.beat(timedelta(0) if self._store.is_sqlite else TOLERANCE)

    def beat(self, tolerance: timedelta = TOLERANCE) -> bool:
        """Store that the service is up; returns whether there are outages that were not known."""
        with self._store.writing.begin() as connection:
            last = sa.select(facts.c.value).where(facts.c.name == LAST_BEAT).with_for_update()
            stored = connection.execute(last).scalar_one_or_none()
            now = self.now()
            before = datetime.fromisoformat(stored.removesuffix(STOPPED)) if stored else now
            stopped = bool(stored and stored.endswith(STOPPED))
            if now - before > (timedelta(0) if stopped else tolerance):
                connection.execute(outages.insert().values(began=before, ended=now))
            set_fact(connection, LAST_BEAT, max(before, now).isoformat())
            return self._learn(connection)

    def stop(self) -> None:
        """The last beat of a service that shuts down."""
        with self._store.writing.begin() as connection:
            set_fact(connection, LAST_BEAT, self.now().isoformat() + STOPPED)

    def _learn(self, connection: sa.Connection) -> bool:
        """Read the outages that this process does not know yet."""
        news = sa.select(outages).where(outages.c.id > self._known).order_by(outages.c.id)
        found = connection.execute(news).all()
        for row in found:
            self._known = row.id
            self._outages.append((_aware(row.began), _aware(row.ended)))
        self._outages.sort()
        return bool(found)

    async def beat_all(self, on_outage: Callable[[], None]) -> None:
        """Beat as long as the service runs."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                if await asyncio.to_thread(self.beat):
                    on_outage()
            except STORAGE_FAILURES as failure:  # which is an outage itself
                logger.warning("no beat was stored: %s", reason_of(failure))


def _aware(moment: datetime) -> datetime:
    """A time in UTC; SQLite does not store the zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
