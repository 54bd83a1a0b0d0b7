"""External bot processes: the arena's line protocol over standard input and output.

docs/arena.md describes the protocol; `bot_server` is its other side. A program that violates it
raises `ProtocolError` and has to be closed.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, Queue
from typing import IO, Literal, TypeAlias

from azulejos.bots import Limits
from azulejos.engine import AnyPosition

GREETING = "azulejos"
READY = "ready"
INFO = "info"
#: Longer lines are cut; no valid answer needs one.
MAX_LINE_LENGTH = 10_000
#: Unread output lines; a program that writes more blocks.
MAX_QUEUED_LINES = 1000
#: Seconds a program has to become ready, even if it keeps sending `info` lines.
STARTUP_LIMIT = 900.0
#: Seconds a program has to exit by itself after `quit`.
SHUTDOWN_GRACE = 1.0
END_OF_FILE = ""

ForfeitKind: TypeAlias = Literal["crash", "timeout", "malformed", "illegal"]


class ProtocolError(Exception):
    """A program violated the protocol or the rules, or ended; the text gives the details."""

    def __init__(self, kind: ForfeitKind, reason: str) -> None:
        self.kind = kind
        super().__init__(reason)


class BotProcess:
    """A running program. `grace_period` is the time in seconds it may exceed its limits by."""

    def __init__(self, command: Sequence[str], grace_period: float) -> None:
        """Start a program and wait until it is ready."""
        self.grace_period = grace_period
        self.name = command[0]
        self._answers: Queue[str] = Queue(MAX_QUEUED_LINES)
        self._errors: deque[str] = deque(maxlen=20)
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
            raise ProtocolError("crash", f"cannot be started: {error.strerror}") from error
        _line_reader(self._process.stdout, self._answers.put).start()
        self._stderr_reader = _line_reader(self._process.stderr, self._errors.append)
        self._stderr_reader.start()
        try:
            self._handshake()
        except ProtocolError:
            self.close()
            raise

    def _handshake(self) -> None:
        self._send(GREETING)
        last = time.monotonic() + STARTUP_LIMIT
        while (answer := self._read(min(last, time.monotonic() + self.grace_period))) != READY:
            word, _, name = answer.partition(" ")
            if word == "name":
                self.name = name
            elif word != INFO:
                raise ProtocolError("malformed", f"expected name or {READY}, got {answer[:60]!r}")

    def new_game(self, position: AnyPosition) -> None:
        """Announce a new game."""
        players = len(position.scores)
        self._send(f"newgame {position.rules.name} {position.board} {players}")

    def choose(self, position: AnyPosition, limits: Limits) -> str:
        """The program's move, as text."""
        self._send(f"position {position}")
        self._send(" ".join(["go", *limit_words(limits)]))
        answer = self._answer(time.monotonic() + self.grace_period + (limits.seconds or 0))
        word, _, move = answer.partition(" ")
        if word != "bestmove" or not move:
            raise ProtocolError("malformed", f"expected bestmove and a move, got {answer[:60]!r}")
        return move.strip()

    def close(self) -> None:
        """Ask the program to quit, and kill it if it does not."""
        with suppress(ProtocolError):
            self._send("quit")
        with suppress(OSError):
            assert self._process.stdin
            self._process.stdin.close()
        try:
            self._process.wait(SHUTDOWN_GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _send(self, line: str) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._crash() from error

    def _answer(self, deadline: float) -> str:
        """The next line that is not an `info` line."""
        while (line := self._read(deadline)).split()[:1] == [INFO]:
            pass
        return line

    def _read(self, deadline: float) -> str:
        """The next line."""
        try:
            line = self._answers.get(timeout=max(0.0, deadline - time.monotonic()))
        except Empty:
            raise ProtocolError("timeout", "did not answer in time") from None
        if line == END_OF_FILE:
            raise self._crash()
        return line.strip()

    def _crash(self) -> ProtocolError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SHUTDOWN_GRACE)
        self._stderr_reader.join(SHUTDOWN_GRACE)
        code = self._process.returncode
        last = next((line.strip() for line in reversed(self._errors) if line.strip()), "")
        return ProtocolError("crash", f"ended with {code}" + (f": {last[:200]}" if last else ""))


def _line_reader(stream: IO[str] | None, receive: Callable[[str], object]) -> threading.Thread:
    """A thread that passes on the lines of a stream, then `END_OF_FILE`."""
    assert stream

    def read() -> None:
        with stream:
            while line := stream.readline(MAX_LINE_LENGTH):
                receive(line)
        receive(END_OF_FILE)

    return threading.Thread(target=read, daemon=True)


def limit_words(limits: Limits) -> list[str]:
    """Limits as words of a `go` line: `seconds 0.3 nodes 1000`."""
    values = {"seconds": limits.seconds, "nodes": limits.nodes, "depth": limits.depth}
    return [word for name, n in values.items() if n is not None for word in (name, f"{n}")]
