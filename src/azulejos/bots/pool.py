"""Where bots think: few minds, used again and again, in threads of their own.

A mind that searches is large, and keeps a core busy. So no more of them think at once than there
are cores, whoever asks first is answered first, and where many wait, everyone's time gets shorter,
so that nobody waits for long. Nothing that a mind found in one position counts in the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from azulejos.bots import STRONGEST, Bot, Choice, bot
from azulejos.engine import AnyPosition

#: Seconds that a bot gets however many wait.
LEAST_SECONDS = 0.05
#: By how much bots let everything else go first, where threads can be told so.
COURTESY = 5


class Minds:
    """The bots of one process."""

    def __init__(self, seconds: float, advice_seconds: float, at_once: int | None = None) -> None:
        self.seconds = seconds
        self.advice_seconds = advice_seconds
        self.at_once = at_once or cores()
        #: How many wait for an answer now.
        self.asking = 0
        # Never more of a kind than think at once.
        self._idle: dict[str, list[Bot]] = {}
        self._threads = ThreadPoolExecutor(
            self.at_once, thread_name_prefix="bot", initializer=_let_others_go_first
        )

    async def choose(self, name: str, position: AnyPosition) -> Choice:
        """What a bot would play; the bots are asked in the order of their questions."""
        return await self._ask(name, position, self.seconds)

    async def advise(self, position: AnyPosition) -> Choice:
        """What the strongest bot would play, found quickly."""
        return await self._ask(STRONGEST, position, self.advice_seconds)

    async def _ask(self, name: str, position: AnyPosition, seconds: float) -> Choice:
        loop = asyncio.get_running_loop()
        self.asking += 1
        try:
            return await loop.run_in_executor(self._threads, self._think, name, position, seconds)
        finally:
            self.asking -= 1

    def _think(self, name: str, position: AnyPosition, seconds: float) -> Choice:
        share = min(1.0, self.at_once / max(1, self.asking))
        idle = self._idle.setdefault(name, [])
        try:
            mind = idle.pop()
        except IndexError:
            mind = bot(name)
        choice = mind.choose(position, seconds=max(LEAST_SECONDS, seconds * share))
        idle.append(mind)  # one that failed does not come back
        return choice

    def close(self) -> None:
        """Let nobody begin any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _let_others_go_first() -> None:
    """Whoever has to be told of a move is told before bots think on."""
    if sys.platform == "linux":  # where a priority is that of a thread, and of those it starts
        with contextlib.suppress(OSError):
            me = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, me, os.getpriority(os.PRIO_PROCESS, me) + COURTESY)
