"""Errors of the service; those of a table are in `azulejos.session.errors`."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError, BadOption


class ServiceError(AzulejosError):
    """A request was refused; nothing has changed. The codes are part of the protocol."""

    messages: ClassVar = {
        "no-such-table": "Table not found. The link may be incomplete.",
        "table-removed": "This table has expired: nothing happened here for a long time.",
        "no-such-page": "Page not found.",
        "no-such-puzzle": "There is no such puzzle.",
        "puzzle-moves": "A try at a puzzle needs a new move after the right ones.",
        "bad-message": "Invalid request: {reason}",
        "bad-request": "Invalid request: {reason}",
        "no-host": "A table with an open seat needs a seat for you, too.",
        "hello-first": "The first message of a connection must be a hello.",
        "too-fast": "You're going too fast. Wait a moment and try again.",
        "too-large": "That's too large: the limit is {most} bytes.",
        "too-long": "This game is too long to save: the limit is {most} moves and deals.",
        "too-many": "Too many people are at this table. Try again later.",
        "too-many-connections": "Too many connections from your address. Try again later.",
        "overloaded": "The service is too busy right now. Try again in a moment.",
        "wrong-host": "This service isn't set up for that host name. Its operator can add it.",
        "wrong-origin": "This site isn't allowed to use this service.",
        "database/no-driver": "PostgreSQL needs a driver: pip install 'azulejos[postgres]'",
        "database/silent": "The database isn't responding: {reason}",
        "storage-full": "The service is out of storage space. What's already saved is "
        "safe. Try again later.",
        "storage-unavailable": "The service can't save anything right now. What's already saved "
        "is safe. Try again in a moment.",
        "upload-quota": "Upload limit reached: {most} MB a day from one address.",
        "uploads-full": "There's no space for more uploads right now. Try again later.",
        "study/live-table": "People are playing this position right now. You can analyse it once "
        "their game is over.",
        "study/too-many": "You have too many analyses running. Wait for one of them to finish.",
        "study/full": "Too many analyses are waiting. Try again in a moment.",
        "study/off": "This service offers no analysis.",
        "study/failed": "The analysis has failed. Please try again.",
        "study/too-long": "This game is too long to review: the limit is {most} moves.",
        "closing": "The service is about to restart. Your game is safe.",
        "failed": "Something went wrong on our side. Nothing is lost. Please try again.",
    }


class StartError(BadOption):
    """The service cannot start with these settings."""

    messages: ClassVar = {
        "malformed-public-url": "expected public-url to be an address such as "
        "https://example.org, got {got!r}",
        "malformed-proxy": "expected proxy to be an address or a network such as 10.0.0.0/8, "
        "got {got!r}",
        "malformed-limit": "expected limit to be a name and a value such as {example}, got {got!r}",
        "malformed-database": "expected database to be a file name, or an address such as "
        "postgresql://user@host/name, got {got!r}",
        "unwritable-database": "expected database to be a file in a folder that can be written "
        "({reason}; --database names another), got {got!r}",
        "database-in-use": "expected database to be a file that no other service uses (process "
        "{process} does), got {got!r}",
        "newer-database": "expected database to be of this version or an earlier one (a newer "
        "version of Azulejos has changed it), got {got!r}",
        "damaged-database": "expected database to be a database of SQLite ({reason}; restore it "
        "from a backup, or name another with --database), got {got!r}",
        "unavailable-port": "expected port to be a free port (this one: {reason}), got {got!r}",
    }


#: The HTTP status of an error; 400 for all others.
STATUS = {
    "no-such-table": 404,
    "table-removed": 410,
    "no-such-page": 404,
    "no-such-puzzle": 404,
    "puzzle-moves": 422,
    "not-your-seat": 403,
    "no-spectators": 403,
    "seat/not-open": 409,
    "wrong-origin": 403,
    "wrong-host": 421,
    "too-fast": 429,
    "too-many": 429,
    "too-many-connections": 429,
    "too-large": 413,
    "too-long": 413,
    "not-over": 409,
    "record-only": 409,
    "bad-request": 422,
    "bad-name": 422,
    "no-host": 422,
    "upload-quota": 429,
    "uploads-full": 503,
    "storage-full": 503,
    "storage-unavailable": 503,
    "study/live-table": 403,
    "study/too-many": 429,
    "study/full": 503,
    "study/off": 503,
    "study/failed": 500,
    "study/too-long": 413,
    "closing": 503,
    "overloaded": 503,
    "failed": 500,
}
#: Seconds after which a client that was refused with 429 or 503 may try again.
RETRY_AFTER = 5
