"""Puzzles in words, for the app and for plain text."""

from __future__ import annotations

from azulejos.i18n import Words
from azulejos.i18n.analysis import fact_sentence
from azulejos.i18n.puzzles import theme_name, verdict
from azulejos.puzzles import Explanation, Puzzle
from azulejos.tui.names import board_name, game_name
from azulejos.tui.puzzle_session import PuzzleSession


def player_names(words: Words, puzzle: Puzzle) -> list[str]:
    """The names of the players, by seat."""
    seats = range(1, puzzle.players + 1)
    return [words.gettext("Player {number}", number=number) for number in seats]


def kind_text(words: Words, puzzle: Puzzle) -> str:
    """Game, board and players."""
    return words.gettext(
        "{game} · {board} · {players}",
        game=game_name(words, puzzle.game),
        board=board_name(words, puzzle.board),
        players=words.ngettext("{n} player", "{n} players", puzzle.players),
    )


def task_text(words: Words, puzzle: Puzzle, seat: int) -> str:
    """What is to be found."""
    name = player_names(words, puzzle)[seat]
    text = words.gettext("Find the best move for {name}.", name=name)
    if puzzle.own_moves == 1:
        return text
    moves = words.ngettext("{n} move to find", "{n} moves to find", puzzle.own_moves)
    return f"{text} {moves}."


def wrong_lines(words: Words, puzzle: Puzzle, found: Explanation | None) -> list[str]:
    """What a wrong move loses, and why; None while that is not known."""
    if found is None:
        return [verdict(words, None)]
    names = player_names(words, puzzle)
    facts = [fact_sentence(words, fact, names) for fact in found.facts]
    return [verdict(words, found.loss), *facts]


def end_lines(words: Words, puzzle: Puzzle, session: PuzzleSession, *, solved: bool) -> list[str]:
    """The solution, what it was about, and where the person stands."""
    head = words.gettext("Solved!") if solved else words.gettext("This is the solution.")
    lines = [
        head,
        words.gettext("Solution: {moves}", moves=" ".join(puzzle.solution)),
        words.gettext("Difficulty: {rating}", rating=puzzle.rating),
    ]
    if puzzle.themes:
        lines.append(" · ".join(theme_name(words, theme) for theme in puzzle.themes))
    return [*lines, standing_text(words, session)]


def standing_text(words: Words, session: PuzzleSession) -> str:
    """The person's rating and streaks."""
    kept = session.progress
    parts = {
        words.gettext("Your rating"): str(round(kept.rating.rating)),
        words.gettext("Solved in a row"): words.gettext(
            "{count} (best {best})", count=kept.streak, best=kept.best_streak
        ),
        words.gettext("Puzzle of the day"): words.ngettext(
            "{n} day in a row", "{n} days in a row", kept.day_streak(session.date)
        ),
    }
    return " · ".join(f"{name}: {value}" for name, value in parts.items())
