"""Positions and results of any game as text for terminals."""

from __future__ import annotations

import io
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from azulejos.engine import AnyPosition
from azulejos.game import Game
from azulejos.game.free_text import printable_line
from azulejos.render.games import RENDERERS

#: Width in columns where there is no terminal.
TEXT_WIDTH = 100


def draw(position: AnyPosition, names: Sequence[str]) -> RenderableType:
    """A position; `names` are the players', by seat."""
    return RENDERERS[position.rules.name].draw_text(position, names)


def as_text(position: AnyPosition, *, colours: bool = True) -> str:
    """A position as lines of text, with or without ANSI colours."""
    canvas = Console(
        file=io.StringIO(),
        width=TEXT_WIDTH,
        force_terminal=colours,
        color_system="truecolor" if colours else None,
        legacy_windows=False,
    )
    with canvas.capture() as captured:
        canvas.print(draw(position, player_names(len(position.scores))))
    return captured.get()


def player_names(players: int) -> list[str]:
    """Names of seats that nothing is known about: `player 1` and so on."""
    return [f"player {seat}" for seat in range(1, players + 1)]


def seat_names(game: Game) -> list[str]:
    """The players' names from the headers of a record; equal names get the seat's number."""
    names = header_names(game)
    return [
        name if names.count(name) == 1 else f"{name} {seat}"
        for seat, name in enumerate(names, start=1)
    ]


def header_names(game: Game) -> list[str]:
    """The players' names in the headers of a record; `you`, in saved games, is no name."""
    given = (game.headers.get(f"Player {seat}", "you") for seat in range(1, game.players + 1))
    unnamed = player_names(game.players)
    return [
        unnamed[seat] if name == "you" else printable_line(name) for seat, name in enumerate(given)
    ]


def result(game: Game, names: Sequence[str]) -> Table:
    """The final scores by source of points."""
    breakdown = game.breakdown()
    table = Table(title="Score breakdown")
    table.add_column("")
    for seat, name in enumerate(names):
        winner = " ★" if seat in game.winners else ""
        table.add_column(Text(f"{name}{winner}"), justify="right")
    for source in breakdown[0]:
        if any(points[source] for points in breakdown) or source != "start":
            table.add_row(source, *(str(points[source]) for points in breakdown))
    table.add_section()
    table.add_row("total", *(str(score) for score in game.scores), style="bold")
    return table
