"""Presence: the seats whose owners are connected, to this process or to another one.

Every process has its own copy. What other processes report comes in through
`azulejos.server.cluster`; one process alone has only its own connections.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

NO_SEATS: frozenset[int] = frozenset()


class PresenceRegistry:
    """Connected seats by table, and since when the others are absent."""

    def __init__(self, grace_period: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.grace_period = grace_period
        self._clock = clock
        #: Since when this process knows of all connections: its start, or the loss of another
        #: process, whose clients need a grace period to come back.
        self._known_since = clock()
        self._here: dict[str, frozenset[int]] = {}
        #: By member of the cluster, then by table.
        self._elsewhere: dict[str, dict[str, frozenset[int]]] = {}
        #: What `connected` has found, until connections of the table change.
        self._connected: dict[str, frozenset[int]] = {}
        self._left_at: dict[tuple[str, int], float] = {}
        self._pruned_at = clock()

    def connected(self, table: str) -> frozenset[int]:
        """The seats of a table whose owners are connected to any process."""
        found = self._connected.get(table)
        if found is None:
            members = self._elsewhere.values()
            there = (member[table] for member in members if table in member)
            found = self._here.get(table, NO_SEATS).union(*there)
            if table in self._here:
                self._connected[table] = found
        return found

    def away(self, table: str, players: int, idle: float) -> frozenset[int]:
        """The seats whose owners are absent for longer than the grace period.

        Of an owner who was never seen, the absence counts from the table's last change, `idle`
        seconds ago.
        """
        now = self._clock()
        known = now - self._known_since
        unseen = now - min(idle, known)
        connected = self.connected(table)
        return frozenset(
            seat
            for seat in range(players)
            if seat not in connected
            and now - self._left_at.get((table, seat), unseen) >= self.grace_period
        )

    # Connections of this process

    @property
    def here(self) -> Mapping[str, frozenset[int]]:
        """The tables with connections to this process, with the connected seats."""
        return self._here

    def set_here(self, table: str, seats: frozenset[int] | None) -> bool:
        """Set the seats connected to this process; None where a table has no connections.

        Returns whether other processes should know of it.
        """
        before = self._here.get(table)
        if seats == before:
            return False
        connected = self.connected(table)
        if seats is None:
            del self._here[table]
        else:
            self._here[table] = seats
        self._note_absence(table, connected)
        return True

    # Connections of other processes

    def set_elsewhere(self, member: str, table: str, seats: frozenset[int] | None) -> None:
        """Set the seats connected to another process; None where it has no connections."""
        tables = self._elsewhere.setdefault(member, {})
        connected = self.connected(table)
        if seats is None:
            tables.pop(table, None)
        else:
            tables[table] = seats
        self._note_absence(table, connected)

    def tables_of(self, member: str) -> set[str]:
        """The tables that another process has connections to."""
        return set(self._elsewhere.get(member, ()))

    def members_at(self, table: str) -> set[str]:
        """The other processes that have connections to a table."""
        return {member for member, tables in self._elsewhere.items() if table in tables}

    def is_shared(self, table: str) -> bool:
        """Whether another process has connections to a table."""
        return any(table in tables for tables in self._elsewhere.values())

    def forget(self, member: str) -> list[str]:
        """Forget a process that is gone; returns the tables it had connections to."""
        if member not in self._elsewhere:
            return []
        tables = list(self._elsewhere[member])
        for table in tables:
            self.set_elsewhere(member, table, None)
        del self._elsewhere[member]
        self._known_since = self._clock()
        return tables

    def restart_grace_period(self) -> None:
        """Nothing was heard of other processes for a while: do not count that as absence."""
        self._known_since = self._clock()

    # Absence

    def _note_absence(self, table: str, before: frozenset[int]) -> None:
        """Note the time at which seats became absent."""
        self._connected.pop(table, None)
        now, after = self._clock(), self.connected(table)
        for seat in before - after:
            self._left_at[table, seat] = now
        for seat in after:
            self._left_at.pop((table, seat), None)
        if now - self._pruned_at > self.grace_period:
            self._prune(now)

    def _prune(self, now: float) -> None:
        """Drop old times of tables without connections here; see `away` for what counts then."""
        self._pruned_at = now
        self._left_at = {
            (table, seat): left
            for (table, seat), left in self._left_at.items()
            if table in self._here or now - left < self.grace_period
        }
