"""Errors of a table: refused commands. The codes are part of the protocol."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError


class TableError(AzulejosError):
    """A command was refused; the table is unchanged."""

    messages: ClassVar = {
        "no-such-seat": "There is no seat {seat} at this table.",
        "not-your-seat": "That seat is not yours. Open the table with the link of your seat.",
        "not-your-turn": "It is not your turn.",
        "undo/nothing": "There is no move of yours to take back.",
        "undo/others-moved": "Someone else has moved since. Your move stays.",
        "undo/drawn": "Tiles have been drawn since. Your move stays.",
        "seat/not-away": "That player is here. Give them a moment.",
        "seat/is-bot": "A bot already plays for that seat.",
        "seat/no-stand-in": "No bot plays for that seat.",
        "seat/move-first": "That seat has changed hands too often. It is yours again after the "
        "next move.",
        "log-full": "So much has happened at this table that messages and undo are no longer "
        "possible.",
        "not-over": "The game is not over yet.",
        "record-only": "This is a recorded game. It can be watched, not played.",
    }


class OutOfSync(Exception):
    """The stored log contradicts this copy of the table: reload it."""


class Stale(TableError):
    """The table changed after the version that a command was made for (optimistic locking)."""

    messages: ClassVar = {
        "stale-version": "The table has changed in the meantime. Look at it again.",
    }
