"""Commands for people who study the games: many games, single positions, counted trees."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from azulejos import simulation
from azulejos.bots.baselines.greedy import GreedyBot
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
    fail,
    progress_bar,
    read,
)
from azulejos.engine import find_game, playout
from azulejos.engine.rng import new_stream
from azulejos.engine.state import new_states
from azulejos.game import Game
from azulejos.i18n import LANGUAGES
from azulejos.render import png as pixels
from azulejos.render.svg import THEMES
from azulejos.render.text import screen

#: Who plays many games if nobody is named.
FAST = GreedyBot.name


@app.command()
def simulate(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=f"{BOT_HELP} Else {FAST} ones.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: SeedOption = None,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 1,
    out: Annotated[Path | None, typer.Option(help="A folder for the records.")] = None,
) -> None:
    """Let bots play each other, and count."""
    names = bot_names(bots, players, FAST)
    master = secrets.randbits(32) if seed is None else seed
    plan = simulation.Plan(game, board.value, tuple(names), games, master)
    plan.check(processes)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    with progress_bar() as progress:
        task = progress.add_task(f"{game}, {board.value}", total=games)
        outcomes = simulation.simulate(
            plan, processes, lambda done: progress.update(task, completed=done)
        )
    _print_summary(simulation.summarise(plan, outcomes), master)
    if out is not None:
        _write_records(out, outcomes)


def _print_summary(summary: simulation.Summary, seed: int) -> None:
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


def _write_records(folder: Path, outcomes: list[simulation.Outcome]) -> None:
    for outcome in outcomes:
        path = folder / f"game-{outcome.number + 1:06}.txt"
        path.write_text(outcome.record, encoding="utf-8")
    console.print(f"{len(outcomes)} records written to {folder}", highlight=False)


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="A position's text, a file with it, or -.")],
    svg: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw it into this PNG file.")] = None,
    theme: Annotated[str, typer.Option(help=f"Of pictures: {', '.join(THEMES)}.")] = "light",
    size: Annotated[int | None, typer.Option(help="Width of pictures in pixels.")] = None,
    language: Annotated[str, typer.Option(help=f"Of pictures: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Draw a position, and list its legal moves; or draw a picture of it into a file."""
    if not position.strip():
        fail("expected a position's text, or a file with one, got nothing")
    text = position if " " in position.strip() else read(position)
    game = find_game(text.split()[0] if text.split() else "")
    view = game.read_position(text)
    if svg is not None or png is not None:
        _write_pictures(view.to_svg(theme=theme, size=size, language=language), svg, png)
        return
    names = [f"player {seat + 1}" for seat in range(len(view.scores))]
    console.print(screen.draw(view, names))
    console.print(f"{len(view.legal_moves)} legal moves: ", end="", highlight=False)
    console.print(" ".join(map(str, view.legal_moves)), highlight=False)


def _write_pictures(drawing: str, svg: Path | None, png: Path | None) -> None:
    if svg is not None:
        svg.write_text(drawing, encoding="utf-8")
    if png is not None:
        png.write_bytes(pixels.png(drawing))
    for path in filter(None, (svg, png)):
        console.print(f"picture written to {path}", highlight=False)


@app.command()
def perft(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    depth: Annotated[int, typer.Option(min=0, max=12, help="How many moves deep.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Decides what is dealt.")] = 0,
) -> None:
    """Count the positions that so many moves can lead to."""
    match = Game(game, board=board.value, players=players, seed=seed)
    stream = new_stream(seed)
    for level in range(depth + 1):
        states = new_states(match.rules.layout, level + 1)
        states[:1] = match.position.states
        leaves = playout.perft(states, level, stream[0], match.drawn)
        console.print(f"{level} {leaves}", highlight=False)
