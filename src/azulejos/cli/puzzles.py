"""`azulejos puzzles`: solve puzzles in the terminal, make them, verify them."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.cli.common import LanguageOption, NoInput, app, console, fail, progress_bar
from azulejos.engine.names import GAME_NAMES, check_game
from azulejos.puzzles.model import THEMES

if TYPE_CHECKING:
    from azulejos.i18n import Words
    from azulejos.puzzles import Attempt, Puzzle
    from azulejos.puzzles.progress import Progress

puzzles_app = typer.Typer(help="Solve puzzles in the terminal, make them, verify them.")
app.add_typer(puzzles_app, name="puzzles")

#: What is typed in place of a move.
SOLUTION, QUIT = "?", "q"
GameOption = Annotated[str, typer.Option(help=f"The game: {', '.join(GAME_NAMES)}.")]


@puzzles_app.callback(invoke_without_command=True)
def solve(
    context: typer.Context,
    game: Annotated[
        str | None, typer.Option(help=f"Only of this game: {', '.join(GAME_NAMES)}.")
    ] = None,
    theme: Annotated[str | None, typer.Option(help=f"Only about: {', '.join(THEMES)}.")] = None,
    today: Annotated[bool, typer.Option("--today", help="The puzzle of the day.")] = False,
    name: Annotated[str | None, typer.Option(help="The puzzle of this name.")] = None,
    language: LanguageOption = None,
) -> None:
    """Solve puzzles that fit your rating, one after the other."""
    if context.invoked_subcommand is not None:
        return
    if theme is not None and theme not in THEMES:
        raise typer.BadParameter(f"expected one of {', '.join(THEMES)}, got {theme!r}")
    if game is not None:
        check_game(game)
    if sys.stdin is None:
        raise NoInput
    from azulejos.puzzles import next_puzzle, puzzle, puzzle_of_the_day
    from azulejos.tui.app import words_for

    words, kept = words_for(language), _load(words_for(language))
    date = datetime.datetime.now(datetime.UTC).date()
    if name is not None or today:
        chosen = puzzle(name) if name is not None else puzzle_of_the_day(date)
        if _solve(chosen, kept, words) and chosen.id == puzzle_of_the_day(date).id:
            kept.add_day(date)
        _save(kept, words)
        return
    while True:
        found = next_puzzle(kept.rating.rating, game=game, theme=theme, seen=kept.tried.keys())
        if found is None:
            console.print(words.gettext("You have tried all of these puzzles."))
            return
        solved = _solve(found, kept, words)
        _save(kept, words)
        if solved is None:
            return


def _solve(puzzle: Puzzle, kept: Progress, words: Words) -> bool | None:
    """Let the person solve a puzzle; None if they leave."""
    from azulejos.puzzles import Attempt

    attempt = Attempt(puzzle)
    failed = False
    console.print(_heading(puzzle, attempt, words), highlight=False)
    while not attempt.solved:
        _show(attempt, words)
        text = typer.prompt(words.gettext("Your move (? shows the solution, q leaves)"))
        match text.strip():
            case value if value == QUIT:
                return None
            case value if value == SOLUTION:
                kept.add(puzzle, solved=False)
                _show_solution(puzzle, words)
                return False
            case value:
                failed |= not _try(attempt, value, kept, words)
    kept.add(puzzle, solved=not failed)
    rating = round(kept.rating.rating)
    console.print(words.gettext("Solved. Your rating: {rating}.", rating=rating), highlight=False)
    _show_solution(puzzle, words)
    return not failed


def _heading(puzzle: Puzzle, attempt: Attempt, words: Words) -> str:
    return words.gettext(
        "Puzzle {name}, rated {rating}: find the best move for player {number}.",
        name=puzzle.id,
        rating=puzzle.rating,
        number=attempt.player + 1,
    )


def _show(attempt: Attempt, words: Words) -> None:
    from azulejos.render.text.position import draw

    players = attempt.puzzle.players
    names = [words.gettext("Player {number}", number=seat) for seat in range(1, players + 1)]
    console.print(draw(attempt.position, names))


def _show_solution(puzzle: Puzzle, words: Words) -> None:
    moves = " ".join(puzzle.solution)
    console.print(words.gettext("Solution: {moves}", moves=moves), highlight=False)


def _try(attempt: Attempt, move: str, kept: Progress, words: Words) -> bool:
    """Play a move; true unless it is a wrong one. What cannot be played does not count."""
    from azulejos.engine.errors import AzulejosError

    try:
        answer = attempt.play(move)
    except AzulejosError as error:
        console.print(words.error(error), markup=False, highlight=False)
        return True
    if answer.correct:
        if answer.replies:
            moves = " ".join(answer.replies)
            text = words.gettext("Right. The others reply: {moves}", moves=moves)
            console.print(text, highlight=False)
        return True
    kept.add(attempt.puzzle, solved=False)
    _explain(attempt, move, words)
    return False


def _explain(attempt: Attempt, move: str, words: Words) -> None:
    from azulejos.i18n.analysis import fact_sentence

    found = attempt.explain(move)
    percent = f"{100 * found.loss:.0f}"
    text = words.gettext(
        "Not the best: {move} lowers your chance of winning by {percent} percentage points.",
        move=move,
        percent=percent,
    )
    console.print(text, highlight=False)
    players = attempt.puzzle.players
    names = [words.gettext("Player {number}", number=seat) for seat in range(1, players + 1)]
    for fact in found.facts:
        console.print(f"  {fact_sentence(words, fact, names)}", markup=False, highlight=False)


# The device


def _file() -> Path:
    from azulejos.tui.storage import state_folder

    return state_folder() / "puzzles.json"


def _load(words: Words) -> Progress:
    """What is kept on this device; a damaged file is put aside."""
    from azulejos.puzzles.progress import Progress, read_progress

    path = _file()
    if not path.exists():
        return Progress()
    found = read_progress(path.read_text(encoding="utf-8", errors="replace"))
    if found.damaged:
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        text = words.gettext(
            "Some of your puzzle results could not be read; the file is kept as {file}.",
            file=str(aside),
        )
        console.print(text, markup=False, highlight=False)
    return found


def _save(kept: Progress, words: Words) -> None:
    from azulejos.tui.storage import write_atomically

    try:
        write_atomically(_file(), kept.to_text())
    except OSError as error:
        reason = error.strerror or str(error)
        console.print(words.gettext("Your results can't be saved: {reason}", reason=reason))


# Making and verifying


@puzzles_app.command()
def make(
    out: Annotated[Path, typer.Argument(help="The file of puzzles to write.")],
    game: GameOption = "azul",
    count: Annotated[
        str, typer.Option(help="Puzzles for each board with two, three and four players.")
    ] = "20,20,20",
    seed: Annotated[int, typer.Option(min=0, help="Seed of all games.")] = 0,
    processes: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
    log: Annotated[
        Path | None, typer.Option(help="Log to resume from. Default: beside the file.")
    ] = None,
) -> None:
    """Make puzzles from games between bots; an interrupted run resumes from its log."""
    from azulejos.arena.log import check_writable
    from azulejos.puzzles import Plan, make_puzzles
    from azulejos.puzzles.make import write_file

    check_writable("out", out)
    plan = Plan(game, seed, _counts(count))
    run_log = log or out.with_suffix(".log")
    with progress_bar() as progress:
        task = progress.add_task(game, total=sum(plan.wanted.values()))
        found = make_puzzles(
            plan,
            run_log,
            processes=processes,
            ray=ray,
            report=lambda done, _: progress.update(task, completed=done),
        )
    write_file(found, out)
    console.print(
        f"{found.count} puzzles written to {out}, {found.seconds:,.0f} CPU seconds",
        highlight=False,
    )


def _counts(text: str) -> tuple[int, int, int]:
    try:
        two, three, four = map(int, text.split(","))
    except ValueError:
        raise typer.BadParameter(
            f"expected three numbers such as 20,20,20 as --count, got {text!r}"
        ) from None
    return two, three, four


@puzzles_app.command()
def verify(
    game: Annotated[
        str | None, typer.Option(help=f"Only of this game: {', '.join(GAME_NAMES)}.")
    ] = None,
    file: Annotated[
        Path | None, typer.Option(help="Puzzles of this file, not the packaged ones.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="Search only every n-th puzzle.")] = 1,
    processes: Annotated[int, typer.Option(min=1, help="Worker processes.")] = 1,
    ray: Annotated[str | None, typer.Option(help="A Ray cluster's address, or local.")] = None,
) -> None:
    """Search puzzles again at both efforts, and show which levels solve them."""
    from azulejos.puzzles import load_puzzles, verify_puzzles
    from azulejos.puzzles.text import read_puzzles
    from azulejos.puzzles.verify import duplicates

    if game is not None:
        check_game(game)
    if file is not None:
        chosen = read_puzzles(file.read_text(encoding="utf-8"), str(file))
    else:
        names = GAME_NAMES if game is None else (game,)
        chosen = [puzzle for name in names for puzzle in load_puzzles(name)]
    sample = chosen[::every]
    with progress_bar() as progress:
        task = progress.add_task("verifying", total=len(sample))
        wrong = verify_puzzles(
            sample,
            processes=processes,
            ray=ray,
            report=lambda done, _: progress.update(task, completed=done),
        )
    wrong += list(duplicates(chosen)) if every > 1 else []
    for problem in wrong:
        console.print(problem, markup=False, highlight=False)
    _print_rates(chosen)
    if wrong:
        fail(f"{len(wrong)} problems in {len(sample)} puzzles")
    console.print(f"{len(sample)} puzzles verified", highlight=False)


def _print_rates(puzzles: list[Puzzle]) -> None:
    """Which levels solve the puzzles, and how well ratings predict it."""
    from rich.table import Table

    from azulejos.puzzles.ratings import check_ratings, solve_rates

    if not puzzles:
        return
    table = Table(title="solved by level")
    for heading in ("level", "solved"):
        table.add_column(heading, justify="left" if heading == "level" else "right")
    for level, rate in solve_rates(puzzles).items():
        table.add_row(level, f"{rate:.1%}")
    console.print(table)
    check = check_ratings(puzzles)
    console.print(
        f"{check.pairs} pairs of puzzle and level held out: log loss {check.log_loss:.3f} a try, "
        f"by the levels' means {check.baseline:.3f}",
        highlight=False,
    )
