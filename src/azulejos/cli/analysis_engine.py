"""`azulejos analysis-engine`: analysis for other programs, as JSON lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from azulejos.cli.common import NoInput, app

if TYPE_CHECKING:
    from azulejos.analysis.engine import Answer


@app.command()
def analysis_engine(
    threads: Annotated[
        int, typer.Option(min=1, max=256, help="Requests that are worked on at once.")
    ] = 1,
    nice: Annotated[
        int, typer.Option(min=0, max=19, help="Added to the nice value of this process.")
    ] = 0,
    cancel_at_end: Annotated[
        bool, typer.Option("--cancel-at-end", help="Stop at the end of the input.")
    ] = False,
) -> None:
    """Answer requests for analysis, one JSON object a line, on standard input and output."""
    if nice and hasattr(os, "nice"):
        os.nice(nice)  # before the imports, which take longest
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


def _lines(stream: BinaryIO, most: int) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long only as much as shows that it is."""
    while line := stream.readline(most + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = stream.readline(most)
