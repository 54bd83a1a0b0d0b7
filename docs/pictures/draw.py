"""Draws the pictures of the documents: `make pictures`."""

from __future__ import annotations

import asyncio
import io
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from azulejos import Game, bot
from azulejos.game import Turn
from azulejos.i18n import words_in
from azulejos.render.png import png
from azulejos.render.svg.app_icon import app_icon
from azulejos.render.svg.azul_tiles import azul_tiles
from azulejos.render.svg.tile_frame import gradients
from azulejos.server.preview import HEIGHT, PICTURE, WIDTH
from azulejos.server.settings import WEB
from azulejos.tui.app import AzulejosApp, new_game
from azulejos.tui.local import LocalTable
from azulejos.tui.storage import Setup

HERE = Path(__file__).parent
#: Columns and rows of the terminal.
SIZE = (112, 28)


async def terminal_app(name: str, seed: int, plies: int) -> str:
    """The terminal app in the middle of a game, with tiles picked."""
    game, player = new_game(Setup(name), seed), bot("greedy", seed=1)
    while game.to_play is not None and (game.ply < plies or game.to_play != 0):
        game.play(player.choose(game.position).move)
    app = AzulejosApp(words_in("en"), lambda words: LocalTable(game, words, seed=seed))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause(1)
        await pilot.press("enter")
        await pilot.pause(1)
        svg = app.export_screenshot(title=f"azulejos play {name}")
    # Textual would load a font from another host; the reader's own is used instead.
    svg = re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    return re.sub(r"Fira Code", "ui-monospace, Menlo, Consolas", svg)


def position(name: str, seed: int, plies: int, theme: str, **options: Any) -> str:
    """A position in the middle of a game, with its last move marked."""
    game, player = Game(name, seed=seed, **options), bot("greedy", seed=1)
    while game.to_play is not None and game.ply < plies:
        game.play(player.choose(game.position).move)
    turn = [entry for entry in game.history if isinstance(entry, Turn)][-1]
    return game.position.to_svg(theme=theme, size=860, last_move=turn)


def tiles(*names: str, size: int = 48) -> str:
    """A row of Azul's tiles, `size` pixels high."""
    drawings, count = azul_tiles(), len(names)
    row = "".join(
        f'<g transform="translate({100 * place} 0)">{drawings[name]}</g>'
        for place, name in enumerate(names)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size * count}" height="{size}"'
        f' viewBox="0 0 {100 * count} 100"><defs>{gradients()}</defs>{row}</svg>'
    )


def link_preview() -> str:
    """The picture of link previews: a wall of tiles, and the name on a panel of plaster."""
    letters, side = "bwyrk", 105
    drawings = azul_tiles()
    wall = "".join(
        f'<g transform="translate({side * column - 30} {side * row}) scale({side / 100})">'
        f"{drawings['azul-' + letters[(column - row * 2) % len(letters)]]}</g>"
        for row in range(6)
        for column in range(12)
    )
    icon = re.sub(r"^<svg ", '<svg x="310" y="245" ', app_icon(140))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<defs>{gradients()}</defs><rect width="100%" height="100%" fill="#d8cdb8"/>{wall}'
        '<rect x="262" y="190" width="676" height="250" rx="26" fill="#f6f1e7" stroke="#fff"'
        f' stroke-width="6"/>{icon}<text x="492" y="346" font-family="DejaVu Serif, Georgia, serif"'
        ' font-weight="bold" font-size="86" fill="#15395f">Azulejos</text></svg>'
    )


def draw_for_the_site() -> None:
    """The logo, every tile by itself, and a row of tiles for the start page."""
    (HERE / "logo.svg").write_text(app_icon(96), encoding="utf-8")
    for name in azul_tiles():
        (HERE / f"tile-{name}.svg").write_text(tiles(name), encoding="utf-8")
    frieze = tiles(*(f"azul-{letter}" for letter in 2 * "bwybwrbwkbwy"))
    (HERE / "frieze.svg").write_text(frieze, encoding="utf-8")
    with Image.open(io.BytesIO(png(link_preview()))) as picture:
        few_colours = picture.convert("RGB").quantize(128)  # a third of the size
        few_colours.save(WEB / PICTURE.removeprefix("/web/"), optimize=True)


if __name__ == "__main__":
    draw_for_the_site()
    azul = position("azul", 11, 27, "light")
    (HERE / "position-azul.svg").write_text(azul, encoding="utf-8")
    pavilion = position("summer-pavilion", 11, 150, "dark", players=3, board="grey")
    (HERE / "position-summer-pavilion.svg").write_text(pavilion, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder  # the app saves its games there
        for name, plies in (("azul", 22), ("summer-pavilion", 72)):
            picture = asyncio.run(terminal_app(name, 11, plies))
            (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")
