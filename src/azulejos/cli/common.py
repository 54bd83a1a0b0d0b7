"""What all commands share: the app they belong to, options, and ways to read and to fail."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from azulejos.bots import ALL_BOTS
from azulejos.engine import GAMES

app = typer.Typer(
    help="The board games Azul and Azul: Summer Pavilion.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
console = Console()
BOT_HELP = f"Bots by seat, separated by commas: {', '.join(ALL_BOTS)}."


class Board(StrEnum):
    """The sides of the boards."""

    COLOURED = "coloured"
    GREY = "grey"


GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
BoardOption = Annotated[Board, typer.Option(help="The side of the boards.")]
PlayersOption = Annotated[int, typer.Option(min=2, max=4, help="How many players.")]
LanguageOption = Annotated[
    str | None, typer.Option(help="The language of the app, such as fi; else the terminal's.")
]
PlainOption = Annotated[bool, typer.Option("--plain", help="The plain, typed way.")]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Makes everything repeatable.")]


class NoInput(Exception):
    """Standard input is closed, and something had to be read from it."""


def progress_bar() -> Progress:
    """A bar on the error stream, so that results can be piped elsewhere."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def bot_names(text: str, count: int, usual: str) -> list[str]:
    """The names given, or the usual bot for every seat."""
    names = [name.strip() for name in text.split(",")] if text else [usual] * count
    for name in names:
        if name not in ALL_BOTS:
            raise typer.BadParameter(f"expected one of {', '.join(ALL_BOTS)}, got {name!r}")
    if len(names) != count:
        raise typer.BadParameter(f"expected {count} bots, got {len(names)}: {', '.join(names)}")
    return names


def read(name: str) -> str:
    """The text of a file, or of standard input."""
    if name == "-" and sys.stdin is None:
        raise NoInput
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_text(encoding="utf-8")


def fail(message: str) -> NoReturn:
    """End the program with one line that says what was wrong."""
    Console(stderr=True).print(f"azulejos: {message}", style="red", markup=False, highlight=False)
    sys.exit(2)
