"""`azulejos puzzles`: solve puzzles in the terminal, make them, verify them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from azulejos.cli.common import (
    LanguageOption,
    NoInput,
    app,
    can_show_app,
    console,
    fail,
    open_app,
    progress_bar,
)
from azulejos.engine.names import GAME_NAMES, check_game
from azulejos.puzzles.model import THEMES

if TYPE_CHECKING:
    from azulejos.i18n import Words
    from azulejos.puzzles import Puzzle
    from azulejos.tui.puzzle_session import PuzzleSession, Wish

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
    plain: Annotated[
        bool,
        typer.Option("--plain", help="As text, with typed moves; also where there is no terminal."),
    ] = False,
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
    from azulejos.tui.app import words_for
    from azulejos.tui.puzzle_session import Wish

    wish = Wish(game, theme, name, today)
    if name is not None:
        from azulejos.puzzles import puzzle

        puzzle(name)  # refused before anything is shown
    if can_show_app() and not plain:
        open_app(language, puzzles=wish)
    else:
        _solve_in_text(wish, words_for(language))


def _solve_in_text(wish: Wish, words: Words) -> None:
    """Solve puzzles by typing moves, until there are none left or the person leaves."""
    from azulejos.tui.puzzle_session import PuzzleSession, load_progress
    from azulejos.tui.sentences import damaged_text

    progress, aside = load_progress()
    if aside is not None:
        _say(damaged_text(words, aside))
    session = PuzzleSession(wish, progress)
    while (found := session.next()) is not None:
        if not _PlainPuzzle(found, session, words).solve():
            return
    if session.has_next:
        _say(words.gettext("You have tried all of these puzzles."))


def _say(text: str) -> None:
    console.print(text, markup=False, highlight=False)


def _typed(question: str) -> str:
    """The answer to a question; the end of the input leaves."""
    try:
        return str(typer.prompt(question)).strip()
    except typer.Abort as abort:
        if isinstance(abort.__context__, EOFError):
            return QUIT
        raise  # Ctrl-C


class _PlainPuzzle:
    """A puzzle as text: moves are typed."""

    def __init__(self, puzzle: Puzzle, session: PuzzleSession, words: Words) -> None:
        from azulejos.puzzles import Attempt
        from azulejos.tui.puzzle_text import player_names

        self.puzzle, self.session, self.words = puzzle, session, words
        self.attempt = Attempt(puzzle)
        self.names = player_names(words, puzzle)
        self.has_answered = False

    def solve(self) -> bool:
        """Ask for moves until it is solved or the solution is shown; false if the person leaves."""
        from azulejos.tui.puzzle_text import kind_text, task_text

        words, puzzle = self.words, self.puzzle
        _say(f"{kind_text(words, puzzle)} · {puzzle.id} · {puzzle.rating}")
        _say(task_text(words, puzzle, self.attempt.player))
        while not self.attempt.solved:
            self._show()
            text = _typed(words.gettext("Your move (? shows the solution, q leaves)"))
            if text == QUIT:
                return False
            if text == SOLUTION:
                break
            self._try(text)
        self._count(solved=self.attempt.solved)
        self._end()
        return True

    def _show(self) -> None:
        from azulejos.render.text.position import draw

        console.print(draw(self.attempt.position, self.names))

    def _try(self, move: str) -> None:
        """Play a move. What cannot be played does not count."""
        from azulejos.engine.errors import AzulejosError
        from azulejos.tui.puzzle_text import wrong_lines

        try:
            answer = self.attempt.play(move)
        except AzulejosError as error:
            _say(self.words.error(error))
            return
        if answer.replies:
            moves = " ".join(answer.replies)
            _say(self.words.gettext("Right. The others reply: {moves}", moves=moves))
        if not answer.correct:
            self._count(solved=False)
            for line in wrong_lines(self.words, self.puzzle, self.attempt.explain(move)):
                _say(f"  {line}")

    def _count(self, *, solved: bool) -> None:
        """Count the first answer; the others change nothing."""
        if self.has_answered:
            return
        self.has_answered = True
        try:
            self.session.add(self.puzzle, solved=solved)
        except OSError as error:
            reason = error.strerror or str(error)
            _say(self.words.gettext("Your results can't be saved: {reason}", reason=reason))

    def _end(self) -> None:
        from azulejos.tui.puzzle_text import end_lines

        for line in end_lines(self.words, self.puzzle, self.session, solved=self.attempt.solved):
            _say(line)


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
