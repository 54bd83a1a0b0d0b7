"""Analysis over HTTP: lines of a stream, judged moves, and reviews with rendered sentences.

docs/analysis.md defines every number. Shares and leads are by seat.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from azulejos.analysis.judgement import Judgement
from azulejos.analysis.values import Value

EffortName: TypeAlias = Literal["quick", "standard", "deep"]


class CandidateView(msgspec.Struct, frozen=True):
    """A move, the value after it, its best line, and sentences about how it differs from the best.

    Only the last result has sentences.
    """

    move: str
    value: Value
    line: list[str]
    facts: list[str]


class _Line(msgspec.Struct, frozen=True, tag_field="type"):
    """A line of the stream of an analysis."""


class WaitingLine(_Line, frozen=True, tag="waiting"):
    """The analysis waits; 1 is the next to start."""

    place: int


class AnalysisLine(_Line, frozen=True, tag="analysis"):
    """A result, the best candidate first; further ones follow unless it is the last."""

    last: bool
    player: int
    legal_moves: int
    nodes: int
    candidates: list[CandidateView]


class ErrorLine(_Line, frozen=True, tag="error"):
    """The analysis has ended without its last result."""

    code: str
    text: str
    parameters: dict[str, str]


StreamLine: TypeAlias = WaitingLine | AnalysisLine | ErrorLine


class JudgedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move, compared with the best one at equal effort."""

    player: int
    move: str
    best: str
    loss: float
    lead_loss: float
    judgement: Judgement
    accuracy: float
    trivial: bool
    value: Value
    played: Value
    gains: list[float]
    line: list[str]
    played_line: list[str]
    facts: list[str]


class DecisionView(JudgedMove, frozen=True, kw_only=True, tag_field="type", tag="decision"):
    """A move of a reviewed game; `ply` moves were played before it."""

    ply: int
    round: int


class ChanceView(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chance"):
    """A deal or a refill of a reviewed game, compared with what could have been drawn."""

    ply: int
    round: int
    kind: Literal["deal", "refill"]
    tiles: str
    expected: Value
    value: Value
    luck: list[float]
    lead_luck: list[float]
    count: int
    enumerated: bool


class GraphPoint(msgspec.Struct, frozen=True):
    """The shares of all players after a step, -1 stands for the start."""

    step: int
    ply: int
    shares: list[float]
    chance: bool


class ScalePlace(msgspec.Struct, frozen=True):
    """The levels between which an error rate lies; null beyond an end of the scale."""

    stronger: str | None
    weaker: str | None


class ScaleLevel(msgspec.Struct, frozen=True):
    """The measured error rate of a level, with its interval."""

    level: str
    error_rate: float
    low: float
    high: float


class MeasuredLevel(msgspec.Struct, frozen=True):
    """A level in one configuration: its error rate, null where it was not measured, and its points.

    `points` are means by source, of `games` between equals.
    """

    level: str
    error_rate: float | None
    games: int
    points: dict[str, float]


class MeasuredLevels(msgspec.Struct, frozen=True):
    """All levels, the weakest first, by configuration (`azul-coloured-2`)."""

    configurations: dict[str, list[MeasuredLevel]]


class SummaryView(msgspec.Struct, frozen=True, kw_only=True):
    """The books of one player: result - start = luck - losses + others + residual."""

    player: int
    result: float
    start: float
    luck: float
    luck_error: float
    losses: float
    others: float
    residual: float
    luck_adjusted: float
    lead_losses: float
    decisions: int
    error_rate: float | None
    accuracy: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    scale: ScalePlace | None


class TurningPointView(msgspec.Struct, frozen=True):
    """A large swing of a player's share of victory, at a step."""

    player: int
    step: int
    swing: float


class RoundBooks(msgspec.Struct, frozen=True):
    """What a round was worth to a player."""

    luck: float
    losses: float
    others: float
    decisions: int
    error_rate: float | None


class RoundView(msgspec.Struct, frozen=True):
    """A round, by player."""

    round: int
    players: list[RoundBooks]


class ReviewView(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game."""

    game: str
    board: str
    players: int
    effort: str
    is_over: bool
    scores: list[int]
    names: list[str]
    steps: list[DecisionView | ChanceView]
    graph: list[GraphPoint]
    summaries: list[SummaryView]
    turning_points: list[TurningPointView]
    rounds: list[RoundView]
    levels: list[ScaleLevel]


class ReviewStatus(msgspec.Struct, frozen=True, kw_only=True):
    """How far the review of a game is, and the review itself when it is done.

    `place` is that in the queue, 1 is next; `done` of `steps` tell the progress.
    """

    state: Literal["none", "queued", "running", "done", "failed"]
    effort: EffortName
    place: int | None = None
    done: int = 0
    steps: int = 0
    review: ReviewView | None = None
