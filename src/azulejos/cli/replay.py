"""`azulejos replay`: a recorded game in the terminal app, or printed as text."""

from __future__ import annotations

from typing import Annotated

import typer

from azulejos.cli.common import LanguageOption, app, can_show_app, console, open_app, read


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record as text or JSON; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(min=0, help="Print only this move.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Print all moves.")] = False,
    language: LanguageOption = None,
) -> None:
    """Replay a recorded game: in the app, or as text with --ply, --all or outside a terminal."""
    from azulejos.game import Game
    from azulejos.game.records import is_json
    from azulejos.render.text.replay import draw_ply

    text = read(file)
    game = Game.from_json(text) if is_json(text) else Game.from_text(text)
    if ply is not None:
        game.position_at(ply)
        console.print(draw_ply(game, ply))
    elif whole or file == "-" or not can_show_app():
        for number in range(game.ply + 1):
            console.print(draw_ply(game, number))
    else:
        open_app(language, record=game)
