"""A play service for tests: a real process on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: The address in its output.
ADDRESS = re.compile(r"http://\S+")
#: Tests play, set up tables and load the page faster than people, and all from one address.
LOOSE_LIMITS = (
    "messages=100000/2",
    "address_messages=100000/2",
    "tables=100000/60",
    "joins=100000/60",
    "requests=100000/60",
    "page_requests=100000/10",
    "connects=100000/10",
    # A machine that runs other tests is late, too.
    "lag_seconds=60",
)


class Service:
    """A process of `azulejos serve` that can be stopped, killed and restarted."""

    def __init__(self, database: Path | str, *options: str, port: int = 0) -> None:
        self.database = str(database)
        self.options = options
        self.port = port
        self.address = ""
        self.log = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> str:
        """Start, on the same port as before; returns the address once it is up."""
        command = [sys.executable, "-m", "azulejos", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--database", self.database, *self.options]
        if "--bot-pace" not in self.options:
            command += ["--bot-pace", "0"]
        command += ["--bot-seconds", "0.1", "--hint-seconds", "0.05"]
        if "--limit" not in self.options:
            command += [word for limit in LOOSE_LIMITS for word in ("--limit", limit)]
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
        """The process id."""
        assert self._process
        return self._process.pid

    def stop(self) -> int:
        """Stop it with SIGTERM; returns its exit code."""
        return self._end(signal.SIGTERM)

    def kill(self) -> int:
        """Kill it; returns its exit code."""
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
    """Address of a service that runs inside the `with` block."""
    service = Service(database, *options)
    try:
        yield service.start()
    finally:
        service.stop()
