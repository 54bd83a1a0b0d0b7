"""`azulejos play`: the terminal app."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.bots.names import USUAL
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
    progress_bar,
)
from azulejos.engine.names import GAME_NAMES, check_game

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.precompile import Precompiler
    from azulejos.tui.saved_games import GameFile


@app.command()
def play(
    context: typer.Context,
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=f"{BOT_HELP} Default: {USUAL}.")] = "",
    seed: SeedOption = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume the game that was saved last.")
    ] = False,
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
        precompiler = _prepare_rules(*GAME_NAMES)
        file = _saved_game()
        match = file.load(seed)
        if match.is_over:
            fail(f"the game in {file.path} is over: `azulejos replay` shows it")
        _open_table(match, precompiler, language, seed, file)
    elif _are_given(context, "game", "board", "players", "bots"):
        check_game(game)
        precompiler = _prepare_rules(game)
        _open_table(_new_game(game, board.value, names, seed), precompiler, language, seed)
    else:
        _check_seed(seed)
        _require_terminal()
        open_app(language, seed=seed)


def _check_seed(seed: int | None) -> None:
    """Refuse a seed that no game takes before the start screen opens."""
    from azulejos.game.draws import Draws

    Draws(seed=seed)


def _are_given(context: typer.Context, *names: str) -> bool:
    """Whether any of these parameters was given on the command line."""
    sources = (context.get_parameter_source(name) for name in names)
    return any(source is not None and source.name == "COMMANDLINE" for source in sources)


def _new_game(game: str, board: str, bots: list[str], seed: int | None) -> Game:
    from azulejos.game import Game
    from azulejos.session import SeatSetup
    from azulejos.tui.seats import BOT, ME, write_seats

    match = Game(game, board=board, players=len(bots) + 1, seed=seed, first_player="random")
    return write_seats(match, [SeatSetup(ME), *(SeatSetup(BOT, bot=name) for name in bots)])


def _saved_game() -> GameFile:
    from azulejos.tui.saved_games import latest_file

    file = latest_file()
    if file is None:
        fail("there is no saved game to resume: `azulejos play` starts a new one")
    return file


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


def _prepare_rules(*games: str) -> Precompiler:
    """Compile the rules of some games, with a progress bar; the bots' turn comes in the app."""
    from azulejos.precompile import Precompiler, job_for

    jobs = [job_for(game) for game in games]
    precompiler = Precompiler()
    if not all(map(precompiler.is_done, jobs)):
        precompiler.start()
        with progress_bar() as bar:
            task = bar.add_task("Preparing the rules for this machine", total=100)
            precompiler.wait(jobs, lambda part: bar.update(task, completed=part.percent))
    return precompiler


def _open_table(
    match: Game,
    precompiler: Precompiler,
    language: str | None,
    seed: int | None,
    file: GameFile | None = None,
) -> None:
    from azulejos.tui.local import LocalTable

    _require_terminal()
    open_app(
        language,
        lambda words: LocalTable(match, words, seed=seed, precompiler=precompiler, file=file),
        seed=seed,
        precompiler=precompiler,
    )
