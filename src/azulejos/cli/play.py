"""Commands for people who play: in the terminal, in the browser, and through old games."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from rich.console import Console

from azulejos.bots import USUAL
from azulejos.cli.common import (
    BOT_HELP,
    Board,
    BoardOption,
    GameArgument,
    LanguageOption,
    NoInput,
    PlainOption,
    PlayersOption,
    SeedOption,
    app,
    bot_names,
    console,
    fail,
    read,
)
from azulejos.game import Game
from azulejos.precompile import warm_up_once
from azulejos.terminal.play import Table as PlayTable
from azulejos.terminal.play import kept_game, new_game
from azulejos.terminal.replay import show_ply, step_through

LOG_LEVELS = ("debug", "info", "warning", "error")


@app.command()
def play(
    context: typer.Context,
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=f"{BOT_HELP} Else {USUAL} ones.")] = "",
    seed: SeedOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you left.")] = False,
    join: Annotated[str, typer.Option(help="Sit down at a table of a service, by its link.")] = "",
    language: LanguageOption = None,
    plain: PlainOption = False,
) -> None:
    """Play in the terminal: against bots, at one keyboard, or at a table of a service."""
    if sys.stdin is None:
        raise NoInput
    if resume and not kept_game().exists():
        fail("there is no game to go on with: `azulejos play` starts one")
    names = bot_names(bots, players - 1, USUAL)
    whole = _app_can_run(plain)
    if whole and not join:
        warm_up_once()  # the app's screen has no place for what compiling tells
    if join:
        _join(join, language, whole=whole)
    elif resume:
        kept = Game.from_text(read(str(kept_game())), seed)
        if whole:
            _open_table(kept, language, seed)
        else:
            PlayTable(kept, console, seed, resumed=True).run()
    elif whole and not _are_given(context, "game", "board", "players", "bots"):
        _open_app(language, seed=seed)
    else:
        match = Game(game, board=board.value, players=players, seed=seed, first_player="random")
        new_game(match, names)
        if whole:
            _open_table(match, language, seed)
        else:
            PlayTable(match, console, seed).run()


def _are_given(context: typer.Context, *names: str) -> bool:
    """Whether some parameter was written on the command line."""
    sources = (context.get_parameter_source(name) for name in names)
    return any(source is not None and source.name == "COMMANDLINE" for source in sources)


def _app_can_run(plain: bool) -> bool:
    """Whether the app can be shown: on a terminal that can draw, and with Textual installed."""
    terminal = sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    if plain or not terminal or os.environ.get("TERM", "dumb") == "dumb":
        return False
    if find_spec("textual") is None:
        note = "This is the plain game. The app needs Textual: pip install 'azulejos[tui]'"
        Console(stderr=True).print(note, style="yellow", markup=False, highlight=False)
        return False
    return True


def _join(link: str, language: str | None, *, whole: bool) -> None:
    if not whole:
        fail("a table of a service needs the app: a terminal, and pip install 'azulejos[tui]'")
    from azulejos.tui.app import join

    opening = join(link)
    if opening is None:
        fail(f"expected a link such as http://host:8000/table/ID#TOKEN, got {link!r}")
    _open_app(language, opening)


def _open_table(match: Game, language: str | None, seed: int | None) -> None:
    from azulejos.tui.local import LocalTable

    _open_app(language, lambda words: LocalTable(match, words, seed=seed))


def _open_app(
    language: str | None,
    opening: Any = None,
    *,
    record: Game | None = None,
    seed: int | None = None,
) -> None:
    """Show the app, on a table or a record if one is given."""
    from azulejos.i18n import LANGUAGES
    from azulejos.tui.app import AzulejosApp, words_for

    words = words_for(language)
    if words is None:
        raise typer.BadParameter(f"expected one of {', '.join(LANGUAGES)}, got {language!r}")
    AzulejosApp(words, opening, record=record, seed=seed).run()


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any free port.")] = 8000,
    database: Annotated[
        str, typer.Option(help="A file for SQLite, or postgresql://user@host/name.")
    ] = "",
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    origin: Annotated[
        list[str] | None, typer.Option(help="A page on another host that may use the service.")
    ] = None,
    bot_pace: Annotated[float, typer.Option(min=0, help="Seconds between bots' moves.")] = 0.9,
    patience: Annotated[
        float, typer.Option(min=0, help="Seconds before somebody who left can be replaced.")
    ] = 45,
    keep_finished: Annotated[
        int, typer.Option(min=0, help="Days to keep finished games; 0 keeps them.")
    ] = 0,
    keep_abandoned: Annotated[
        int, typer.Option(min=0, help="Days to keep games that nobody goes on with; 0 keeps them.")
    ] = 0,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
) -> None:
    """Play in the browser: start the service and open its page."""
    from azulejos.server import run
    from azulejos.server.settings import Settings, default_database

    settings = Settings(
        database=database or default_database(),
        origins=tuple(origin or ()),
        bot_pace=bot_pace,
        patience=patience,
        keep_finished=keep_finished,
        keep_abandoned=keep_abandoned,
    )
    if log_level not in LOG_LEVELS:
        raise typer.BadParameter(f"expected one of {', '.join(LOG_LEVELS)}, got {log_level!r}")
    run.serve(settings, host, port, log_level=log_level, announce=_announce, browser=browser)


def _announce(address: str) -> None:
    console.print(f"Azulejos is at {address} (Ctrl-C stops it)", highlight=False)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record as text or JSON; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(min=0, help="Show only this move.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show all moves at once.")] = False,
    language: LanguageOption = None,
    plain: PlainOption = False,
) -> None:
    """Step through a recorded game."""
    text = read(file)
    game = Game.from_json(text) if text.lstrip().startswith("{") else Game.from_text(text)
    if ply is not None:
        game.position_at(ply)
        show_ply(game, ply, console)
    elif whole or sys.stdin is None or not sys.stdin.isatty():
        for number in range(game.ply + 1):
            show_ply(game, number, console)
    elif file != "-" and _app_can_run(plain):
        _open_app(language, record=game)
    else:
        step_through(game, console)
