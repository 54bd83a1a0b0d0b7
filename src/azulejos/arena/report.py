"""Results for people: as rows of words, which anybody may draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.arena.progress import Standing
    from azulejos.arena.result import Rate, Result

HEADINGS = ("contestant", "wins", "rate", "interval", "rating", "ms/move", "longest")
FORFEITS = "forfeits"
#: Headings of words, not numbers.
WORDS = {"contestant", FORFEITS}


def headings(result: Result) -> tuple[str, ...]:
    """The headings of the table; the one of forfeits only if there are any."""
    return (*HEADINGS, FORFEITS) if any(result.forfeits) else HEADINGS


def rows(result: Result) -> Iterator[tuple[str, ...]]:
    """A row for each contestant, in their order; intervals have 95% confidence."""
    ratings = result.ratings_if_possible()
    for number, found in enumerate(result.rates):
        thinking, low, high = result.thinking[number], *found.interval
        row = (
            found.name,
            f"{points(found.wins)}/{found.games}",
            f"{found.rate:.1%}",
            f"{100 * low:.1f}-{100 * high:.1f}%",
            str(ratings[number]) if ratings else "-",
            f"{1000 * thinking.mean:.1f}",
            f"{1000 * thinking.longest:.1f}",
        )
        told = ", ".join(f"{kind} {count}" for kind, count in result.forfeits[number].items())
        yield (*row, told) if any(result.forfeits) else row


def title(result: Result) -> str:
    """What was played, in a line."""
    match, games = result.match, len(result.games)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"{match.game}, {match.board}, {match.players} players: {counted}, seed {match.seed}"


def running(labels: Sequence[str], standing: Standing) -> str:
    """The score of a match that goes on, in a line."""
    wins = zip(labels, standing.tally.wins, strict=True)
    score = ", ".join(f"{name} {points(won)}" for name, won in wins)
    return score if standing.sprt is None else f"{score}, LLR {standing.sprt.ratio:.2f}"


def points(wins: float) -> str:
    """A number of victories, some of them shared."""
    return f"{wins:.1f}".removesuffix(".0")


def remarks(result: Result) -> Iterator[str]:
    """What else is to be said."""
    first = result.rates[0]
    if first.fair < 0.5:
        yield f"a fair share of victories is {first.fair:.1%}"
    if len(result.rates) == 2:
        yield strength(first)
    if result.sprt is not None:
        yield f"SPRT of {result.sprt}"
    if result.ratings_if_possible() is None:
        yield "ratings need OpenSkill: pip install 'azulejos[arena]'"


def strength(found: Rate) -> str:
    """How strong somebody is, compared with the others, in Elo."""
    best, low, high = found.elo
    return (
        f"{found.name} is {best:+.0f} Elo stronger, with 95% confidence {low:+.0f} to {high:+.0f}"
    )


def as_text(result: Result) -> str:
    """The whole report as plain text."""
    lines = [headings(result), *rows(result)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = [
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([title(result), "", *table, "", *remarks(result)])
