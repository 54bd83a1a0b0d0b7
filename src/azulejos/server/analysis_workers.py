"""Processes of the analysis engine, at low priority, with a queue that is fair to clients.

Each process works on one request at a time, so that a request that is cancelled or that breaks its
process disturbs no other. Processes start when they are needed and end when they are idle.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sys
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any, TypeAlias

import msgspec

from azulejos.server.errors import ServiceError

logger = logging.getLogger("azulejos")

#: Longest line of an answer, in bytes: the review of a long game.
MAX_ANSWER = 1 << 26
#: Seconds without a request after which a process ends: it holds some hundred megabytes.
IDLE_SECONDS = 300.0
#: Answers after which nothing follows.
FINAL = ("judgement", "review", "cancelled", "error", "version")

#: A request to the engine, or an answer of it. Any: docs/analysis-engine.md describes their fields.
Message: TypeAlias = dict[str, Any]


async def _start(nice: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "azulejos", "analysis-engine"),
        *("--nice", str(nice), "--cancel-at-end"),
        stdin=asyncio.subprocess.PIPE,  # closed when this process ends, however it ends
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        limit=MAX_ANSWER,
    )


class Worker:
    """One process of the engine."""

    def __init__(self, nice: int) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._idle: asyncio.TimerHandle | None = None
        #: The request that was sent last, and one that was cancelled before it was sent.
        self._sent = ""
        self._cancelled = ""

    async def ask(self, request: Message) -> AsyncGenerator[Message]:
        """The answers to a request, up to the last; raises `ServiceError` if the process ends."""
        if self._idle:
            self._idle.cancel()
        process = await self._started()
        assert process.stdout
        try:
            self._send(request)
            self._sent = request["id"]
            if self._cancelled == self._sent:
                self.cancel(self._sent)
            while line := await process.stdout.readline():
                answer: Message = msgspec.json.decode(line)
                yield answer
                if answer["answer"] in FINAL or answer.get("last"):
                    break
            else:
                raise ServiceError("study/failed")
        except (OSError, ValueError) as error:  # it has ended, or its answer is too long
            self.close()
            raise ServiceError("study/failed") from error
        finally:
            loop = asyncio.get_running_loop()
            self._idle = loop.call_later(IDLE_SECONDS, self.close)

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            # Shielded: a start that is cancelled halfway would leave a process behind.
            self._starting = asyncio.create_task(_start(self._nice))
            self._process = await asyncio.shield(self._starting)
        return self._process

    def cancel(self, name: str) -> None:
        """Cancel a request: its last answer follows at once."""
        if self._sent == name:
            self._send({"action": "cancel", "id": name})
        else:  # the process is starting
            self._cancelled = name

    def _send(self, request: Message) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.write(msgspec.json.encode(request) + b"\n")

    def close(self) -> None:
        """Kill the process; the next request starts another."""
        if self._idle:
            self._idle.cancel()
        if self._process and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None

    async def end(self) -> None:
        """End the process, and wait for its end."""
        process = await self._starting if self._starting else None
        self._process = process
        self.close()
        if process:
            await process.communicate()


class Task:
    """A request that waits or is worked on."""

    def __init__(self, client: str, request: Message) -> None:
        self.client = client
        self.request = request
        self.news: asyncio.Queue[Message] = asyncio.Queue()
        self.worker: Worker | None = None

    def tell(self, **message: object) -> None:
        """Queue a message for the client."""
        self.news.put_nowait(message)


class WorkerPool:
    """Some workers, and the tasks that wait for them. Clients take turns."""

    def __init__(self, workers: int, nice: int, most_waiting: int, most_of_client: int) -> None:
        self._idle = [Worker(nice) for _ in range(workers)]
        self._all = list(self._idle)
        self._most_waiting = most_waiting
        self._most_of_client = most_of_client
        self._waiting: list[Task] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._of_client: Counter[str] = Counter()
        self._last_client = ""
        self._names = map(str, itertools.count(1))

    @property
    def waiting(self) -> int:
        """Number of tasks that wait."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """Number of tasks that are worked on."""
        return len(self._all) - len(self._idle)

    def check(self, client: str) -> None:
        """Raise an error where another task of a client would be refused."""
        if not self._all:
            raise ServiceError("study/off")
        if self._of_client[client] >= self._most_of_client:
            raise ServiceError("study/too-many")
        if not self._idle and len(self._waiting) >= self._most_waiting:
            raise ServiceError("study/full")

    async def answers(self, client: str, request: Message) -> AsyncGenerator[Message]:
        """Answers of the engine, with `waiting` and a place before them; leaving it cancels."""
        self.check(client)
        task = Task(client, {**request, "id": next(self._names)})
        self._of_client[client] += 1
        self._waiting.append(task)
        self._start()
        try:
            while True:
                message = await task.news.get()
                yield message
                if message["answer"] in FINAL or message.get("last"):
                    return
        finally:
            self._leave(task)

    def _leave(self, task: Task) -> None:
        self._of_client[task.client] -= 1
        if not self._of_client[task.client]:
            del self._of_client[task.client]
        if task in self._waiting:
            self._waiting.remove(task)
            self._tell_places()
        elif task.worker:
            task.worker.cancel(task.request["id"])

    def _start(self) -> None:
        """Give tasks to idle workers."""
        while self._waiting and self._idle:
            others = (task for task in self._waiting if task.client != self._last_client)
            chosen = next(others, self._waiting[0])
            self._waiting.remove(chosen)
            self._last_client = chosen.client
            chosen.worker = self._idle.pop()
            work = asyncio.create_task(self._work(chosen, chosen.worker))
            self._tasks.add(work)
            work.add_done_callback(self._tasks.discard)
        self._tell_places()

    def _tell_places(self) -> None:
        for place, task in enumerate(self._waiting, start=1):
            task.tell(answer="waiting", place=place)

    async def _work(self, task: Task, worker: Worker) -> None:
        try:
            async for answer in worker.ask(task.request):
                task.news.put_nowait(answer)
        except ServiceError as error:
            logger.error("an analysis has failed")
            task.tell(answer="error", code=error.code, message=str(error))
        finally:
            task.worker = None
            self._idle.append(worker)
            self._start()

    async def close(self) -> None:
        """End all processes."""
        self._waiting.clear()
        for work in list(self._tasks):
            work.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in self._all:
            await worker.end()
