"""Commands `arena`, `bot` and `bench`."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.bots.names import BOT_NAMES
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
from azulejos.engine.names import GAME_NAMES

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.arena import Result
    from azulejos.arena.progress import Progress

ContestantsArgument = Annotated[
    list[str],
    typer.Argument(
        help=f"The contestants: {', '.join(BOT_NAMES)}, with limits such as greedy:nodes=2000; or "
        "'cmd:PROGRAM', see docs/arena.md."
    ),
]


@app.command()
def arena(
    contestants: ContestantsArgument,
    game: Annotated[str, typer.Option(help=f"The game: {', '.join(GAME_NAMES)}.")] = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    games: Annotated[int, typer.Option(min=1, help="Games, up to whole rounds.")] = 100,
    seed: SeedOption = None,
    seconds: Annotated[float | None, typer.Option(help="Time limit for a move.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Node limit for a move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Depth limit.")] = None,
    sprt: Annotated[str, typer.Option(help="Stop when an SPRT accepts one of two Elo: 0,30.")] = "",
    grace_period: Annotated[float, typer.Option(help="Seconds over time allowed.")] = 60,
    luck_adjusted: Annotated[
        bool, typer.Option("--luck-adjusted", help="Measure luck: win rates less luck, too.")
    ] = False,
    processes: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    log: Annotated[Path | None, typer.Option(help="Log file, to resume from.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result to this JSON file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Plot it into this SVG or PNG file.")] = None,
) -> None:
    """Play a match between bots or programs: every deal is played from all seats."""
    from rich.markup import escape

    from azulejos.arena import Match, report
    from azulejos.arena import plot as plots
    from azulejos.arena.log import check_writable
    from azulejos.arena.sprt import Sprt

    if plot is not None:
        plots.check(plot)
        check_writable("plot", plot)
    if json is not None:
        check_writable("json", json)
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
        grace_period=grace_period,
        luck_adjusted=luck_adjusted,
    )
    with progress_bar() as progress:
        task = progress.add_task("", total=match.planned)

        def show(state: Progress) -> None:
            words = escape(report.progress_line(match.labels, state))
            progress.update(task, completed=state.tally.games, description=words)

        result = match.play(processes=processes, ray=ray, log=log, progress=show)
    _print_result(result, json, plot)


def _seed_of_match(given: int | None, log: Path | None) -> int:
    """The given seed, else that of the log to resume, else a random one."""
    from azulejos.arena.log import read_seed

    kept = read_seed(log) if given is None and log is not None else given
    return secrets.randbits(32) if kept is None else kept


def _print_result(result: Result, json: Path | None, plot: Path | None) -> None:
    from azulejos.arena import plot as plots
    from azulejos.arena import report

    if not result.games:
        raise KeyboardInterrupt  # it came before any game was finished
    console.print(_table(result))
    for note in report.notes(result):
        console.print(note, markup=False, highlight=False)
    source = f"{result.match.version}: {result.match.command}"
    console.print(source, markup=False, highlight=False, soft_wrap=True)
    if json is not None:
        json.write_text(result.to_json(), encoding="utf-8")
    if plot is not None:
        plots.plot(result, plot)
    for path in filter(None, (json, plot)):
        console.print(f"result written to {path}", markup=False, highlight=False)
    if result.interrupted:
        raise KeyboardInterrupt


def _table(result: Result) -> Table:
    """The result as a table; in a narrow terminal text is wrapped, numbers never."""
    from rich.box import SIMPLE_HEAD
    from rich.markup import escape
    from rich.table import Table

    from azulejos.arena import report

    table = Table(
        title=escape(report.title(result)),
        box=SIMPLE_HEAD,
        show_edge=False,
        pad_edge=False,
        padding=(0, 1, 0, 0),
    )
    for heading in report.headings(result):
        if heading in report.TEXT_COLUMNS:
            table.add_column(heading, overflow="fold")
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in report.rows(result):
        table.add_row(*map(escape, row))
    return table


@app.command()
def bot(
    name: Annotated[str, typer.Argument(help=f"The bot: {', '.join(BOT_NAMES)}.")],
    seed: SeedOption = None,
    threads: Annotated[int, typer.Option(min=1, help="Search threads of a level.")] = 1,
) -> None:
    """Serve a bot to another program over standard input and output: see docs/arena.md."""
    from azulejos.arena.bot_server import BotServer

    server = BotServer(name, seed, threads)
    if sys.stdin is None:
        raise NoInput
    for answer in server.answers(sys.stdin):
        print(answer, flush=True)


@app.command()
def bench() -> None:
    """Search fixed positions of every game; the signature changes only when the search does."""
    from azulejos.search import bench

    done = []
    for sample in bench.samples():
        done.append(sample)
        speed = sample.nodes / max(sample.seconds, 1e-9)
        name = f"{sample.game} {sample.board} {sample.players}"
        print(f"{name:<28} {sample.nodes:>7} nodes {speed:>10,.0f}/s  {' '.join(sample.moves)}")
    print(f"signature {bench.signature(done)}")
