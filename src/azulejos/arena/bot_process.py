"""Programs of other people, spoken with over their standard input and output.

docs/arena.md describes the protocol, `speaker` is its other side. A program that does not keep to
it raises `Misbehaved` and has to be closed; nothing is expected of it any more.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue
from typing import IO

from azulejos.bots import Limits
from azulejos.engine.position import AnyPosition

GREETING = "azulejos"
READY = "ready"
INFORMATION = "info"
#: Longer lines are cut; no answer needs one.
LONGEST_LINE = 10_000
#: Lines that nobody has read yet; a program that writes more has to wait.
MOST_LINES = 1000
#: Seconds in which a program has to be ready, whatever signs of life it gives.
LONGEST_START = 900.0
#: Seconds in which a program may leave by itself.
FAREWELL = 1.0
THE_END = ""


class Misbehaved(Exception):
    """A program does not keep to the protocol; `kind` and the text say in which way."""

    def __init__(self, kind: str, reason: str) -> None:
        self.kind = kind  # "crash", "silence", "nonsense" or "illegal"
        super().__init__(reason)


class Program:
    """A running program. It may take `patience` seconds more than it is given to think."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        """Start a program and greet it."""
        self.patience = patience
        self.name = command[0]
        self._answers: Queue[str] = Queue(MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=20)
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise Misbehaved("crash", f"cannot be started: {error.strerror}") from error
        _listener(self._process.stdout, self._answers.put).start()
        self._mourner = _listener(self._process.stderr, self._complaints.append)
        self._mourner.start()
        try:
            self._greet()
        except Misbehaved:
            self.close()
            raise

    def _greet(self) -> None:
        self._tell(GREETING)
        last = time.monotonic() + LONGEST_START
        while (answer := self._line(min(last, time.monotonic() + self.patience))) != READY:
            word, _, name = answer.partition(" ")
            if word == "name":
                self.name = name
            elif word != INFORMATION:
                raise Misbehaved("nonsense", f"expected name or {READY}, got {answer[:60]!r}")

    def new_game(self, position: AnyPosition) -> None:
        """Tell it that a game begins."""
        players = len(position.scores)
        self._tell(f"newgame {position.rules.name} {position.board} {players}")

    def choose(self, position: AnyPosition, limits: Limits) -> str:
        """Its move, as it wrote it."""
        self._tell(f"position {position}")
        self._tell(" ".join(["go", *written(limits)]))
        answer = self._answer(time.monotonic() + self.patience + (limits.seconds or 0))
        word, _, move = answer.partition(" ")
        if word != "bestmove" or not move:
            raise Misbehaved("nonsense", f"expected bestmove and a move, got {answer[:60]!r}")
        return move.strip()

    def close(self) -> None:
        """Ask it to leave, and end it if it stays."""
        with suppress(Misbehaved):
            self._tell("quit")
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _tell(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._crash() from error

    def _answer(self, deadline: float) -> str:
        """The next line that is not just information."""
        while (line := self._line(deadline)).split()[:1] == [INFORMATION]:
            pass
        return line

    def _line(self, deadline: float) -> str:
        """The next line."""
        try:
            line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise Misbehaved("silence", "did not answer in time") from None
        if line == THE_END:
            raise self._crash()
        return line.strip()

    def _crash(self) -> Misbehaved:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        self._mourner.join(FAREWELL)  # has heard the last words then
        code = self._process.returncode
        last = next((line.strip() for line in reversed(self._complaints) if line.strip()), "")
        return Misbehaved("crash", f"ended with {code}" + (f": {last[:200]}" if last else ""))


def _listener(stream: IO[str] | None, hear: Callable[[str], None]) -> threading.Thread:
    """Somebody who hears all lines of a stream, and then its end."""
    assert stream

    def listen() -> None:
        with stream:
            while line := stream.readline(LONGEST_LINE):
                hear(line)
        hear(THE_END)

    return threading.Thread(target=listen, daemon=True)


def written(limits: Limits) -> list[str]:
    """Limits as words: `seconds 0.3 nodes 1000`."""
    told = {"seconds": limits.seconds, "nodes": limits.nodes, "depth": limits.depth}
    return [word for name, n in told.items() if n is not None for word in (name, f"{n}")]
