"""Settings of the service."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from azulejos.server.errors import StartError

#: The folder of the page.
WEB = Path(__file__).parent.parent / "web"
#: The largest WebSocket message that is read, and the largest body of an ordinary request.
MESSAGE_BYTES = 8 * 1024
RECORD_BYTES = 128 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Rate limits in the notation of the `limits` package, and limits of connections."""

    messages: str = "100 per 2 seconds"  # over one connection
    tables: str = "60 per minute"  # made by one address
    requests: str = "1200 per minute"  # of one address
    connections: int = 60  # to one table at once
    address_connections: int = 100  # from one address at once
    max_errors: int = 100  # refused messages before a connection is closed


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of one process of the service."""

    database: str
    origins: tuple[str, ...] = ()  # pages on other hosts that may use the service
    bot_pace: float = 0.9  # seconds from one bot's move to the next
    bot_seconds: float = 1.0  # time that a bot may think
    hint_seconds: float = 0.5  # time for a hint
    grace_period: float = 45.0  # seconds before an absent player can be replaced
    keep_finished: int = 0  # days after which finished games are removed; 0 keeps them
    keep_abandoned: int = 0  # days without a move after which running games are removed
    limits: Limits = field(default_factory=Limits)


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
