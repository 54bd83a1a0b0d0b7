"""`azulejos simulate`: games between bots, and statistics over them."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.cli.common import (
    BOT_HELP,
    Board,
    BoardOption,
    GameArgument,
    PlayersOption,
    SeedOption,
    app,
    bot_names,
    console,
    progress_bar,
)

if TYPE_CHECKING:
    from azulejos.arena import simulation

#: The default bot.
FAST = "greedy"


@app.command()
def simulate(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=f"{BOT_HELP} Default: {FAST}.")] = "",
    games: Annotated[int, typer.Option(min=1, help="Number of games.")] = 100,
    seed: SeedOption = None,
    processes: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Folder for the records.")] = None,
) -> None:
    """Play many games between bots and print statistics by seat."""
    from azulejos.arena import simulation

    names = bot_names(bots, players, FAST)
    master = secrets.randbits(32) if seed is None else seed
    spec = simulation.Simulation(game, board.value, tuple(names), games, master)
    spec.check(processes)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    with progress_bar() as progress:
        task = progress.add_task(f"{game}, {board.value}", total=games)
        results = simulation.simulate(
            spec, processes, lambda done: progress.update(task, completed=done)
        )
    _print_summary(simulation.summarise(spec, results), master)
    if out is not None:
        _write_records(out, results)


def _print_summary(summary: simulation.Summary, seed: int) -> None:
    from rich.table import Table

    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    table = Table(title=f"{games}, seed {seed}")
    table.add_column("seat", justify="right")
    for heading in ("bot", "mean score", "wins", "95% interval"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for number, seat in enumerate(summary.seats, start=1):
        low, high = seat.interval
        interval = f"{low:.1%} to {high:.1%}"
        table.add_row(
            str(number), seat.bot, f"{seat.mean_score:.1f}", f"{seat.win_rate:.1%}", interval
        )
    console.print(table)
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.end_reasons.items())
    console.print(f"moves a game: {summary.mean_moves:.1f}, rounds: {summary.mean_rounds:.2f}")
    console.print(f"games with a tile shortage: {summary.short_of_tiles:.1%}")
    console.print(f"ended by: {ends}")


def _write_records(folder: Path, results: list[simulation.SimulatedGame]) -> None:
    for result in results:
        path = folder / f"game-{result.number + 1:06}.txt"
        path.write_text(result.record, encoding="utf-8")
    console.print(f"{len(results)} records written to {folder}", highlight=False)
