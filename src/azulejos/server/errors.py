"""What the service refuses, and why. The codes are part of the protocol."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError, BadOption


class ServiceError(AzulejosError):
    """The service could not do what it was asked for; nothing has changed."""

    messages: ClassVar = {
        "no-such-table": "There is no such table. Perhaps the link is incomplete.",
        "no-such-page": "There is no such page.",
        "no-such-seat": "There is no seat {seat} at this table.",
        "not-your-seat": "That seat is not yours. Open the table with the link of your seat.",
        "not-your-turn": "It is not your turn.",
        "bad-message": "The service did not understand this: {reason}",
        "bad-request": "The service did not understand this: {reason}",
        "hello-first": "A connection starts with a hello.",
        "too-fast": "That was too fast. Wait a moment and try again.",
        "too-large": "That is too large: at most {most} bytes are read.",
        "too-long": "That game is too long to be kept: at most {most} moves and deals are.",
        "too-many": "Too many people are at this table. Try again later.",
        "wrong-origin": "This page is not allowed to use this service.",
        "undo/nothing": "There is no move of yours to take back.",
        "undo/others-moved": "Someone else has moved since. Your move stays.",
        "undo/drawn": "Tiles have been drawn since. Your move stays.",
        "seat/not-away": "That player is here. Give them a moment.",
        "seat/is-bot": "A bot already plays for that seat.",
        "seat/no-stand-in": "No bot plays for that seat.",
        "seat/person-only": "Only a person's seat can be taken over by a bot.",
        "log-full": "So much has happened here that only moves are written down from now on.",
        "not-over": "The game is not over yet.",
        "record-only": "This is a recorded game. It can be watched, not played.",
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


class Stale(ServiceError):
    """Somebody else was faster: what was wanted may no longer be what is wanted."""

    messages: ClassVar = {
        "stale-version": "The table has changed in the meantime. Look at it again.",
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
