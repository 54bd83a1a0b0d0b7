"""Source of a table: the interface that local tables and tables of a service share.

A source emits the service's messages (docs/protocol.md): `update`, `hint`, `error`, `presence`. One
more is its own: `line`, the state of the connection.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from azulejos.session.messages import ServerMessage


class LineState(msgspec.Struct, frozen=True, tag_field="type", tag="line"):
    """The connection is open, lost (and will be tried again), or there is no such table."""

    state: Literal["open", "lost", "missing"]


SourceMessage: TypeAlias = ServerMessage | LineState
Listener: TypeAlias = Callable[[SourceMessage], None]


class TableSource(ABC):
    """A table to play at or to watch. Requests are answered through the listener, later."""

    #: Whether the game is saved on this machine and can be resumed.
    is_kept_here = False

    def __init__(self) -> None:
        self._listener: Listener | None = None

    async def open(self, listener: Listener) -> None:
        """Start emitting messages; the first one is an update."""
        self._listener = listener

    def emit(self, message: SourceMessage) -> None:
        """Pass a message to the listener, if the source is open."""
        if self._listener is not None:
            self._listener(message)

    async def close(self) -> None:
        """Stop emitting messages."""
        self._listener = None

    @abstractmethod
    def play(self, move: str, version: int) -> None:
        """Play a move that was chosen at `version` of the table."""

    @abstractmethod
    def undo(self, version: int) -> None:
        """Go back to the last choice of the own seats."""

    @abstractmethod
    def hint(self) -> None:
        """Ask for the move of the strongest bot."""

    @abstractmethod
    def hurry(self) -> None:
        """Skip the bots' pauses until it is a person's turn."""

    @abstractmethod
    async def again(self) -> TableSource | None:
        """The table of a rematch, if there can be one."""

    def record(self) -> str | None:
        """The record of the game, if it is a local one."""
        return None
