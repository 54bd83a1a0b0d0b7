"""`azulejos dataset`: games of self-play with values, for training other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from azulejos.cli.common import Board, BoardOption, PlayersOption, app, console, progress_bar
from azulejos.engine.names import GAME_NAMES

GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAME_NAMES)}.")]


@app.command()
def dataset(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    folder: Annotated[
        Path | None, typer.Option(help="Where to write; else datasets/GAME-BOARD-PLAYERS.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    nodes: Annotated[int, typer.Option(min=1, help="Nodes of search for each move.")] = 1000,
    explore: Annotated[float, typer.Option(help="The part of moves that are random.")] = 0.05,
    seed: Annotated[int, typer.Option(min=0, help="Makes everything repeatable.")] = 1,
    format: Annotated[str, typer.Option(help="jsonl, or parquet (extra parquet).")] = "jsonl",  # noqa: A002
    games_in_file: Annotated[int, typer.Option(min=1, help="Games in one file.")] = 50,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 1,
) -> None:
    """Write games of Master against itself, with the value of every position; resumable."""
    from azulejos.datasets.config import DatasetConfig
    from azulejos.datasets.make import make

    config = DatasetConfig(
        game=game,
        board=board.value,
        players=players,
        games=games,
        nodes=nodes,
        explore=explore,
        seed=seed,
        format=format,
        games_in_file=games_in_file,
    )
    path = folder or Path("datasets") / f"{game}-{board.value}-{players}"
    with progress_bar() as progress:
        task = progress.add_task("games", total=games)
        make(
            config,
            path,
            processes=processes,
            listener=lambda done: progress.update(task, completed=done),
        )
    console.print(f"written to {path}", markup=False, highlight=False)
