"""The report of a review: typed records that can be written as JSON and read back.

All numbers by player are by seat. Shares of victory run from 0 to 1, leads are in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from azulejos.analysis.facts import Fact
from azulejos.analysis.judgement import Judgement
from azulejos.analysis.values import Value

FORMAT = 1


class Decision(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="decision"):
    """A move, compared with the best one at equal effort."""

    ply: int  # moves before it
    round: int
    player: int
    move: str
    best: str
    value: Value  # after the best move
    played: Value  # after the move that was played
    loss: float  # of victory share, to the player who moved
    lead_loss: float  # in points
    trivial: bool  # one legal move, or all moves are worth about the same: it does not count
    judgement: Judgement
    accuracy: float
    gains: tuple[float, ...]  # of victory share by the move instead of the best, to every player
    line: tuple[str, ...]  # best line, from the best move on
    played_line: tuple[str, ...]  # best line, from the move that was played on
    facts: tuple[Fact, ...] = ()  # how the two lines differ; only where something was lost


class Chance(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="chance"):
    """A deal or a refill of the supply, compared with what could have been drawn."""

    ply: int  # moves before it
    round: int
    kind: Literal["deal", "refill"]
    tiles: str
    expected: Value  # before it: the mean, with standard errors
    value: Value  # after it, by the same evaluator
    luck: tuple[float, ...]  # of victory share
    lead_luck: tuple[float, ...]
    count: int  # of samples, or of outcomes
    enumerated: bool


Step: TypeAlias = Decision | Chance


class PlayerSummary(msgspec.Struct, frozen=True, kw_only=True):
    """The books of one player: result - start = luck - losses + others + residual.

    `result` is the share of the victory; that to expect in a game that is not finished.
    """

    player: int
    result: float
    start: float  # share to expect before the first deal
    luck: float
    luck_error: float  # standard error
    losses: float  # by own moves, trivial ones included
    others: float  # gained by others' moves
    residual: float  # the evaluator's inconsistency
    luck_adjusted: float  # result - luck
    lead_losses: float  # in points
    decisions: int  # that count
    error_rate: float | None  # mean loss of decisions that count; None without any
    accuracy: float | None  # mean accuracy of those
    inaccuracies: int
    mistakes: int
    blunders: int


class TurningPoint(msgspec.Struct, frozen=True):
    """A large swing of a player's share of victory: an own move or a draw."""

    player: int
    step: int  # index in the steps
    swing: float  # lost or won share of victory


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a game."""

    format: int = FORMAT
    game: str
    board: str
    players: int
    effort: str
    is_over: bool
    scores: tuple[int, ...]
    steps: tuple[Step, ...]
    summaries: tuple[PlayerSummary, ...]
    turning_points: tuple[TurningPoint, ...]

    def to_json(self) -> str:
        """The review as JSON; `Review.from_json` reads it back."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> Review:
        """The review that was written by `to_json`."""
        return msgspec.json.decode(text, type=cls)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """All moves."""
        return tuple(step for step in self.steps if isinstance(step, Decision))

    @property
    def chances(self) -> tuple[Chance, ...]:
        """All deals and refills."""
        return tuple(step for step in self.steps if isinstance(step, Chance))

    def to_svg(
        self,
        *,
        names: Sequence[str] = (),
        theme: str = "light",
        size: int | None = None,
        language: str = "en",
    ) -> str:
        """The graph of victory shares as an SVG document, `size` pixels wide."""
        # Imported when called: reviews are made without anything that draws.
        from azulejos.render.svg.review import review_svg

        return review_svg(self, names=names, theme=theme, size=size, language=language)

    def _repr_svg_(self) -> str:
        """What notebooks show."""
        return self.to_svg()
