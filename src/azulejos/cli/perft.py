"""`azulejos perft`: the number of leaves of the game tree at each depth."""

from __future__ import annotations

from typing import Annotated

import typer

from azulejos.cli.common import Board, BoardOption, GameArgument, PlayersOption, app, console


@app.command()
def perft(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    depth: Annotated[int, typer.Option(min=0, max=12, help="Depth in moves.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the deals.")] = 0,
) -> None:
    """Count the leaves of the game tree at every depth up to DEPTH."""
    from azulejos.engine import playout
    from azulejos.engine.rng import new_stream
    from azulejos.engine.state import new_states
    from azulejos.game import Game

    match = Game(game, board=board.value, players=players, seed=seed)
    stream = new_stream(seed)
    for level in range(depth + 1):
        states = new_states(match.rules.layout, level + 1)
        states[:1] = match.position.states
        leaves = playout.perft(states, level, stream[0], match.drawn)
        console.print(f"{level} {leaves}", highlight=False)
