"""Puzzle screen: the table of a puzzle, and what each answer led to."""

from __future__ import annotations

from rich.text import Text
from textual.message import Message

from azulejos.i18n import Words
from azulejos.session.messages import Update
from azulejos.tui.puzzle_answer import PuzzleAnswerScreen
from azulejos.tui.puzzle_session import PuzzleSession
from azulejos.tui.puzzle_table import Answer, PuzzleTable
from azulejos.tui.puzzle_text import end_lines, kind_text, task_text, wrong_lines
from azulejos.tui.table import TableScreen

#: Actions of a table that a puzzle has no use for.
UNUSED = ("undo", "answer", "hint", "hurry", "result")


class PuzzleScreen(TableScreen):
    """A puzzle to solve. Dismissed with the table of the next one, if any."""

    class Told(Message):
        """What a move led to."""

        def __init__(self, answer: Answer) -> None:
            super().__init__()
            self.answer = answer

    def __init__(self, table: PuzzleTable, session: PuzzleSession, words: Words) -> None:
        self.puzzle, self.session, self.answered = table, session, False
        self.is_solved = False
        super().__init__(table, words)
        table.told = self._hear

    def _bind_keys(self) -> None:
        super()._bind_keys()
        self._bindings.bind("s", "solution", self.words.gettext("Show the solution"))
        self._bindings.bind("n", "next", self.words.gettext("Next puzzle"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action can be done now."""
        if action in UNUSED:
            return False
        if action == "solution":
            return self.latest is not None and not self.puzzle.is_over
        if action == "next":
            return self.session.has_next
        return super().check_action(action, parameters)

    def status(self) -> str | None:
        """What is to be done, or was."""
        if self.is_solved:
            return self.words.gettext("Solved!")
        if self.puzzle.is_over:
            return self.words.gettext("This is the solution.")
        return self.words.gettext("Find the best move")

    def _take_update(self, update: Update) -> None:
        if self.latest is None:
            words, puzzle = self.words, self.puzzle.puzzle
            self._write(f"{kind_text(words, puzzle)} · {puzzle.id} · {puzzle.rating}")
            self._write(task_text(words, puzzle, self.puzzle.seat))
        super()._take_update(update)

    # Answers

    def _hear(self, answer: Answer) -> None:
        self.post_message(self.Told(answer))

    def on_puzzle_screen_told(self, told: Told) -> None:
        """Count the first answer, and say what the move led to."""
        answer, words, puzzle = told.answer, self.words, self.puzzle.puzzle
        if answer.state == "right":
            self.notify(words.gettext("Right! Now find the next move."))
            return
        self.is_solved = answer.state == "solved"
        self._count()
        if answer.state == "wrong":
            lines = wrong_lines(words, puzzle, answer.explanation)
        else:
            lines = end_lines(words, puzzle, self.session, solved=self.is_solved)
        if answer.state != "wrong" or answer.explanation is not None:
            for line in lines:
                self._write(line)
        self.draw()
        self._open(lines, is_news=answer.explanation is None)

    def _count(self) -> None:
        """Count the first answer; the others change nothing."""
        if self.answered:
            return
        self.answered = True
        try:
            self.session.add(self.puzzle.puzzle, solved=self.is_solved)
        except OSError as error:
            reason = error.strerror or str(error)
            text = self.words.gettext("Your results can't be saved: {reason}", reason=reason)
            self.notify(text, severity="error")

    def _open(self, lines: list[str], *, is_news: bool) -> None:
        """Show lines on the answer that lies on the board, or on a new one if they are news."""
        shown = self.app.screen
        if isinstance(shown, PuzzleAnswerScreen):
            shown.show(lines)
        elif is_news:
            has_next, is_over = self.session.has_next, self.puzzle.is_over
            answer = PuzzleAnswerScreen(self.words, lines, is_over=is_over, has_next=has_next)
            self.app.push_screen(answer, self._after_answer)

    async def _after_answer(self, wish: str | None) -> None:
        if wish == "solution":
            self.action_solution()
        elif wish == "next":
            await self.action_next()
        elif wish == "leave":
            await self.action_leave()

    def _write(self, line: str) -> None:
        """Add a line to the log."""
        self.write_log(Text(line))

    # Keys

    def action_solution(self) -> None:
        """Show the solution, which counts as a miss."""
        self.puzzle.show_solution()

    async def action_next(self) -> None:
        """Go on to the next puzzle."""
        following = self.session.next()
        if following is None:
            self.notify(self.words.gettext("You have tried all of these puzzles."))
            return
        await self.source.close()
        self.dismiss(self.puzzle.following(following))
