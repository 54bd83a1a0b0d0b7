"""Draws the pictures of the documents: `make pictures`."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from azulejos import Game, bot
from azulejos.game import Turn
from azulejos.render.text.position import draw, seat_names

HERE = Path(__file__).parent
#: Warm plaster and ink, then the eight colours of a plain terminal.
PLASTER = TerminalTheme(
    (250, 246, 238),
    (29, 58, 95),
    [
        (41, 41, 51),
        (181, 67, 44),
        (62, 122, 79),
        (176, 122, 18),
        (37, 99, 168),
        (122, 79, 140),
        (15, 107, 102),
        (120, 113, 100),
    ],
)


def terminal_board(name: str, seed: int, plies: int) -> str:
    """The table in the middle of a game, as the terminal shows it."""
    game = Game(name, seed=seed)
    game.headers.update({"Player 1": "you", "Player 2": "greedy"})
    players = [bot("greedy", seed=1), bot("greedy", seed=2)]
    while game.to_play is not None and (game.ply < plies or game.to_play != 0):
        game.play(players[game.to_play].choose(game.position).move)
    console = Console(record=True, width=82, file=io.StringIO(), force_terminal=True)
    console.print(draw(game.position, seat_names(game)))
    svg = console.export_svg(title=f"azulejos show {name}", theme=PLASTER)
    # Rich would load a font from another host; the reader's own will do.
    svg = re.sub(r"@font-face \{.*?\}\n", "", svg, flags=re.DOTALL)
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
    (HERE / "azul.svg").write_text(terminal_board("azul", 11, 27), encoding="utf-8")
    pavilion = terminal_board("summer-pavilion", 5, 72)
    (HERE / "summer-pavilion.svg").write_text(pavilion, encoding="utf-8")
