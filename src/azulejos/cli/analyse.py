"""`azulejos analyse`: the best moves of a position, or the review of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from azulejos.analysis.efforts import EFFORT_NAMES, USUAL_EFFORT
from azulejos.cli.common import app, console, fail, known_language, progress_bar, read
from azulejos.engine.names import GAME_NAMES
from azulejos.i18n import LANGUAGES
from azulejos.render.svg.theme import THEMES

if TYPE_CHECKING:
    from rich.table import Table

    from azulejos.analysis import Analysis, Decision, PlayerSummary, Review
    from azulejos.i18n import Words

#: What the books of a player show.
BOOKS = (
    "result",
    "share at the start",
    "luck",
    "own moves",
    "others' moves",
    "residual",
    "luck-adjusted result",
    "error rate",
    "accuracy",
    "inaccuracies, mistakes, blunders",
)
#: How a record begins, as text and as JSON.
RECORDS = ("azulejos ", "{")


@app.command()
def analyse(
    target: Annotated[
        str, typer.Argument(help="A record or a position: a file, the text of a position, or -.")
    ],
    effort: Annotated[
        str, typer.Option(help=f"Effort of a review: {', '.join(EFFORT_NAMES)}.")
    ] = USUAL_EFFORT,
    lines: Annotated[int, typer.Option(min=1, max=100, help="Moves of a position to show.")] = 5,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="Nodes for a position. Default: 200,000.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=0.0, help="Seconds for a position.")] = None,
    whole: Annotated[bool, typer.Option("--all", help="Show all moves of a game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    svg: Annotated[
        Path | None, typer.Option(help="Write the graph of a game's review to this file.")
    ] = None,
    theme: Annotated[str, typer.Option(help=f"Theme of it: {', '.join(THEMES)}.")] = "light",
    language: Annotated[
        str,
        typer.Option(
            callback=known_language, help=f"Language of explanations: {', '.join(LANGUAGES)}."
        ),
    ] = "en",
) -> None:
    """Analyse a position, or review a recorded game: what moves lost and draws were worth."""
    if effort not in EFFORT_NAMES:
        raise typer.BadParameter(f"expected one of {', '.join(EFFORT_NAMES)}, got {effort!r}")
    if theme not in THEMES:
        raise typer.BadParameter(f"expected one of {', '.join(THEMES)}, got {theme!r}")
    if svg is not None and not svg.resolve().parent.is_dir():
        fail(f"expected a file in an existing folder for --svg, got {svg}")
    text = target if not target.strip() or " " in target.strip() else read(target)
    if not text.strip():
        fail("expected a record or a position, or a file that contains one, got nothing")
    if text.lstrip().startswith(RECORDS):
        _review(text, effort, whole, as_json, svg, theme, language)
    elif svg is not None:
        fail("expected the record of a game for --svg, got a position")
    else:
        _analyse(text, lines, nodes, seconds, as_json, language)


def _analyse(
    text: str,
    lines: int,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
    language: str,
) -> None:
    from azulejos.analysis import stream
    from azulejos.bots import Limits
    from azulejos.engine import find_game

    if text.split()[0] not in GAME_NAMES:
        names = ", ".join(map(repr, GAME_NAMES))
        fail(f"expected a record, or a position that begins with {names}, got {text[:40]!r}")
    position = find_game(text.split()[0]).read_position(text)
    limits = Limits(nodes=200_000) if nodes is seconds is None else Limits(seconds, nodes)
    with progress_bar() as progress:
        task = progress.add_task("searching, nodes", total=limits.nodes)
        for result in stream(position, limits, lines):
            progress.update(task, completed=result.nodes)
        progress.update(task, total=result.nodes)  # less than asked for if there was nothing more
    if as_json:
        print(result.to_json())
    else:
        console.print(_candidates(result, language))


def _candidates(result: Analysis, language: str) -> Table:
    """The candidates of a position."""
    from rich.table import Table

    from azulejos.i18n.numbers import decimal, percent

    players = range(len(result.value.shares))
    table = Table(title=f"player {result.player + 1} to move, {result.nodes:,} nodes")
    table.add_column("move")
    for player in players:
        table.add_column(f"player {player + 1}", justify="right")
    table.add_column("lead", justify="right")
    table.add_column("line")
    for candidate in result.candidates:
        value = candidate.value
        sign = " (proven)" if value.proven else ""
        shares = [percent(language, value.shares[player], 1) for player in players]
        lead = decimal(language, value.leads[result.player], is_change=True)
        table.add_row(candidate.move, *shares, lead, " ".join(candidate.line[:8]) + sign)
    return table


def _review(
    text: str,
    effort: str,
    whole: bool,
    as_json: bool,
    svg: Path | None,
    theme: str,
    language: str,
) -> None:
    from azulejos.analysis.reviewer import recorded_game, review
    from azulejos.game.free_text import printable_line
    from azulejos.i18n import words_in
    from azulejos.render.svg.review import review_svg

    game = recorded_game(text)
    with progress_bar() as progress:
        task = progress.add_task("reviewing", total=game.history_length)
        result = review(game, effort, report=lambda done, _: progress.update(task, completed=done))
    words = words_in(language)
    names = [
        printable_line(game.headers.get(f"Player {seat}", ""))
        or words.gettext("Player {number}", number=seat)
        for seat in range(1, game.players + 1)
    ]
    if svg is not None:
        drawing = review_svg(result, names=names, theme=theme, language=language)
        svg.write_text(drawing, encoding="utf-8")
    if as_json:
        print(result.to_json())
        return
    names = list(map(escape, names))  # they are texts of others, not markup
    console.print(_summaries(result, names, language))
    console.print(_moves(result, names, whole, words))
    if svg is not None:
        console.print(f"graph written to {svg}", highlight=False)


def _summaries(result: Review, names: list[str], language: str) -> Table:
    """The books of all players, one column each."""
    from rich.table import Table

    table = Table(title=f"{result.game}, {result.board} board, effort {result.effort}")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    columns = [_books(books, language) for books in result.summaries]
    for label, cells in zip(BOOKS, zip(*columns, strict=True), strict=True):
        table.add_row(label, *cells)
    return table


def _books(books: PlayerSummary, language: str) -> list[str]:
    """The books of a player, in the order of `BOOKS`."""
    from azulejos.i18n.numbers import decimal, percent, sampled_percent

    changes = (-books.losses, books.others, books.residual)
    return [
        percent(language, books.result),
        percent(language, books.start, 1),
        sampled_percent(language, books.luck, books.luck_error, 1),
        *(percent(language, change, 1, is_change=True) for change in changes),
        percent(language, books.luck_adjusted),
        "-" if books.error_rate is None else percent(language, books.error_rate, 2),
        "-" if books.accuracy is None else decimal(language, books.accuracy, 0),
        f"{books.inaccuracies}, {books.mistakes}, {books.blunders}",
    ]


def _moves(result: Review, names: list[str], whole: bool, words: Words) -> Table:
    """Draws, and the moves that lost something."""
    from rich.table import Table

    from azulejos.analysis import Decision
    from azulejos.i18n.analysis import fact_sentence
    from azulejos.i18n.numbers import percent

    table = Table(title="moves and draws")
    for heading in ("ply", "player", "move", "best", "loss", "judgement", "why"):
        table.add_column(heading, justify="right" if heading in ("ply", "loss") else "left")
    for step in result.steps:
        if isinstance(step, Decision):
            if whole or step.judgement != "good":
                why = "\n".join(fact_sentence(words, fact, names) for fact in step.facts)
                table.add_row(*_decision(step, names, words.language), why)
        elif whole or step.kind == "deal":
            luck = ", ".join(
                f"{name} {percent(words.language, share, 1, is_change=True)}"
                for name, share in zip(names, step.luck, strict=True)
            )
            table.add_row(str(step.ply), "", step.kind, "", "", "", luck, style="dim")
    return table


def _decision(step: Decision, names: list[str], language: str) -> tuple[str, ...]:
    from azulejos.i18n.numbers import percent

    judgement = "" if step.judgement == "good" else step.judgement
    loss = percent(language, step.loss, 1)
    return str(step.ply + 1), names[step.player], step.move, step.best, loss, judgement
