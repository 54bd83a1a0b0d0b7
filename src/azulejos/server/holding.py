"""References to live tables: a table leaves memory with the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.server.hub import Hub, LiveTable


class Holding:
    """A reference to a live table, as long as the context lasts."""

    __slots__ = ("_hub", "_live")

    def __init__(self, hub: Hub, live: LiveTable) -> None:
        self._hub = hub
        self._live = live

    def __enter__(self) -> None:
        self._live.users += 1

    def __exit__(self, *_: object) -> None:
        self._hub.release(self._live)
