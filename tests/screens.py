"""Pseudo-terminals for programs that show progress."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

#: Shown when enough of 100,000 games are played that all processes are at work.
AT_WORK = rb"\b([4-9]\d|\d{3,})/100000"
PATIENCE = 120.0  # seconds; the rules may have to be compiled first


class Screen:
    """Output of a program on a pseudo-terminal, read in a thread so that writers never block."""

    def __init__(self) -> None:
        self._master, self.end_for_programs = pty.openpty()
        self.shown = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError):  # Linux: all writers have closed
            while piece := os.read(self._master, 4096):
                self.shown += piece

    def wait_for(self, pattern: bytes) -> None:
        """Wait until the output matches a pattern."""
        deadline = time.monotonic() + PATIENCE
        while not re.search(pattern, self.shown):
            assert time.monotonic() < deadline, f"expected {pattern!r}, got {self.shown[-500:]!r}"
            time.sleep(0.01)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._master, keys.encode())

    def close(self) -> None:
        """Read the rest of the output, after the programs have ended."""
        os.close(self.end_for_programs)
        self._reader.join(PATIENCE)
        os.close(self._master)


@contextmanager
def a_screen() -> Iterator[Screen]:
    """A pseudo-terminal; on exit, all output has been read."""
    screen = Screen()
    try:
        yield screen
    finally:
        screen.close()


@dataclass(frozen=True)
class Ended:
    """Exit code of a program, its standard output, and its output on the terminal."""

    code: int
    out: str
    shown: bytes


def interrupted(command: Sequence[str], shows: bytes, columns: int = 80) -> Ended:
    """Run a program until its output matches a pattern, then send Ctrl-C to its process group."""
    with a_screen() as screen:
        process = subprocess.Popen(
            command,
            env=os.environ | {"TERM": "xterm", "COLUMNS": str(columns)},
            stdout=subprocess.PIPE,
            stderr=screen.end_for_programs,
            text=True,
            start_new_session=True,
        )
        try:
            screen.wait_for(shows)
            os.killpg(process.pid, signal.SIGINT)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
    return Ended(process.returncode, out, screen.shown)
