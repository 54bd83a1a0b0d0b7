"""Bot pool: a fixed number of threads that run bots for an asyncio service.

A searching bot is large and keeps a core busy, so at most one search per core runs at a time.
Requests are answered in order; when more requests wait than threads run, the time per move is
shortened in proportion. Bots are reused; nothing carries over from one position to the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from azulejos.bots.names import STRONGEST

if TYPE_CHECKING:
    from azulejos.bots import Bot, Choice
    from azulejos.engine import AnyPosition

#: The least time per move in seconds, under any load.
MIN_SECONDS = 0.05
#: Added to the nice value of search threads, where threads have one (Linux).
NICE_INCREMENT = 5


class BotPool:
    """The search threads of one process and its idle bots."""

    def __init__(self, seconds: float, advice_seconds: float, threads: int | None = None) -> None:
        self.seconds = seconds
        self.advice_seconds = advice_seconds
        self.threads = threads or available_cores()
        #: Requests that are waiting or running.
        self.pending = 0
        # By bot name; never more than threads.
        self._idle: dict[str, list[Bot]] = {}
        self._executor = ThreadPoolExecutor(
            self.threads, thread_name_prefix="bot", initializer=_lower_priority
        )

    async def choose(self, name: str, position: AnyPosition) -> Choice:
        """The choice of the named bot."""
        return await self._run(name, position, self.seconds)

    async def advise(self, position: AnyPosition) -> Choice:
        """The choice of the strongest bot, in the time for advice."""
        return await self._run(STRONGEST, position, self.advice_seconds)

    async def _run(self, name: str, position: AnyPosition, seconds: float) -> Choice:
        loop = asyncio.get_running_loop()
        self.pending += 1
        try:
            return await loop.run_in_executor(self._executor, self._search, name, position, seconds)
        finally:
            self.pending -= 1

    def _search(self, name: str, position: AnyPosition, seconds: float) -> Choice:
        from azulejos.bots import bot  # in a thread: the search takes long to import

        share = min(1.0, self.threads / max(1, self.pending))
        idle = self._idle.setdefault(name, [])
        try:
            player = idle.pop()
        except IndexError:
            player = bot(name)
        choice = player.choose(position, seconds=max(MIN_SECONDS, seconds * share))
        idle.append(player)  # a bot that raised is not reused
        return choice

    def close(self) -> None:
        """Cancel waiting requests; running searches end by themselves."""
        self._executor.shutdown(wait=False, cancel_futures=True)


def available_cores() -> int:
    """The number of cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _lower_priority() -> None:
    """Raise the nice value of this thread, so that the event loop goes first."""
    if sys.platform == "linux":  # where threads have a nice value, inherited by their children
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            nice = os.getpriority(os.PRIO_PROCESS, thread) + NICE_INCREMENT
            os.setpriority(os.PRIO_PROCESS, thread, nice)
