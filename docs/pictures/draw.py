"""Draws the pictures of the documents: `make pictures`."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from azulejos import Game, bot
from azulejos.game import Turn
from azulejos.i18n import words_in
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


if __name__ == "__main__":
    azul = position("azul", 11, 27, "light")
    (HERE / "position-azul.svg").write_text(azul, encoding="utf-8")
    pavilion = position("summer-pavilion", 11, 150, "dark", players=3, board="grey")
    (HERE / "position-summer-pavilion.svg").write_text(pavilion, encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder  # the app saves its games there
        for name, plies in (("azul", 22), ("summer-pavilion", 72)):
            picture = asyncio.run(terminal_app(name, 11, plies))
            (HERE / f"{name}.svg").write_text(picture, encoding="utf-8")
