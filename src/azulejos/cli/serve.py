"""`azulejos serve`: the service and its web page."""

from __future__ import annotations

from typing import Annotated

import typer

from azulejos.cli.common import app, console

METRICS_READERS = ("local", "all", "off")
LOG_LEVELS = ("debug", "info", "warning", "error")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str, typer.Option(help="SQLite file, or postgresql://user@host/name.")
    ] = "",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    origin: Annotated[
        list[str] | None, typer.Option(help="Origin of another page that may use the service.")
    ] = None,
    public_url: Annotated[
        str, typer.Option(help="Address for the world, such as https://example.org.")
    ] = "",
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address or network of a proxy that reports its clients' addresses."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(help="A limit of docs/protocol.md, such as sockets=1000 or messages=100/2."),
    ] = None,
    bot_pace: Annotated[float, typer.Option(min=0, help="Seconds between bots' moves.")] = 0.9,
    bot_seconds: Annotated[
        float, typer.Option(min=0.05, max=60, help="Seconds that a bot may think about a move.")
    ] = 1,
    hint_seconds: Annotated[
        float, typer.Option(min=0.05, max=60, help="Seconds for a hint.")
    ] = 0.5,
    grace_period: Annotated[
        float, typer.Option(min=0, help="Seconds before an absent player can be replaced.")
    ] = 45,
    keep_finished: Annotated[
        int, typer.Option(min=0, help="Days to keep finished games; 0: forever.")
    ] = 0,
    keep_abandoned: Annotated[
        int, typer.Option(min=0, help="Days to keep games without moves; 0: forever.")
    ] = 0,
    hand_over: Annotated[
        bool, typer.Option(help="Hand WebSockets over to the process that serves their table.")
    ] = True,
    metrics: Annotated[
        str,
        typer.Option(help="Who may read /metrics: local (this machine), all or off."),
    ] = "local",
    keep_uploads: Annotated[
        int, typer.Option(min=0, help="Days to keep uploaded records; 0: forever.")
    ] = 365,
    analysis_workers: Annotated[
        int, typer.Option(min=0, max=64, help="Processes that analyse positions; 0: none.")
    ] = 1,
    review_workers: Annotated[
        int, typer.Option(min=0, max=64, help="Processes that review games; 0: none.")
    ] = 1,
    log_level: Annotated[
        str, typer.Option(help="Log level: debug, info, warning or error.")
    ] = "warning",
) -> None:
    """Start the service, and open its page in a browser."""
    from azulejos.server import run
    from azulejos.server import settings as reading

    settings = reading.Settings(
        database=database or reading.default_database(),
        origins=tuple(origin or ()),
        public_url=reading.public_url(public_url) if public_url else "",
        proxies=tuple(map(reading.proxy, proxy or ())),
        limits=reading.limits(limit or ()),
        bot_pace=bot_pace,
        bot_seconds=bot_seconds,
        hint_seconds=hint_seconds,
        grace_period=grace_period,
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
        hand_over=hand_over,
        metrics=metrics,
        keep_uploads=keep_uploads,
        analysis_workers=analysis_workers,
        review_workers=review_workers,
    )
    if metrics not in METRICS_READERS:
        expected = ", ".join(METRICS_READERS)
        raise typer.BadParameter(f"expected one of {expected}, got {metrics!r}")
    if log_level not in LOG_LEVELS:
        raise typer.BadParameter(f"expected one of {', '.join(LOG_LEVELS)}, got {log_level!r}")
    run.serve(settings, host, port, log_level=log_level, announce=_announce, browser=browser)


def _announce(address: str) -> None:
    console.print(f"Azulejos is at {address} (Ctrl-C stops it)", highlight=False)
