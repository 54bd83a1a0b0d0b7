"""The command line: thin commands over the package. No traceback ever reaches its user."""

from __future__ import annotations

import io
import os
import secrets
import sys
from concurrent.futures.process import BrokenProcessPool
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from azulejos import simulation
from azulejos.arena import Match, Result, report
from azulejos.arena import plot as plots
from azulejos.arena.log import seed_of
from azulejos.arena.speaker import Speaker
from azulejos.arena.sprt import Sprt
from azulejos.arena.standing import Standing
from azulejos.artwork import THEMES
from azulejos.artwork import png as pixels
from azulejos.bots import BOTS
from azulejos.engine import GAMES, find_game, playout
from azulejos.engine.chance import new_stream
from azulejos.engine.errors import AzulejosError
from azulejos.engine.table import new_states
from azulejos.game import Game
from azulejos.i18n import LANGUAGES
from azulejos.terminal import screen
from azulejos.terminal.play import Table as PlayTable
from azulejos.terminal.play import kept_game, new_game
from azulejos.terminal.replay import show_ply, step_through

app = typer.Typer(
    help="The board games Azul and Azul: Summer Pavilion.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
)
console = Console()

LOG_LEVELS = ("debug", "info", "warning", "error")
BOT_HELP = f"Bots by seat, separated by commas: {', '.join(BOTS)}."


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


@app.command()
def play(
    context: typer.Context,
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=BOT_HELP)] = "",
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
        _fail("there is no game to go on with: `azulejos play` starts one")
    names = _bot_names(bots, players - 1)
    whole = _app_can_run(plain)
    if join:
        _join(join, language, whole=whole)
    elif resume:
        kept = Game.from_text(_read(str(kept_game())), seed)
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
        _fail("a table of a service needs the app: a terminal, and pip install 'azulejos[tui]'")
    from azulejos.tui.app import join

    opening = join(link)
    if opening is None:
        _fail(f"expected a link such as http://host:8000/table/ID#TOKEN, got {link!r}")
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
def simulate(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    bots: Annotated[str, typer.Option(help=BOT_HELP)] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: SeedOption = None,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 1,
    out: Annotated[Path | None, typer.Option(help="A folder for the records.")] = None,
) -> None:
    """Let bots play each other, and count."""
    names = _bot_names(bots, players)
    master = secrets.randbits(32) if seed is None else seed
    plan = simulation.Plan(game, board.value, tuple(names), games, master)
    plan.check(processes)
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task(f"{game}, {board.value}", total=games)
        outcomes = simulation.simulate(
            plan, processes, lambda done: progress.update(task, completed=done)
        )
    _print_summary(simulation.summarise(plan, outcomes), master)
    if out is not None:
        _write_records(out, outcomes)


