"""`azulejos play`: the terminal app."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from azulejos.bots import USUAL
from azulejos.cli.common import (
    BOT_HELP,
    Board,
    BoardOption,
    GameArgument,
    LanguageOption,
    NoInput,
    PlayersOption,
    SeedOption,
    app,
    bot_names,
    can_show_app,
    fail,
    open_app,
    read,
)
from azulejos.game import Game
from azulejos.precompile import precompile_once


@app.command()
def play(
    context: typer.Context,
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=f"{BOT_HELP} Default: {USUAL}.")] = "",
    seed: SeedOption = None,
    resume: Annotated[bool, typer.Option("--resume", help="Resume the saved game.")] = False,
    join: Annotated[str, typer.Option(help="Join a table of a service by its link.")] = "",
    language: LanguageOption = None,
) -> None:
    """Play in the terminal: against bots, at one keyboard, or at a table of a service."""
    if sys.stdin is None:
        raise NoInput
    names = bot_names(bots, players - 1, USUAL)
    if join:
        _join(join, language)
        return
    if resume:
        _open_table(_saved_game(seed), language, seed)
        return
    match = _new_game(game, board.value, names, seed)
    if _are_given(context, "game", "board", "players", "bots"):
        _open_table(match, language, seed)
    else:
        _require_terminal()
        precompile_once()
        open_app(language, seed=seed)


def _are_given(context: typer.Context, *names: str) -> bool:
    """Whether any of these parameters was given on the command line."""
    sources = (context.get_parameter_source(name) for name in names)
    return any(source is not None and source.name == "COMMANDLINE" for source in sources)


def _new_game(game: str, board: str, bots: list[str], seed: int | None) -> Game:
    from azulejos.session import SeatSetup
    from azulejos.tui.seats import BOT, ME, write_seats

    match = Game(game, board=board, players=len(bots) + 1, seed=seed, first_player="random")
    return write_seats(match, [SeatSetup(ME), *(SeatSetup(BOT, bot=name) for name in bots)])


def _saved_game(seed: int | None) -> Game:
    from azulejos.tui.storage import saved_game_path

    path = saved_game_path()
    if not path.exists():
        fail("there is no saved game to resume: `azulejos play` starts a new one")
    return Game.from_text(read(str(path)), seed)


def _require_terminal() -> None:
    if not can_show_app():
        fail(
            "`azulejos play` needs a terminal: "
            "expected one as standard input and output, and TERM other than dumb"
        )


def _join(link: str, language: str | None) -> None:
    from azulejos.tui.app import join

    opening = join(link)
    if opening is None:
        fail(f"expected a link such as http://host:8000/table/ID#TOKEN, got {link!r}")
    _require_terminal()
    open_app(language, opening)


def _open_table(match: Game, language: str | None, seed: int | None) -> None:
    from azulejos.tui.local import LocalTable

    _require_terminal()
    precompile_once()  # before the app takes the screen: compilation prints its progress
    open_app(language, lambda words: LocalTable(match, words, seed=seed), seed=seed)
