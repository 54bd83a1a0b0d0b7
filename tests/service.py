"""A play service of one's own to test with: a real process, on a port of its own."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Where it says that it is.
ADDRESS = re.compile(r"http://\S+")


class Service:
    """A process that runs `azulejos serve`, which can be stopped, killed and started again."""

    def __init__(self, database: Path | str, *options: str, port: int = 0) -> None:
        self.database = str(database)
        self.options = options
        self.port = port
        self.address = ""
        self.log = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start, on the same port as before; returns the address once it answers."""
        command = [sys.executable, "-m", "azulejos", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--database", self.database, *self.options]
        if "--bot-pace" not in self.options:
            command += ["--bot-pace", "0"]
        self._process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )
        assert self._process.stdout
        line = self._process.stdout.readline()
        found = ADDRESS.search(line)
        if not found:
            self.kill()
            raise RuntimeError(f"the service did not start: {line}{self.log}")
        self.address = found.group().rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        return self.address

    @property
    def pid(self) -> int:
        """The number of the process."""
        assert self._process
        return self._process.pid

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """Kill it in the middle of whatever it does."""
        return self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        _, errors = self._process.communicate(timeout=60)
        self.log += errors
        code = self._process.returncode
        self._process = None
        return code


@contextmanager
def a_service(database: Path | str, *options: str) -> Iterator[str]:
    """The address of a service that runs as long as it is needed."""
    service = Service(database, *options)
    try:
        yield service.start()
    finally:
        service.stop()
