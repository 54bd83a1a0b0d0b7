"""`azulejos train`: the training loop on the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from azulejos.engine.names import BOARDS, GAME_NAMES

if TYPE_CHECKING:
    from azulejos.training.config import TrainingConfig
    from azulejos.training.run_folder import Generation

GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAME_NAMES)}.")]


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
    from azulejos.cli.training_progress import ProgressBar
    from azulejos.training import loop
    from azulejos.training.config import TrainingConfig

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
