"""Shared by all commands: the Typer app, common options, reading input, reporting errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from azulejos.bots import ALL_BOTS
from azulejos.engine import GAMES
from azulejos.game import Game
from azulejos.i18n import LANGUAGES, Words

if TYPE_CHECKING:
    from azulejos.tui.source import TableSource

app = typer.Typer(
    help="The board games Azul and Azul: Summer Pavilion.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
console = Console()
BOT_HELP = f"Bots by seat, separated by commas: {', '.join(ALL_BOTS)}."


class Board(StrEnum):
    """Sides of the boards."""

    COLOURED = "coloured"
    GREY = "grey"


GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAMES)}.")]
BoardOption = Annotated[Board, typer.Option(help="Side of the boards.")]
PlayersOption = Annotated[int, typer.Option(min=2, max=4, help="Number of players.")]
LanguageOption = Annotated[
    str | None, typer.Option(help="Language of the app, such as fi. Default: the terminal's.")
]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Seed; makes the run repeatable.")]


class NoInput(Exception):
    """Standard input is needed, but closed."""


def progress_bar() -> Progress:
    """A progress bar on standard error; standard output stays free for results."""
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def bot_names(text: str, count: int, default: str) -> list[str]:
    """The names in a comma-separated option, or the default bot for every seat."""
    names = [name.strip() for name in text.split(",")] if text else [default] * count
    for name in names:
        if name not in ALL_BOTS:
            raise typer.BadParameter(f"expected one of {', '.join(ALL_BOTS)}, got {name!r}")
    if len(names) != count:
        raise typer.BadParameter(f"expected {count} bots, got {len(names)}: {', '.join(names)}")
    return names


def read(name: str) -> str:
    """The text of a file; - is standard input."""
    if name == "-" and sys.stdin is None:
        raise NoInput
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_text(encoding="utf-8")


def can_show_app() -> bool:
    """Whether standard input and output are a terminal that the app can draw on."""
    streams = (sys.stdin, sys.stdout)
    is_terminal = all(stream is not None and stream.isatty() for stream in streams)
    return is_terminal and os.environ.get("TERM", "dumb") != "dumb"


def open_app(
    language: str | None,
    opening: Callable[[Words], TableSource] | None = None,
    *,
    record: Game | None = None,
    seed: int | None = None,
) -> None:
    """Run the app on a table or a record, or on its start screen without either."""
    from azulejos.tui.app import AzulejosApp, words_for

    words = words_for(language)
    if words is None:
        raise typer.BadParameter(f"expected one of {', '.join(LANGUAGES)}, got {language!r}")
    AzulejosApp(words, opening, record=record, seed=seed).run()


def fail(message: str) -> NoReturn:
    """Print an error message in one line and exit with code 2."""
    Console(stderr=True).print(f"azulejos: {message}", style="red", markup=False, highlight=False)
    sys.exit(2)
