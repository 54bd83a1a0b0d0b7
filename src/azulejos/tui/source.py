"""Where a table comes from: the one interface that local games and tables of a service share.

A source tells what it knows as the messages of docs/protocol.md: `update`, `hint`, `error` and
`presence`. One more is its own: `line`, whether the connection is `open`, `lost` or `missing`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeAlias

Message: TypeAlias = dict[str, Any]
Listener: TypeAlias = Callable[[Message], None]


class TableSource(ABC):
    """A table that somebody sits at. What is asked for is answered to the listener, later."""

    #: Whether the game is kept on this machine, to be gone on with.
    is_kept_here = False

    def __init__(self) -> None:
        self._listener: Listener | None = None

    async def open(self, listener: Listener) -> None:
        """Start telling someone what happens; the first message is an update."""
        self._listener = listener

    def tell(self, message: Message) -> None:
        """Tell the listener, if someone still listens."""
        if self._listener is not None:
            self._listener(message)

    async def close(self) -> None:
        """Stop telling; nothing is lost."""
        self._listener = None

    @abstractmethod
    def play(self, move: str, version: int) -> None:
        """Play a move that was chosen with some version of the table in view."""

    @abstractmethod
    def undo(self, version: int) -> None:
        """Go back to the last choice of one's own."""

    @abstractmethod
    def hint(self) -> None:
        """Ask what the strongest bot would do."""

    @abstractmethod
    def hurry(self) -> None:
        """Let bots answer at once until it is a person's turn."""

    @abstractmethod
    async def again(self) -> TableSource | None:
        """The same people at a new table, if there can be one."""

    def record(self) -> str | None:
        """The record of the game, where this machine has it."""
        return None
