"""Errors of the service; those of a table are in `azulejos.session.errors`."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError, BadOption


class ServiceError(AzulejosError):
    """A request was refused; nothing has changed. The codes are part of the protocol."""

    messages: ClassVar = {
        "no-such-table": "There is no such table. Perhaps the link is incomplete.",
        "no-such-page": "There is no such page.",
        "bad-message": "The service did not understand this: {reason}",
        "bad-request": "The service did not understand this: {reason}",
        "hello-first": "A connection starts with a hello.",
        "too-fast": "That was too fast. Wait a moment and try again.",
        "too-large": "That is too large: at most {most} bytes are read.",
        "too-long": "That game is too long to be kept: at most {most} moves and deals are.",
        "too-many": "Too many people are at this table. Try again later.",
        "wrong-origin": "This page is not allowed to use this service.",
        "database/no-driver": "PostgreSQL needs a driver: pip install 'azulejos[postgres]'",
        "database/silent": "The database does not answer: {reason}",
        "closing": "The service is about to restart. Your game is safe.",
        "failed": "Something went wrong at our side. Nothing is lost: try again.",
    }


class StartError(BadOption):
    """The service cannot start with these settings."""

    messages: ClassVar = {
        "malformed-database": "expected database to be a file name, or an address such as "
        "postgresql://user@host/name, got {got!r}",
        "unavailable-port": "expected port to be a free port (this one: {reason}), got {got!r}",
    }


#: The HTTP status of an error; 400 for all others.
STATUS = {
    "no-such-table": 404,
    "no-such-page": 404,
    "not-your-seat": 403,
    "wrong-origin": 403,
    "too-fast": 429,
    "too-many": 429,
    "too-large": 413,
    "too-long": 413,
    "not-over": 409,
    "record-only": 409,
    "bad-request": 422,
    "closing": 503,
    "failed": 500,
}
