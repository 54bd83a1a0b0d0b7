"""Commands for bots: who is stronger, and bots for other programs."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from azulejos.arena import Match, Result, report
from azulejos.arena import plot as plots
from azulejos.arena.bot_server import Speaker
from azulejos.arena.log import seed_of
from azulejos.arena.places import check_place
from azulejos.arena.progress import Standing
from azulejos.arena.sprt import Sprt
from azulejos.bots import ALL_BOTS
from azulejos.cli.common import (
    Board,
    BoardOption,
    NoInput,
    PlayersOption,
    SeedOption,
    app,
    console,
    progress_bar,
)
from azulejos.engine import GAMES

ContestantsArgument = Annotated[
    list[str],
    typer.Argument(
        help=f"Who plays: {', '.join(ALL_BOTS)}, with limits such as greedy:nodes=2000; or "
        "'cmd:PROGRAM', see docs/arena.md."
    ),
]


@app.command()
def arena(
    contestants: ContestantsArgument,
    game: Annotated[str, typer.Option(help=f"The game: {', '.join(GAMES)}.")] = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    games: Annotated[int, typer.Option(min=1, help="How many, up to whole rounds.")] = 100,
    seed: SeedOption = None,
    seconds: Annotated[float | None, typer.Option(help="To think about a move.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at for a move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Moves to look ahead.")] = None,
    sprt: Annotated[str, typer.Option(help="Stop once one of two Elo is likelier: 0,30.")] = "",
    patience: Annotated[float, typer.Option(help="Seconds before programs forfeit.")] = 60,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 1,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    log: Annotated[Path | None, typer.Option(help="Keep games here, and go on later.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result into this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it into this SVG or PNG file.")] = None,
) -> None:
    """Find out who is stronger: every deal is played from all sides."""
    if plot is not None:
        plots.check(plot)
        check_place("plot", plot)
    if json is not None:
        check_place("json", json)
    match = Match(
        contestants=tuple(contestants),
        game=game,
        board=board.value,
        players=players,
        games=games,
        seed=_seed_of_match(seed, log),
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        sprt=Sprt.read(sprt).hypotheses if sprt else None,
        patience=patience,
    )
    with progress_bar() as progress:
        task = progress.add_task("", total=match.planned)

        def show(standing: Standing) -> None:
            words = escape(report.running(match.labels, standing))
            progress.update(task, completed=standing.tally.games, description=words)

        result = match.play(processes=processes, ray=ray, log=log, progress=show)
    _print_result(result, json, plot)


def _seed_of_match(given: int | None, log: Path | None) -> int:
    """The seed given, or that of the match to go on with, or any."""
    kept = seed_of(log) if given is None and log is not None else given
    return secrets.randbits(32) if kept is None else kept


def _print_result(result: Result, json: Path | None, plot: Path | None) -> None:
    if not result.games:
        raise KeyboardInterrupt  # it came before any game was finished
    console.print(_table(result))
    for remark in report.remarks(result):
        console.print(remark, markup=False, highlight=False)
    if json is not None:
        json.write_text(result.to_json(), encoding="utf-8")
    if plot is not None:
        plots.plot(result, plot)
    for path in filter(None, (json, plot)):
        console.print(f"result written to {path}", markup=False, highlight=False)
    if result.interrupted:
        raise KeyboardInterrupt


def _table(result: Result) -> Table:
    """The result as a table; where it is narrow, words are folded and numbers stay whole."""
    table = Table(
        title=escape(report.title(result)),
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in report.headings(result):
        if heading in report.WORDS:
            table.add_column(heading, overflow="fold")
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in report.rows(result):
        table.add_row(*map(escape, row))
    return table


@app.command()
def bot(
    name: Annotated[str, typer.Argument(help=f"The bot: {', '.join(ALL_BOTS)}.")],
    seed: SeedOption = None,
    threads: Annotated[int, typer.Option(min=1, help="How many a level thinks in.")] = 1,
) -> None:
    """Let another program speak with a bot, in lines: see docs/arena.md."""
    speaker = Speaker(name, seed, threads)
    if sys.stdin is None:
        raise NoInput
    for answer in speaker.answers(sys.stdin):
        print(answer, flush=True)


@app.command()
def bench() -> None:
    """Search some positions of every game, and print what came of it: equal code, equal numbers."""
    from azulejos.search import bench

    done = []
    for sample in bench.samples():
        done.append(sample)
        speed = sample.nodes / max(sample.seconds, 1e-9)
        name = f"{sample.game} {sample.board} {sample.players}"
        print(f"{name:<28} {sample.nodes:>7} nodes {speed:>10,.0f}/s  {' '.join(sample.moves)}")
    print(f"signature {bench.signature(done)}")
