"""Source of a table: the interface that local tables and tables of a service share.

A source emits the service's messages (docs/protocol.md): `update`, `hint`, `error`, `presence`. One
more is its own: `line`, the state of the connection.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from azulejos.precompile import Job, Precompiler
from azulejos.session.messages import ServerMessage


class LineState(msgspec.Struct, frozen=True, tag_field="type", tag="line"):
    """The connection is open, lost (and will be tried again), refused, or there is no table."""

    state: Literal["open", "lost", "refused", "missing"]


SourceMessage: TypeAlias = ServerMessage | LineState
Listener: TypeAlias = Callable[[SourceMessage], None]


class TableSource(ABC):
    """A table to play at or to watch. Requests are answered through the listener, later."""

    #: Compiles what bots on this machine need, and its jobs for this table.
    precompiler: Precompiler | None = None
    jobs: Sequence[Job] = ()

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
    def answer_undo(self, request: int, *, agree: bool) -> None:
        """Agree, or not, to the undo that another player asks for; withdraw one's own request."""

    @abstractmethod
    def hint(self) -> None:
        """Ask for the move of the strongest bot."""

    @abstractmethod
    def hurry(self) -> None:
        """Skip the bots' pauses until it is a person's turn."""

    @abstractmethod
    async def again(self) -> TableSource | None:
        """The table of a rematch, if there can be one."""

    @abstractmethod
    async def record(self) -> str:
        """The record of the game. Raises OSError if it cannot be fetched."""
