"""`azulejos train`: the training loop on the command line."""

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
from azulejos.training.config import TrainingConfig
from azulejos.training.run_folder import Generation

GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]


class ProgressBar(loop.ProgressListener):
    """Progress on the terminal: a bar for each step, a line for each generation."""

    def __init__(self) -> None:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task("", total=None)

    def __enter__(self) -> ProgressBar:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def on_step(self, generation: int, step: str) -> None:
        """Start a new bar."""
        self.progress.reset(self.task, total=None, description=f"generation {generation}: {step}")

    def on_progress(self, done: int, total: int) -> None:
        """Advance the bar."""
        self.progress.update(self.task, completed=done, total=total)

    def on_generation(self, generation: Generation) -> None:
        """Print a line."""
        words = summary(generation)
        self.progress.console.print(words, markup=False, highlight=False, soft_wrap=True)


def summary(line: Generation) -> str:
    """A generation in one line."""
    outcome = "accepted" if line.accepted else f"rejected, {line.best} remains champion"
    return (
        f"generation {line.number}: {outcome}; scored {line.score:.1%}±{line.margin:.1%} "
        f"in {line.match_games} games, lead {line.lead:+.1f}, rating {line.rating:+.0f}; "
        f"loss {line.victory_loss:.4f} on {line.examples} examples; {line.seconds / 60:.1f} minutes"
    )


def train(
    game: GameArgument = "azul",
    board: Annotated[str, typer.Option(help=f"The side of the boards: {', '.join(BOARDS)}.")] = (
        BOARDS[0]
    ),
    players: Annotated[int, typer.Option(min=2, max=4, help="How many players.")] = 2,
    folder: Annotated[
        Path | None, typer.Option(help="Run folder; else runs/GAME-BOARD-PLAYERS.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of self-play a generation.")] = 8000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes for a move of self-play.")] = 400,
    generations: Annotated[int, typer.Option(min=1, help="Generations in all runs.")] = 8,
    window: Annotated[int, typer.Option(min=1, help="Generations to train on.")] = 3,
    match_games: Annotated[int, typer.Option(min=1, help="Games against the champion.")] = 120,
    match_nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes for a move of a match.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Makes everything repeatable.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 2,
    hours: Annotated[float | None, typer.Option(min=0, help="Time limit.")] = None,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    start: Annotated[Path | None, typer.Option(help="A network to start with.")] = None,
) -> None:
    """Train a network by self-play; the same command resumes an interrupted run."""
    config = TrainingConfig(
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
    with ProgressBar() as progress:
        log = loop.train(
            config, path, processes=processes, ray=ray, hours=hours, start=start, listener=progress
        )
    _report(log, config, path)


def _report(log: list[Generation], config: TrainingConfig, path: Path) -> None:
    """Print the champion, and what is left to do."""
    console = Console()
    best = f"generation {log[-1].best}" if log else "the first one"
    words = f"the best network, {best}, is {path / 'best.npz'}"
    console.print(words, markup=False, highlight=False, soft_wrap=True)
    if len(log) < config.generations:
        left = f"time is up after {len(log)} of {config.generations} generations"
        console.print(f"{left}: the same command resumes", markup=False, highlight=False)