def _print_summary(summary: simulation.Summary, seed: int) -> None:
    games = "1 game" if summary.games == 1 else f"{summary.games} games"
    table = Table(title=f"{games}, seed {seed}")
    table.add_column("seat", justify="right")
    for heading in ("bot", "mean score", "wins", "95% interval"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for number, seat in enumerate(summary.seats, start=1):
        low, high = seat.interval
        interval = f"{low:.1%} to {high:.1%}"
        table.add_row(
            str(number), seat.bot, f"{seat.mean_score:.1f}", f"{seat.win_rate:.1%}", interval
        )
    console.print(table)
    ends = ", ".join(f"{reason} {count}" for reason, count in summary.end_reasons.items())
    console.print(f"moves a game: {summary.mean_moves:.1f}, rounds: {summary.mean_rounds:.2f}")
    console.print(f"games with a tile shortage: {summary.short_of_tiles:.1%}")
    console.print(f"ended by: {ends}")


def _write_records(folder: Path, outcomes: list[simulation.Outcome]) -> None:
    for outcome in outcomes:
        path = folder / f"game-{outcome.number + 1:06}.txt"
        path.write_text(outcome.record, encoding="utf-8")
    console.print(f"{len(outcomes)} records written to {folder}", highlight=False)


ContestantsArgument = Annotated[
    list[str],
    typer.Argument(
        help=f"Who plays: {', '.join(BOTS)}, with limits such as greedy:nodes=2000; or "
        "'cmd:PROGRAM', see docs/arena.md."
    ),
]


@app.command()
def arena(
    contestants: ContestantsArgument,
    game: Annotated[str, typer.Option(help=f"The game: {', '.join(GAMES)}.")] = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    games: Annotated[int, typer.Option(min=1, help="How many, up to whole rounds.")] = 100,
    seed: SeedOption = None,
    seconds: Annotated[float | None, typer.Option(help="To think about a move.")] = None,
    nodes: Annotated[int | None, typer.Option(help="Positions to look at for a move.")] = None,
    depth: Annotated[int | None, typer.Option(help="Moves to look ahead.")] = None,
    sprt: Annotated[str, typer.Option(help="Stop once one of two Elo is likelier: 0,30.")] = "",
    patience: Annotated[float, typer.Option(help="Seconds before programs forfeit.")] = 60,
    processes: Annotated[int, typer.Option(min=1, help="How many games at once.")] = 1,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    log: Annotated[Path | None, typer.Option(help="Keep games here, and go on later.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the result into this file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw it into this SVG or PNG file.")] = None,
) -> None:
    """Find out who is stronger: every deal is played from all sides."""
    if plot is not None:
        plots.check(plot)
    match = Match(
        contestants=tuple(contestants),
        game=game,
        board=board.value,
        players=players,
        games=games,
        seed=_seed_of_match(seed, log),
        seconds=seconds,
        nodes=nodes,
        depth=depth,
        sprt=Sprt.read(sprt).hypotheses if sprt else None,
        patience=patience,
    )
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        task = progress.add_task("", total=match.planned)

        def show(standing: Standing) -> None:
            words = escape(report.running(match.labels, standing))
            progress.update(task, completed=standing.tally.games, description=words)

        result = match.play(processes=processes, ray=ray, log=log, progress=show)
    _print_result(result, json, plot)


def _seed_of_match(given: int | None, log: Path | None) -> int:
    """The seed given, or that of the match to go on with, or any."""
    kept = seed_of(log) if given is None and log is not None else given
    return secrets.randbits(32) if kept is None else kept


def _print_result(result: Result, json: Path | None, plot: Path | None) -> None:
    if not result.games:
        raise KeyboardInterrupt  # it came before any game was finished
    table = Table(title=escape(report.title(result)))
    for heading in report.headings(result):
        table.add_column(heading, justify="left" if heading in report.WORDS else "right")
    for row in report.rows(result):
        table.add_row(*map(escape, row))
    console.print(table)
    for remark in report.remarks(result):
        console.print(remark, markup=False, highlight=False)
    if json is not None:
        json.write_text(result.to_json(), encoding="utf-8")
    if plot is not None:
        plots.plot(result, plot)
    for path in filter(None, (json, plot)):
        console.print(f"result written to {path}", markup=False, highlight=False)
    if result.interrupted:
        raise KeyboardInterrupt


@app.command()
def bot(
    name: Annotated[str, typer.Argument(help=f"The bot: {', '.join(BOTS)}.")],
    seed: SeedOption = None,
) -> None:
    """Let another program speak with a bot, in lines: see docs/arena.md."""
    speaker = Speaker(name, seed)
    if sys.stdin is None:
        raise NoInput
    for answer in speaker.answers(sys.stdin):
        print(answer, flush=True)


@app.command()
def replay(
    file: Annotated[str, typer.Argument(help="A record as text or JSON; - reads standard input.")],
    ply: Annotated[int | None, typer.Option(min=0, help="Show only this move.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show all moves at once.")] = False,
    language: LanguageOption = None,
    plain: PlainOption = False,
) -> None:
    """Step through a recorded game."""
    text = _read(file)
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


@app.command()
def show(
    position: Annotated[str, typer.Argument(help="A position's text, a file with it, or -.")],
    svg: Annotated[Path | None, typer.Option(help="Draw it into this SVG file.")] = None,
    png: Annotated[Path | None, typer.Option(help="Draw it into this PNG file.")] = None,
    theme: Annotated[str, typer.Option(help=f"Of pictures: {', '.join(THEMES)}.")] = "light",
    size: Annotated[int | None, typer.Option(help="Width of pictures in pixels.")] = None,
    language: Annotated[str, typer.Option(help=f"Of pictures: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Draw a position, and list its legal moves; or draw a picture of it into a file."""
    if not position.strip():
        _fail("expected a position's text, or a file with one, got nothing")
    text = position if " " in position.strip() else _read(position)
    game = find_game(text.split()[0] if text.split() else "")
    view = game.read_position(text)
    if svg is not None or png is not None:
        _write_pictures(view.to_svg(theme=theme, size=size, language=language), svg, png)
        return
    names = [f"player {seat + 1}" for seat in range(len(view.scores))]
    console.print(screen.draw(view, names))
    console.print(f"{len(view.legal_moves)} legal moves: ", end="", highlight=False)
    console.print(" ".join(map(str, view.legal_moves)), highlight=False)


def _write_pictures(drawing: str, svg: Path | None, png: Path | None) -> None:
    if svg is not None:
        svg.write_text(drawing, encoding="utf-8")
    if png is not None:
        png.write_bytes(pixels.png(drawing))
    for path in filter(None, (svg, png)):
        console.print(f"picture written to {path}", highlight=False)


@app.command()
def perft(
    game: GameArgument = "azul",
    board: BoardOption = Board.COLOURED,
    players: PlayersOption = 2,
    depth: Annotated[int, typer.Option(min=0, max=12, help="How many moves deep.")] = 3,
    seed: Annotated[int, typer.Option(min=0, help="Decides what is dealt.")] = 0,
) -> None:
    """Count the positions that so many moves can lead to."""
    match = Game(game, board=board.value, players=players, seed=seed)
    stream = new_stream(seed)
    for level in range(depth + 1):
        states = new_states(match.rules.layout, level + 1)
        states[:1] = match.position.states
        leaves = playout.perft(states, level, stream[0], match.drawn)
        console.print(f"{level} {leaves}", highlight=False)


def _bot_names(text: str, count: int) -> list[str]:
    """The names given, or the strongest bot for every seat."""
    strongest = list(BOTS)[-1]
    names = [name.strip() for name in text.split(",")] if text else [strongest] * count
    for name in names:
        if name not in BOTS:
            raise typer.BadParameter(f"expected one of {', '.join(BOTS)}, got {name!r}")
    if len(names) != count:
        raise typer.BadParameter(f"expected {count} bots, got {len(names)}: {', '.join(names)}")
    return names


def _read(name: str) -> str:
    """The text of a file, or of standard input."""
    if name == "-" and sys.stdin is None:
        raise NoInput
    if name == "-":
        return sys.stdin.read()
    return Path(name).read_text(encoding="utf-8")


def main() -> None:
    """Run a command; say what went wrong in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a screen without our letters shows others
    try:
        app()
    except AzulejosError as error:
        _fail(str(error))
    except BrokenProcessPool:
        _fail("one of the processes that played games was killed")
    except NoInput:
        _fail("expected something to read, but standard input is closed")
    except UnicodeDecodeError:
        _fail("expected a text file in UTF-8, got other bytes")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        _fail(f"{error.strerror}: {error.filename}" if error.filename else str(error))
    except KeyboardInterrupt:
        sys.exit(130)


class NoInput(Exception):
    """Standard input is closed, and something had to be read from it."""


def _fail(message: str) -> NoReturn:
    Console(stderr=True).print(f"azulejos: {message}", style="red", markup=False, highlight=False)
    sys.exit(2)
