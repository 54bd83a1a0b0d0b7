"""Rate limits: a fixed window per client, in the memory of one process and without threads."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from azulejos.server.errors import ServiceError
from azulejos.server.settings import Rate

#: Clients that are counted at once. Beyond them the oldest window is forgotten: its client may
#: open another one early, but a flood of addresses neither fills the memory nor refuses others.
MAX_CLIENTS = 10_000
#: Bits of the IPv6 network that a household or a rented machine has to itself.
IPV6_PREFIX = 64
#: Entries of a table's log that count as one more request: loading and sending it takes time.
ENTRIES_A_REQUEST = 100


def client_key(host: str | None) -> str:
    """The client that a limit counts: an address, or a network of IPv6 that one client has."""
    if host is None:
        return "unknown"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is None:
            return str(ipaddress.ip_network((address, IPV6_PREFIX), strict=False))
        address = address.ipv4_mapped
    return str(address)


def log_cost(entries: int) -> int:
    """What a log of this length adds to the cost of a request for its table."""
    return entries // ENTRIES_A_REQUEST


@dataclass(slots=True)
class _Window:
    end: float
    hits: int = 0


class RateLimiter:
    """Counts the hits of clients against one rate; a window opens with a client's first hit.

    All windows are equally long, so they end in the order in which they were opened. Opening one
    removes those that have ended: constant time per hit, amortised.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` returns seconds and never goes back."""
        self._rate = rate
        self._clock = clock
        self._windows: OrderedDict[str, _Window] = OrderedDict()

    def __len__(self) -> int:
        """Number of windows in memory."""
        return len(self._windows)

    def hits(self, client: str) -> int:
        """Number of hits in the client's window."""
        window = self._windows.get(client)
        return window.hits if window else 0

    def check(self, client: str, cost: int = 1) -> None:
        """Count a hit; raise an error where it exceeds the rate."""
        if not self.hit(client, cost):
            raise ServiceError("too-fast")

    def hit(self, client: str, cost: int = 1) -> bool:
        """Count a hit, or several at once where it costs more than others.

        Returns whether the client is within its rate. Refused hits extend no window.
        """
        now = self._clock()
        window = self._windows.get(client)
        if window is None or window.end <= now:
            window = self._open(client, now)
        window.hits += cost
        return window.hits <= self._rate.hits

    def _open(self, client: str, now: float) -> _Window:
        while self._windows:
            oldest = next(iter(self._windows.values()))
            if oldest.end > now and len(self._windows) < MAX_CLIENTS:
                break
            self._windows.popitem(last=False)
        window = self._windows[client] = _Window(now + self._rate.seconds)
        return window
