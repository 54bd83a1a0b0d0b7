"""Bot pool: a fixed number of threads that run bots for an asyncio service.

A searching bot is large and keeps a core busy, so at most one search per core runs at a time.
Clients take turns, and each one's requests are answered in order. When more requests wait than
threads run, the time per move is shortened: a client with many requests shortens its own. Bots are
reused; nothing carries over from one position to the next.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azulejos.bots.names import STRONGEST

if TYPE_CHECKING:
    from azulejos.bots import Bot, Choice
    from azulejos.engine import AnyPosition

#: The least time per move in seconds, under any load.
MIN_SECONDS = 0.05
#: Added to the nice value of search threads, where threads have one (Linux).
NICE_INCREMENT = 5


@dataclass(frozen=True, slots=True)
class _Request:
    """A search that was asked for, and the future of its choice."""

    name: str
    position: AnyPosition
    seconds: float
    choice: asyncio.Future[Choice]


class BotPool:
    """The search threads of one process and its idle bots."""

    def __init__(self, seconds: float, advice_seconds: float, threads: int | None = None) -> None:
        self.seconds = seconds
        self.advice_seconds = advice_seconds
        self.threads = threads or available_cores()
        #: Requests that are waiting or running.
        self.pending = 0
        self._pending_of: Counter[str] = Counter()
        #: Requests that wait, by client; the client whose turn is next comes first.
        self._waiting: dict[str, deque[_Request]] = {}
        self._running = 0
        # By bot name; never more than threads.
        self._idle: dict[str, list[Bot]] = {}
        self._executor = ThreadPoolExecutor(
            self.threads, thread_name_prefix="bot", initializer=_lower_priority
        )

    async def choose(self, name: str, position: AnyPosition, client: str = "") -> Choice:
        """The choice of the named bot, on behalf of a client."""
        return await self._run(name, position, self.seconds, client)

    async def advise(self, position: AnyPosition, client: str = "") -> Choice:
        """The choice of the strongest bot, in the time for advice."""
        return await self._run(STRONGEST, position, self.advice_seconds, client)

    async def _run(self, name: str, position: AnyPosition, seconds: float, client: str) -> Choice:
        request = _Request(name, position, seconds, asyncio.get_running_loop().create_future())
        self.pending += 1
        self._pending_of[client] += 1
        self._waiting.setdefault(client, deque()).append(request)
        self._start_searches()
        try:
            return await request.choice
        finally:
            self.pending -= 1
            self._pending_of[client] -= 1
            if not self._pending_of[client]:
                del self._pending_of[client]

    def _start_searches(self) -> None:
        """Start searches in the free threads, of one client after the other."""
        while self._waiting and self._running < self.threads:
            client = next(iter(self._waiting))
            requests = self._waiting.pop(client)
            request = requests.popleft()
            if requests:
                self._waiting[client] = requests  # behind the others
            if not request.choice.cancelled():
                self._start(request, client)

    def _start(self, request: _Request, client: str) -> None:
        loop, answer = asyncio.get_running_loop(), request.choice
        crowd = len(self._pending_of) * self._pending_of[client]
        share = min(1.0, self.threads / max(1, crowd))
        seconds = max(MIN_SECONDS, request.seconds * share)
        self._running += 1
        search = loop.run_in_executor(
            self._executor, self._search, request.name, request.position, seconds
        )

        def end(found: asyncio.Future[Choice]) -> None:
            self._running -= 1
            if found.cancelled():
                answer.cancel()
            elif not answer.done():
                error = found.exception()
                if error:
                    answer.set_exception(error)
                else:
                    answer.set_result(found.result())
            self._start_searches()

        search.add_done_callback(end)

    def _search(self, name: str, position: AnyPosition, seconds: float) -> Choice:
        from azulejos.bots import bot  # in a thread: the search takes long to import

        idle = self._idle.setdefault(name, [])
        try:
            player = idle.pop()
        except IndexError:
            player = bot(name)
        choice = player.choose(position, seconds=seconds)
        idle.append(player)  # a bot that raised is not reused
        return choice

    def close(self) -> None:
        """Cancel waiting requests; running searches end by themselves."""
        for requests in self._waiting.values():
            for request in requests:
                request.choice.cancel()
        self._waiting.clear()
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
