"""`azulejos train`: the loop on the command line."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from azulejos.engine import GAMES
from azulejos.engine.state import BOARDS
from azulejos.training import loop
from azulejos.training.config import Plan
from azulejos.training.run_folder import Generation

GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]


class Screen(loop.Watcher):
    """Shows on the terminal how it goes: a bar for each step, a line for each generation."""

    def __init__(self) -> None:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task("", total=None)

    def __enter__(self) -> Screen:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def begins(self, generation: int, step: str) -> None:
        """A new bar."""
        self.progress.reset(self.task, total=None, description=f"generation {generation}: {step}")

    def did(self, done: int, total: int) -> None:
        """The bar grows."""
        self.progress.update(self.task, completed=done, total=total)

    def finished(self, generation: Generation) -> None:
        """A line that stays."""
        words = summary(generation)
        self.progress.console.print(words, markup=False, highlight=False, soft_wrap=True)


def summary(line: Generation) -> str:
    """A generation in one line."""
    fate = "accepted" if line.accepted else f"rejected, {line.best} stays the best"
    return (
        f"generation {line.number}: {fate}; scored {line.score:.1%}±{line.reach:.1%} "
        f"in {line.match_games} games, lead {line.lead:+.1f}, rating {line.rating:+.0f}; "
        f"loss {line.chance_loss:.4f} on {line.examples} examples; {line.seconds / 60:.1f} minutes"
    )


def train(
    game: GameArgument = "azul",
    board: Annotated[str, typer.Option(help=f"The side of the boards: {', '.join(BOARDS)}.")] = (
        BOARDS[0]
    ),
    players: Annotated[int, typer.Option(min=2, max=4, help="How many players.")] = 2,
    folder: Annotated[
        Path | None, typer.Option(help="Where everything is kept; else runs/GAME-BOARD-PLAYERS.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of self-play a generation.")] = 8000,
    nodes: Annotated[int, typer.Option(min=1, help="Positions to look at for a move.")] = 400,
    generations: Annotated[int, typer.Option(min=1, help="How many, in all runs.")] = 8,
    window: Annotated[int, typer.Option(min=1, help="Generations to learn from.")] = 3,
    match_games: Annotated[int, typer.Option(min=1, help="Games against the best so far.")] = 120,
    match_nodes: Annotated[
        int | None, typer.Option(min=1, help="Positions to look at for a move there.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Makes everything repeatable.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 2,
    hours: Annotated[float | None, typer.Option(min=0, help="Stop after so long.")] = None,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    start: Annotated[Path | None, typer.Option(help="A network to start with.")] = None,
) -> None:
    """Let a network learn by playing itself; the same command goes on where it stopped."""
    plan = Plan(
        game=game,
        board=board,
        players=players,
        games=games,
        nodes=nodes,
        generations=generations,
        window=window,
        match_games=match_games,
        match_nodes=match_nodes,
        seed=seed,
    )
    path = folder or Path("runs") / f"{game}-{board}-{players}"
    with Screen() as screen:
        log = loop.train(
            plan, path, processes=processes, ray=ray, hours=hours, start=start, watcher=screen
        )
    _say(log, plan, path)


def _say(log: list[Generation], plan: Plan, path: Path) -> None:
    """What there is now, and what is left to do."""
    console = Console()
    best = f"generation {log[-1].best}" if log else "the one to begin with"
    words = f"the best network, {best}, is {path / 'best.npz'}"
    console.print(words, markup=False, highlight=False, soft_wrap=True)
    if len(log) < plan.generations:
        left = f"time is up after {len(log)} of {plan.generations} generations"
        console.print(f"{left}: the same command goes on", markup=False, highlight=False)
