"""Command line: thin commands over the package; errors are one line, never a traceback."""

from __future__ import annotations

import io
import os
import sys
from concurrent.futures.process import BrokenProcessPool

from azulejos.cli import arena, perft, play, replay, serve, show, simulate
from azulejos.cli.common import NoInput, app, fail
from azulejos.cli.train import train
from azulejos.engine.errors import AzulejosError

__all__ = ["app", "arena", "main", "perft", "play", "replay", "serve", "show", "simulate"]

app.command()(train)


def main() -> None:
    """Run a command; report errors in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # encodings without our letters
    try:
        app()
    except AzulejosError as error:
        fail(str(error))
    except BrokenProcessPool:
        fail("a worker process was killed")
    except NoInput:
        fail("expected input, but standard input is closed")
    except UnicodeDecodeError:
        fail("expected a text file in UTF-8, got other bytes")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)
