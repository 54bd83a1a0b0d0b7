"""The command line: thin commands over the package. No traceback ever reaches its user."""

from __future__ import annotations

import io
import os
import sys
from concurrent.futures.process import BrokenProcessPool

from azulejos.cli import arena, play, study
from azulejos.cli.common import NoInput, app, fail
from azulejos.cli.train import train
from azulejos.engine.errors import AzulejosError

__all__ = ["app", "arena", "main", "play", "study"]

app.command()(train)


def main() -> None:
    """Run a command; say what went wrong in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a screen without our letters shows others
    try:
        app()
    except AzulejosError as error:
        fail(str(error))
    except BrokenProcessPool:
        fail("one of the processes that played games was killed")
    except NoInput:
        fail("expected something to read, but standard input is closed")
    except UnicodeDecodeError:
        fail("expected a text file in UTF-8, got other bytes")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)
