"""`azulejos show`: a position as text, SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from azulejos.cli.common import app, console, fail, known_language, read
from azulejos.i18n import LANGUAGES
from azulejos.render.svg.theme import THEMES


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="The text of a position, a file, or - (stdin).")],
    svg: Annotated[Path | None, typer.Option(help="Write an SVG picture to this file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Write a PNG picture to this file.")] = None,
    theme: Annotated[
        str, typer.Option(help=f"Theme of the pictures: {', '.join(THEMES)}.")
    ] = "light",
    size: Annotated[int | None, typer.Option(help="Width of the pictures in pixels.")] = None,
    language: Annotated[
        str,
        typer.Option(
            callback=known_language, help=f"Language of the pictures: {', '.join(LANGUAGES)}."
        ),
    ] = "en",
) -> None:
    """Print a position and its legal moves, or write a picture of it to a file."""
    from azulejos.engine import find_game
    from azulejos.render.svg.position import position_svg
    from azulejos.render.text.position import draw, player_names

    if not position.strip():
        fail("expected the text of a position, or a file that contains one, got nothing")
    text = position if " " in position.strip() else read(position)
    if text.lstrip().startswith(("azulejos ", "{")):
        name = position if text != position and position != "-" else "FILE"
        fail(f"expected a position, got the record of a game: `azulejos replay {name}` shows it")
    game = find_game(text.split()[0] if text.split() else "")
    shown = game.read_position(text)
    if svg is not None or png is not None:
        _write_pictures(position_svg(shown, theme=theme, size=size, language=language), svg, png)
        return
    console.print(draw(shown, player_names(len(shown.scores))))
    console.print(f"{len(shown.legal_moves)} legal moves: ", end="", highlight=False)
    console.print(" ".join(map(str, shown.legal_moves)), highlight=False)


def _write_pictures(drawing: str, svg: Path | None, png: Path | None) -> None:
    from azulejos.render.png import png as to_png

    if svg is not None:
        svg.write_text(drawing, encoding="utf-8")
    if png is not None:
        png.write_bytes(to_png(drawing))
    for path in filter(None, (svg, png)):
        console.print(f"picture written to {path}", highlight=False)
