"""Reviews as messages: sentences, the graph, rounds, and the scale of levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from azulejos.analysis import books
from azulejos.analysis.report import Chance, Review, Step
from azulejos.server.analysis_views import Narrator
from azulejos.session.messages.analysis import (
    ChanceView,
    DecisionView,
    GraphPoint,
    ReviewView,
    RoundBooks,
    RoundView,
    SummaryView,
    TurningPointView,
)

if TYPE_CHECKING:
    from azulejos.i18n import Words


def review_view(result: bytes, words: Words, names: Sequence[str | None]) -> ReviewView:
    """A stored review in a language, with the names of the players."""
    review = Review.from_json(result)
    narrator = Narrator(words, names, review.players)
    return ReviewView(
        game=review.game,
        board=review.board,
        players=review.players,
        effort=review.effort,
        is_over=review.is_over,
        scores=list(review.scores),
        names=narrator.names,
        steps=[_step(step, narrator) for step in review.steps],
        graph=list(_graph(review)),
        summaries=[_summary(review, player) for player in range(review.players)],
        turning_points=msgspec.convert(
            msgspec.to_builtins(review.turning_points), list[TurningPointView]
        ),
        rounds=_rounds(review),
        levels=[],
    )


def _step(step: Step, narrator: Narrator) -> DecisionView | ChanceView:
    fields = msgspec.to_builtins(step)
    if isinstance(step, Chance):
        return msgspec.convert(fields, ChanceView)
    return msgspec.convert({**fields, "facts": narrator.sentences(fields["facts"])}, DecisionView)


def _graph(review: Review) -> Iterator[GraphPoint]:
    """The shares before the first step and after each."""
    yield GraphPoint(-1, 0, [books.start for books in review.summaries], False)
    for number, step in enumerate(review.steps):
        if isinstance(step, Chance):
            yield GraphPoint(number, step.ply, list(step.value.shares), True)
        else:
            yield GraphPoint(number, step.ply + 1, list(step.played.shares), False)


def _summary(review: Review, player: int) -> SummaryView:
    fields = msgspec.to_builtins(review.summaries[player])
    return msgspec.convert({**fields, "scale": None}, SummaryView)


def _rounds(review: Review) -> list[RoundView]:
    numbers = sorted({step.round for step in review.steps})
    return [
        RoundView(number, [_round_books(review, number, seat) for seat in range(review.players)])
        for number in numbers
    ]


def _round_books(review: Review, number: int, player: int) -> RoundBooks:
    steps = [step for step in review.steps if step.round == number]
    own = books.summary(player, steps, 0.0, 0.0)
    return RoundBooks(own.luck, own.losses, own.others, own.decisions, own.error_rate)
