"""`azulejos analysis-engine`: analysis for other programs, as JSON lines."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from azulejos.cli.common import NoInput, app

if TYPE_CHECKING:
    from azulejos.analysis.engine import Answer

#: The nice value with which a process also gives the processor up at once.
LAST_NICE = 19


@app.command()
def analysis_engine(
    threads: Annotated[
        int, typer.Option(min=1, max=256, help="Requests that are worked on at once.")
    ] = 1,
    nice: Annotated[
        int, typer.Option(min=0, max=LAST_NICE, help="Added to the nice value of this process.")
    ] = 0,
    cancel_at_end: Annotated[
        bool, typer.Option("--cancel-at-end", help="Stop at the end of the input.")
    ] = False,
) -> None:
    """Answer requests for analysis, one JSON object a line, on standard input and output."""
    _give_way(nice)  # before the imports, which take longest
    import msgspec

    from azulejos.analysis.engine import MAX_LINE, Engine

    if sys.stdin is None:
        raise NoInput

    def send(answer: Answer) -> None:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()

    engine = Engine(send, threads)
    for line in _lines(sys.stdin.buffer, MAX_LINE):
        if line.strip():
            engine.receive(line)
    if cancel_at_end:
        engine.cancel_all()
    engine.finish()


def _give_way(nice: int) -> None:
    """Let other processes go first; with the last nice value, work only while they do not."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if nice == LAST_NICE and hasattr(os, "SCHED_IDLE"):  # of Linux; others come at once, not soon
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only as much as shows that it is."""
    while line := stream.readline(most + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(most)
