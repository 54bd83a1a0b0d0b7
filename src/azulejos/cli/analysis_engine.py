"""`azulejos analysis-engine`: analysis for other programs, as JSON lines."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.cli.common import NoInput, app

if TYPE_CHECKING:
    from azulejos.analysis.engine import Answer


@app.command()
def analysis_engine(
    threads: Annotated[
        int, typer.Option(min=1, max=256, help="Requests that are worked on at once.")
    ] = 1,
) -> None:
    """Answer requests for analysis, one JSON object a line, on standard input and output."""
    import msgspec

    from azulejos.analysis.engine import Engine

    if sys.stdin is None:
        raise NoInput

    def send(answer: Answer) -> None:
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()

    engine = Engine(send, threads)
    for line in sys.stdin:
        if line.strip():
            engine.receive(line)
    engine.finish()
