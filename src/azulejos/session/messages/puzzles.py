"""Puzzles, as answers to stateless requests over HTTP. A solution is sent only after an answer."""

from __future__ import annotations

from typing import Any

import msgspec


class PuzzleSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle without its position and solution; `moves` are those that a person has to find."""

    id: str
    game: str
    board: str
    players: int
    rating: int
    moves: int
    themes: list[str]


class PuzzleList(msgspec.Struct, frozen=True):
    """All puzzles of the service, and the one of the day (UTC)."""

    puzzles: list[PuzzleSummary]
    date: str
    today: str


class PuzzleView(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle to solve: the seat that moves, and the study of its position."""

    puzzle: PuzzleSummary
    seat: int
    # Any: a `Study` of the puzzle's game, as in all requests about studies.
    study: dict[str, Any]


class PuzzleRating(msgspec.Struct, frozen=True):
    """The rating of a person, by Glicko-2; kept by the client."""

    rating: float
    deviation: float
    volatility: float


class PuzzleAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a try.

    `study` is the position after the move and the replies, with what happened; null after a wrong
    move. `solution` is there once the puzzle is solved or given up, `rating` if one was sent.
    """

    correct: bool
    solved: bool
    # Any: a `Study` of the puzzle's game.
    study: dict[str, Any] | None
    solution: list[str] | None
    rating: PuzzleRating | None
