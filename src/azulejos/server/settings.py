"""Settings of the service."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from azulejos.analysis.values import EFFORTS, Effort
from azulejos.server.errors import StartError

#: The folder of the page.
WEB = Path(__file__).parent.parent / "web"
#: The largest WebSocket message that is read, and the largest body of an ordinary request.
MESSAGE_BYTES = 8 * 1024
RECORD_BYTES = 128 * 1024
#: Bytes of a unit in which room is counted.
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Rate:
    """The number of hits that a client may make within a window of time."""

    hits: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """Rate limits, limits of connections, and time-outs. `docs/protocol.md` lists them."""

    # Of one WebSocket
    messages: Rate = Rate(100, seconds=2)
    hellos: Rate = Rate(10, seconds=10)
    frames: Rate = Rate(200, seconds=2)  # that are no messages: pings, pongs, fragments
    max_errors: int = 100  # refused messages before it is closed
    unsent_bytes: int = 1 << 20  # that its client does not read
    # Of one address
    address_messages: Rate = Rate(600, seconds=2)
    tables: Rate = Rate(60, seconds=60)
    joins: Rate = Rate(20, seconds=60)  # of open seats
    requests: Rate = Rate(1200, seconds=60)  # to the API, and new WebSockets
    page_requests: Rate = Rate(4000, seconds=10)  # of any kind; a page loads about 100 files
    connects: Rate = Rate(1000, seconds=10)  # new connections
    address_connections: int = 100  # WebSockets at once
    address_sockets: int = 200  # connections of any kind at once
    analyses: Rate = Rate(120, seconds=60)  # of positions and moves, at its wish
    reviews: Rate = Rate(20, seconds=3600)  # of games
    address_analyses: int = 3  # that wait or run at once
    address_turns: int = 8  # commands and requests in progress; others wait for their turn
    # Of all
    connections: int = 60  # to one table at once
    sockets: int = 5000  # connections of any kind at once
    pending: int = 500  # commands and requests to the API in progress
    lag_seconds: float = 0.5  # of the event loop, from which new work is refused
    analyses_waiting: int = 30  # for a process that analyses
    reviews_waiting: int = 200
    # Time-outs in seconds
    head_seconds: float = 10.0  # for the head of a request
    body_seconds: float = 20.0  # for its body
    idle_seconds: int = 5  # between two requests
    write_seconds: float = 15.0  # for a client to read what it was sent
    hello_seconds: float = 10.0  # for the first message
    ping_seconds: float = 15.0  # between pings, and for the answer to one
    # Of what is stored
    upload_megabytes: int = 20  # of records that one address uploads in a day
    uploads_megabytes: int = 2000  # of all uploaded records
    free_megabytes: int = 100  # of an SQLite file's disk, below which new tables are refused


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of one process of the service."""

    database: str
    origins: tuple[str, ...] = ()  # pages on other hosts that may use the service
    public_url: str = ""  # where the world reaches the service, such as https://example.org
    proxies: tuple[str, ...] = ()  # addresses or networks whose forwarding headers are true
    bot_pace: float = 0.9  # seconds from one bot's move to the next
    bot_seconds: float = 1.0  # time that a bot may think
    hint_seconds: float = 0.5  # time for a hint
    grace_period: float = 45.0  # seconds before an absent player can be replaced
    keep_finished: int = 0  # days after which finished games are removed; 0 keeps them
    keep_abandoned: int = 0  # days without a move after which running games are removed
    hand_over: bool = True  # WebSockets to the process that serves their table
    metrics: str = "local"  # who may read /metrics: clients on this machine, "all" or "off"
    keep_uploads: int = 365  # days after which uploaded records are removed
    analysis_workers: int = 1  # processes that analyse positions; 0: no analysis
    review_workers: int = 1  # processes that review games; 0: no reviews
    analysis_nice: int = 10  # added to the nice value of those that analyse
    review_nice: int = 19  # and of those that review: they work while nothing else does
    efforts: Mapping[str, Effort] = field(default_factory=lambda: EFFORTS)  # of reviews
    limits: Limits = field(default_factory=Limits)

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """Origins of pages that may use the service besides the one that is asked."""
        return (*self.origins, self.public_url) if self.public_url else self.origins


def public_url(text: str) -> str:
    """The address at which the world reaches the service, without a slash at its end."""
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        whole = False
    if not whole or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in text:
        raise StartError("malformed-public-url", got=text)
    return f"{parts.scheme}://{parts.netloc.lower()}"


def proxy(text: str) -> str:
    """The address or the network of proxies whose forwarding headers are true."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise StartError("malformed-proxy", got=text) from None


def limits(texts: Iterable[str]) -> Limits:
    """Limits that differ from the default ones, such as `sockets=100` or `messages=50/2`."""
    # Any: each value has the type of its field.
    changed: dict[str, Any] = dict(_limit(text) for text in texts)
    return replace(Limits(), **changed)


def _limit(text: str) -> tuple[str, Rate | float | int]:
    name, _, value = text.partition("=")
    usual = {field.name: field.default for field in fields(Limits)}.get(name)
    number = r"\d{1,9}(\.\d{1,6})?"
    form = rf"\d{{1,9}}/{number}" if isinstance(usual, Rate) else number
    if usual is None or not re.fullmatch(form, value, re.ASCII):
        raise StartError("malformed-limit", example="messages=100/2", got=text)
    if isinstance(usual, Rate):
        hits, _, seconds = value.partition("/")
        return name, Rate(int(hits), seconds=float(seconds))
    return name, float(value) if isinstance(usual, float) else int(float(value))


def default_database() -> str:
    """The default database file."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "azulejos" / "tables.db")


def database_url(text: str) -> str:
    """The address of a database: a file for SQLite, or a PostgreSQL address."""
    if text.startswith(("postgresql://", "postgres://")):
        return "postgresql+psycopg://" + text.split("://", 1)[1]
    if text.startswith("sqlite:///"):
        return text
    if "://" in text:
        raise StartError("malformed-database", got=text)
    return f"sqlite:///{Path(text).expanduser().absolute()}"
