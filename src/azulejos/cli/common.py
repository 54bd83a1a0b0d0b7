"""Shared by all commands: the Typer app, common options, reading input, reporting errors.

Help is printed without the rules: modules of commands import names, and what a command needs to run
it imports when it runs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.console import Console

from azulejos.bots.names import BOT_NAMES
from azulejos.engine.names import GAME_NAMES
from azulejos.game.free_text import printable_line
from azulejos.i18n import LANGUAGES
from azulejos.version import __version__

if TYPE_CHECKING:
    from rich.progress import Progress

    from azulejos.game import Game
    from azulejos.i18n import Words
    from azulejos.precompile import Precompiler
    from azulejos.tui.puzzle_session import Wish
    from azulejos.tui.source import TableSource

app = typer.Typer(
    help="The board games Azul and Azul: Summer Pavilion.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
console = Console()
BOT_HELP = f"Bots by seat, separated by commas: {', '.join(BOT_NAMES)}."


class Board(StrEnum):
    """Sides of the boards."""

    COLOURED = "coloured"
    GREY = "grey"


GameArgument = Annotated[str, typer.Argument(help=f"The game: {', '.join(GAME_NAMES)}.")]
BoardOption = Annotated[Board, typer.Option(help="Side of the boards.")]
PlayersOption = Annotated[int, typer.Option(min=2, max=4, help="Number of players.")]


def known_language(code: str | None) -> str | None:
    """Refuse unknown languages, also where nothing is translated."""
    if code is not None and code not in LANGUAGES:
        raise typer.BadParameter(f"expected one of {', '.join(LANGUAGES)}, got {code!r}")
    return code


LanguageOption = Annotated[
    str | None,
    typer.Option(
        callback=known_language,
        help="Language of the app, such as fi. Default: the one chosen in it, or the terminal's.",
    ),
]
SeedOption = Annotated[int | None, typer.Option(min=0, help="Seed; makes the run repeatable.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"azulejos {__version__}")
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
]


@app.callback()
def common_options(version: VersionOption = False) -> None:
    """Options before the command."""


class NoInput(Exception):
    """Standard input is needed, but closed."""


def progress_bar() -> Progress:
    """A progress bar on standard error; standard output stays free for results."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Console(stderr=True))


def bot_names(text: str, count: int, default: str) -> list[str]:
    """The names in a comma-separated option, or the default bot for every seat."""
    names = [name.strip() for name in text.split(",")] if text else [default] * count
    for name in names:
        if name not in BOT_NAMES:
            raise typer.BadParameter(f"expected one of {', '.join(BOT_NAMES)}, got {name!r}")
    if len(names) != count:
        expected = "1 bot" if count == 1 else f"{count} bots"
        raise typer.BadParameter(f"expected {expected}, got {len(names)}: {', '.join(names)}")
    return names


def read(name: str) -> str:
    """The text of a file; - is standard input. Without the mark that some editors begin it with.

    Of a file that is too long for a record, only as much as shows that it is.
    """
    from azulejos.game.records import MAX_LETTERS

    if name == "-":
        if sys.stdin is None:
            raise NoInput
        text = sys.stdin.read(MAX_LETTERS + 1)
    else:
        with Path(name).open(encoding="utf-8") as file:
            text = file.read(MAX_LETTERS + 1)
    return text.removeprefix("\ufeff")


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
    puzzles: Wish | None = None,
    lesson: str | None = None,
    seed: int | None = None,
    precompiler: Precompiler | None = None,
) -> None:
    """Run the app on a table, a record, puzzles or lessons, or on its start screen without these.

    The lesson "" is the list of all lessons.
    """
    from azulejos.tui.app import AzulejosApp, words_for

    AzulejosApp(
        words_for(language),
        opening,
        record=record,
        puzzles=puzzles,
        lesson=lesson,
        seed=seed,
        precompiler=precompiler,
    ).run()


def fail(message: str) -> NoReturn:
    """Print an error message in one line and exit with code 2."""
    shown = printable_line(f"azulejos: {message}")
    Console(stderr=True).print(shown, style="red", markup=False, highlight=False, soft_wrap=True)
    sys.exit(2)
