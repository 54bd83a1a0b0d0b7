"""Reviews as messages: sentences, the graph, rounds, and the scale of levels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from azulejos.analysis import books
from azulejos.analysis.report import Chance, Review, Step
from azulejos.analysis.scale import level_rates, place_on_scale
from azulejos.server.analysis_views import Narrator
from azulejos.session.messages.analysis import (
    ChanceView,
    DecisionView,
    GraphPoint,
    ReviewView,
    RoundBooks,
    RoundView,
    ScaleLevel,
    SummaryView,
    TurningPointView,
)

if TYPE_CHECKING:
    from azulejos.i18n import Words

#: Standard errors on either side of an interval of 95 %.
INTERVAL = 1.96


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
        levels=_levels(review),
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
    summary = review.summaries[player]
    place = None
    if summary.error_rate is not None:
        place = place_on_scale(_configuration(review), summary.error_rate)
    scale = place and {"stronger": place.stronger, "weaker": place.weaker}
    return msgspec.convert({**msgspec.to_builtins(summary), "scale": scale}, SummaryView)


def _configuration(review: Review) -> str:
    return f"{review.game}-{review.board}-{review.players}"


def _levels(review: Review) -> list[ScaleLevel]:
    """The scale of a configuration, the weakest level first; empty where it was not measured."""
    rates = level_rates().get(_configuration(review), {})
    return [
        ScaleLevel(
            level,
            rate.error_rate,
            max(0.0, rate.error_rate - INTERVAL * rate.error),
            rate.error_rate + INTERVAL * rate.error,
        )
        for level, rate in rates.items()
    ]


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
