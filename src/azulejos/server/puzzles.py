"""HTTP endpoints of puzzles. Nothing about a person is kept: clients send what they have.

As in `azulejos.server.http`, only functions that run in threads import the rules.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from azulejos.puzzles.errors import UnknownPuzzle
from azulejos.puzzles.glicko2 import MOST_DEVIATION, Rating, after_try
from azulejos.puzzles.library import all_puzzles, puzzle_of_the_day
from azulejos.puzzles.library import puzzle as puzzle_named
from azulejos.server.errors import ServiceError
from azulejos.server.http import REFUSALS, hub_of, json_answer
from azulejos.server.http_models import Strict
from azulejos.server.study_models import MoveText
from azulejos.session.messages.puzzles import (
    PuzzleAnswer,
    PuzzleList,
    PuzzleRating,
    PuzzleSummary,
    PuzzleView,
)

if TYPE_CHECKING:
    from azulejos.puzzles import Attempt, Puzzle
    from azulejos.session.messages.study import Study

router = APIRouter(prefix="/api/puzzles", responses=REFUSALS)

PuzzleName = Annotated[str, Path(min_length=1, max_length=32, description="The name of a puzzle.")]
#: Own moves of the longest solution.
MAX_MOVES = 8


class RatingBody(Strict):
    """The rating of a person before a try."""

    rating: Annotated[float, Field(ge=0, le=4000)]
    deviation: Annotated[float, Field(gt=0, le=MOST_DEVIATION)]
    volatility: Annotated[float, Field(gt=0, lt=1)]


class PuzzleTry(Strict):
    """A try: the own moves from the beginning, of which only the last is new; or none, to give up.

    `rating` is sent with the answer that counts.
    """

    moves: Annotated[list[MoveText], Field(max_length=MAX_MOVES)]
    give_up: bool = False
    rating: RatingBody | None = None


@router.get("", response_class=JSONResponse)
async def puzzles(request: Request) -> Response:
    """All puzzles without positions and solutions, and the puzzle of the day."""
    hub_of(request)
    date = datetime.now(UTC).date()
    summaries = await asyncio.to_thread(_summaries)
    return json_answer(PuzzleList(summaries, date.isoformat(), puzzle_of_the_day(date).id))


@router.get("/{name}", response_class=JSONResponse)
async def puzzle(request: Request, name: PuzzleName) -> Response:
    """A puzzle to solve."""
    found = await _found(request, name)
    return json_answer(await asyncio.to_thread(_view, found))


@router.post("/{name}/try", response_class=JSONResponse)
async def try_puzzle(request: Request, name: PuzzleName, wanted: PuzzleTry) -> Response:
    """Whether a move solves a puzzle, and what follows; or its solution, given up."""
    found = await _found(request, name)
    return json_answer(await asyncio.to_thread(_answer, found, wanted))


async def _found(request: Request, name: str) -> Puzzle:
    hub = hub_of(request)
    try:
        found = await asyncio.to_thread(puzzle_named, name)
    except UnknownPuzzle:
        raise ServiceError("no-such-puzzle") from None
    await hub.prepare(found.game)
    return found


# In threads


@cache
def _summaries() -> list[PuzzleSummary]:
    return [summary(one) for one in all_puzzles()]


def summary(puzzle: Puzzle) -> PuzzleSummary:
    """A puzzle without its position and solution."""
    return PuzzleSummary(
        id=puzzle.id,
        game=puzzle.game,
        board=puzzle.board,
        players=puzzle.players,
        rating=puzzle.rating,
        moves=puzzle.own_moves,
        themes=list(puzzle.themes),
    )


def _view(puzzle: Puzzle) -> PuzzleView:
    from azulejos.puzzles import Attempt
    from azulejos.session import study

    attempt = Attempt(puzzle)
    shown = study.show(study.of_position(attempt.position), 0)
    return PuzzleView(puzzle=summary(puzzle), seat=attempt.player, study=_plain(shown))


def _plain(study: Study) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(study)
    return plain


def _answer(puzzle: Puzzle, wanted: PuzzleTry) -> PuzzleAnswer:
    from azulejos.puzzles import Attempt

    attempt = Attempt(puzzle)
    *known, last = wanted.moves or [""]
    for move in known:
        if not attempt.play(move).correct:
            raise ServiceError("puzzle-moves")
    if wanted.give_up:
        return _result(attempt, wanted, correct=False, study=_rest(attempt))
    if not wanted.moves:
        raise ServiceError("puzzle-moves")
    before = attempt.position
    answer = attempt.play(last)
    if not answer.correct:
        return _result(attempt, wanted, correct=False, study=None)
    from azulejos.session import study

    steps = [("move", move) for move in (last, *answer.replies)]
    after = study.line(before, steps, attempt.done - len(steps)).study
    return _result(attempt, wanted, correct=True, study=_plain(after))


def _rest(attempt: Attempt) -> dict[str, Any]:
    """The study after the rest of the solution."""
    from azulejos.session import study

    rest = attempt.puzzle.solution[attempt.done :]
    steps = [("move", move) for move in rest]
    return _plain(study.line(attempt.position, steps, attempt.done).study)


def _result(
    attempt: Attempt, wanted: PuzzleTry, *, correct: bool, study: dict[str, Any] | None
) -> PuzzleAnswer:
    puzzle = attempt.puzzle
    is_shown = attempt.solved or wanted.give_up
    return PuzzleAnswer(
        correct=correct,
        solved=attempt.solved,
        study=study,
        solution=list(puzzle.solution) if is_shown else None,
        rating=_new_rating(puzzle, wanted.rating, solved=attempt.solved),
    )


def _new_rating(puzzle: Puzzle, given: RatingBody | None, *, solved: bool) -> PuzzleRating | None:
    if given is None:
        return None
    before = Rating(given.rating, given.deviation, given.volatility)
    new = after_try(before, puzzle.rating, solved=solved)
    return PuzzleRating(new.rating, new.deviation, new.volatility)
