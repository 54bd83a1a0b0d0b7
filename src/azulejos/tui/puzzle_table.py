"""Table of a puzzle: moves are compared with the solution, replies are played by themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from azulejos.engine.errors import AzulejosError
from azulejos.i18n import Words
from azulejos.precompile import Precompiler
from azulejos.puzzles import Attempt, Explanation, Puzzle
from azulejos.session import SeatSetup, Table, study
from azulejos.session.messages import ErrorMessage
from azulejos.session.messages.common import SeatKind
from azulejos.tui.local import PREPARATION_POLL, table_of
from azulejos.tui.seats import HERE, ME, write_seats
from azulejos.tui.source import Listener, TableSource


@dataclass(frozen=True)
class Answer:
    """What a move led to. A wrong one is told at once, and again with its explanation."""

    state: Literal["right", "wrong", "solved", "shown"]
    move: str = ""
    explanation: Explanation | None = None


class PuzzleTable(TableSource):
    """A puzzle to solve."""

    def __init__(
        self, puzzle: Puzzle, words: Words, precompiler: Precompiler | None = None
    ) -> None:
        """Explanations wait for the precompiler, where there is one."""
        super().__init__()
        self.puzzle, self.words, self.precompiler = puzzle, words, precompiler
        #: Called with every answer.
        self.told: Callable[[Answer], None] = lambda _answer: None
        self.is_over = False
        self._explaining: asyncio.Task[None] | None = None
        self._sent_version = 0

    def following(self, puzzle: Puzzle) -> PuzzleTable:
        """The table of the puzzle that follows."""
        return PuzzleTable(puzzle, self.words, self.precompiler)

    @property
    def seat(self) -> int:
        """The seat of the player who solves it."""
        return self.attempt.player

    async def open(self, listener: Listener) -> None:
        """Set up the position."""
        await super().open(listener)
        self.attempt = Attempt(self.puzzle)
        self._seats = frozenset({self.attempt.player})
        self.table = self._new_table()
        self._emit_update()

    def _new_table(self) -> Table:
        game = study.of_position(self.attempt.position)
        players = range(self.puzzle.players)
        kinds: list[SeatKind] = [ME if seat == self.attempt.player else HERE for seat in players]
        return table_of(write_seats(game, [SeatSetup(kind) for kind in kinds]))

    async def close(self) -> None:
        """Stop explaining."""
        await super().close()
        self._stop_explaining()

    def play(self, move: str, version: int) -> None:
        """Compare a move with the solution."""
        self._stop_explaining()
        try:
            self.table.check_current(version)
            answer = self.attempt.play(move)
        except AzulejosError as error:
            self._refuse(error)
            return
        if answer.correct:
            self.is_over = answer.solved
            self._follow(move, *answer.replies)
            self.told(Answer("solved" if answer.solved else "right", move))
            return
        self._emit_update()  # the choice starts again
        self.told(Answer("wrong", move))
        self._explaining = asyncio.ensure_future(self._explain(move))

    def show_solution(self) -> None:
        """Give up: play the rest of the solution."""
        self._stop_explaining()
        self.is_over = True
        self._follow(*self.puzzle.solution[self.attempt.done :])
        self.told(Answer("shown"))

    def _follow(self, *moves: str) -> None:
        for move in moves:
            everyone = frozenset(range(self.puzzle.players))
            self.table.commit(self.table.play(everyone, move))
        self._emit_update()

    async def _explain(self, move: str) -> None:
        """Explain a wrong move, once the search is compiled."""
        puzzle, precompiler = self.puzzle, self.precompiler
        if precompiler is not None:
            precompiler.want(puzzle.game, puzzle.players)
            while not precompiler.is_ready(puzzle.game, puzzle.players):
                await asyncio.sleep(PREPARATION_POLL)
        found = await asyncio.to_thread(self.attempt.explain, move)
        self.told(Answer("wrong", move, found))

    def _stop_explaining(self) -> None:
        if self._explaining is not None:
            self._explaining.cancel()
            self._explaining = None

    def _emit_update(self) -> None:
        update = self.table.update(self._seats, self._seats, after=self._sent_version)
        self._sent_version = self.table.version
        self.emit(replace(update, options=None) if self.is_over else update)

    def _refuse(self, error: AzulejosError) -> None:
        parameters = {name: str(value) for name, value in error.parameters.items()}
        self.emit(ErrorMessage(None, error.code, self.words.error(error), parameters))

    # What a puzzle has no use for.

    def undo(self, version: int) -> None:
        """Nothing: a wrong move is not played."""

    def answer_undo(self, request: int, *, agree: bool) -> None:
        """Nothing."""

    def hint(self) -> None:
        """Nothing: the solution can be shown."""

    def hurry(self) -> None:
        """Nothing."""

    async def again(self) -> TableSource | None:
        """None."""
        return None

    async def record(self) -> str:
        """The record from the puzzle's position on."""
        return self.table.game.to_text()
