"""Command line: thin commands over the package; errors are one line, never a traceback."""

from __future__ import annotations

import io
import os
import sys
from concurrent.futures import BrokenExecutor
from typing import Any, cast

import typer

from azulejos.cli import (
    analyse,
    analysis_engine,
    arena,
    dataset,
    learn,
    perft,
    play,
    puzzles,
    replay,
    serve,
    show,
    simulate,
)
from azulejos.cli.common import NoInput, app, fail
from azulejos.cli.train import train
from azulejos.engine.errors import AzulejosError

__all__ = [
    "analyse",
    "analysis_engine",
    "app",
    "arena",
    "dataset",
    "learn",
    "main",
    "perft",
    "play",
    "puzzles",
    "replay",
    "serve",
    "show",
    "simulate",
]

app.command()(train)

#: Base of Typer's errors about the command line.
UsageError = cast("type[Exception]", typer.BadParameter.__mro__[1])


def main() -> None:
    """Run a command; report errors in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # encodings without our letters
    arguments = sys.argv[1:]
    try:
        code = _run(arguments or ["--help"])
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        fail(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except (KeyboardInterrupt, typer.Abort):
        sys.exit(130)
    sys.exit(code if arguments else 2)


def _run(arguments: list[str]) -> int:
    """Run a command; the exit code. Errors of the operating system are raised."""
    try:
        return app(arguments, standalone_mode=False) or 0
    except UsageError as error:
        fail(_usage_text(error))
    except AzulejosError as error:
        fail(str(error))
    except BrokenExecutor:
        fail("a worker process was killed")
    except NoInput:
        fail("expected input, but standard input is closed")
    except UnicodeDecodeError:
        fail("expected a text file in UTF-8, got other bytes")


def _usage_text(error: Any) -> str:  # Typer has no public name for the base of these errors
    """What is wrong with the command line, and where it is explained."""
    text: str = error.format_message().rstrip(".")
    path = error.ctx.command_path if error.ctx else "azulejos"
    return f"{text} (see `{path} --help`)"
