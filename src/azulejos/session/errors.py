"""Errors of a table: refused commands. The codes are part of the protocol."""

from __future__ import annotations

from typing import ClassVar

from azulejos.engine.errors import AzulejosError


class TableError(AzulejosError):
    """A command was refused; the table is unchanged."""

    messages: ClassVar = {
        "no-such-seat": "There is no seat {seat} at this table.",
        "not-your-seat": "This isn't your seat. Open the table with the link to your seat.",
        "bad-name": "You can't use this name: {reason}.",
        "not-your-turn": "It's not your turn.",
        "hints-off": "Hints are off at this table.",
        "no-spectators": "Only the players can see this table until the game is over.",
        "undo/off": "Undo is off at this table.",
        "undo/asked": "Someone has already asked to take back a move. Wait for the answer.",
        "undo/refused": "The others didn't agree. You can ask again after the next move.",
        "undo/no-request": "That request to take back a move is over.",
        "undo/nothing": "You have no move to undo.",
        "undo/others-moved": "Someone else has already moved, so you can't undo your move.",
        "undo/drawn": "New tiles have been drawn, so you can't undo your move.",
        "seat/not-away": "That player is online. Give them a moment.",
        "seat/is-bot": "A bot is already playing this seat.",
        "seat/no-stand-in": "No bot is playing this seat.",
        "seat/out-of-time": "Your time is up. The bot will finish this game.",
        "seat/not-open": "There are no free seats left at this table.",
        "seat/move-first": "This seat has changed hands too often. You can have it back "
        "after the next move.",
        "log-full": "This table's log is full: chat and undo are no longer available.",
        "not-over": "The game isn't over yet.",
        "record-only": "This is a recorded game. You can watch it, but not play it.",
    }


class OutOfSync(Exception):
    """The stored log contradicts this copy of the table: reload it."""


class Stale(TableError):
    """The table changed after the version that a command was made for (optimistic locking)."""

    messages: ClassVar = {
        "stale-version": "The game has changed in the meantime. Take another look.",
    }
