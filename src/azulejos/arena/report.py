"""Reports of match results: table rows, title and notes as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos.arena.progress import Progress
    from azulejos.arena.result import Result, WinRate

HEADINGS = ("contestant", "wins", "rate", "interval", "rating", "ms/move", "longest")
LESS_LUCK = "less luck"
FORFEITS = "forfeits"
#: Columns with text; all others have numbers.
TEXT_COLUMNS = {"contestant", FORFEITS}


def headings(result: Result) -> tuple[str, ...]:
    """The headings of the table; forfeits and luck only if there are any."""
    luck = (LESS_LUCK,) if result.adjusted else ()
    forfeits = (FORFEITS,) if any(result.forfeits) else ()
    return (*HEADINGS, *luck, *forfeits)


def rows(result: Result) -> Iterator[tuple[str, ...]]:
    """One row a contestant; intervals are at 95% confidence."""
    ratings = result.ratings_if_possible()
    for number, found in enumerate(result.rates):
        times, low, high = result.thinking[number], *found.interval
        row: tuple[str, ...] = (
            found.name,
            f"{format_wins(found.wins)}/{found.games}",
            f"{found.rate:.1%}",
            f"{100 * low:.1f}-{100 * high:.1f}%",
            str(ratings[number]) if ratings else "-",
            f"{1000 * times.mean:.1f}",
            f"{1000 * times.longest:.1f}",
        )
        if result.adjusted:
            adjusted = result.adjusted[number]
            low, high = adjusted.interval
            row += (f"{adjusted.rate:.1%}, {100 * low:.1f}-{100 * high:.1f}%",)
        forfeits = ", ".join(f"{kind} {count}" for kind, count in result.forfeits[number].items())
        yield (*row, forfeits) if any(result.forfeits) else row


def title(result: Result) -> str:
    """Game, board, players, games and seed in one line."""
    match, games = result.match, len(result.games)
    counted = "1 game" if games == 1 else f"{games} games"
    return f"{match.game}, {match.board}, {match.players} players: {counted}, seed {match.seed}"


def progress_line(labels: Sequence[str], progress: Progress) -> str:
    """The score of a running match in one line."""
    wins = zip(labels, progress.tally.wins, strict=True)
    score = ", ".join(f"{name} {format_wins(won)}" for name, won in wins)
    return score if progress.sprt is None else f"{score}, LLR {progress.sprt.llr:.2f}"


def format_wins(wins: float) -> str:
    """A number of victories, with one digit for shared ones."""
    return f"{wins:.1f}".removesuffix(".0")


def notes(result: Result) -> Iterator[str]:
    """The lines below the table: fair share, Elo difference, SPRT, missing packages."""
    first = result.rates[0]
    if first.fair < 0.5:
        yield f"a fair share of victories is {first.fair:.1%}"
    if len(result.rates) == 2:
        yield elo_line(first)
        if first.spread:
            yield normalised_line(first)
    if result.adjusted:
        saved = result.adjusted[0].games_saved
        yield f"the rate less luck is as sure as that of {saved:.1f} times as many games"
    if result.sprt is not None:
        yield f"SPRT of {result.sprt}"
    if result.ratings_if_possible() is None:
        yield "ratings need OpenSkill: pip install 'azulejos[arena]'"


def elo_line(found: WinRate) -> str:
    """The Elo difference to the opponents, with its 95% interval."""
    elo, low, high = found.elo
    return f"{found.name} is {elo:+.0f} Elo stronger, with 95% confidence {low:+.0f} to {high:+.0f}"


def normalised_line(found: WinRate) -> str:
    """The normalised Elo difference, with its 95% interval."""
    elo, low, high = found.normalised_elo
    return f"normalised Elo {elo:+.0f}, {low:+.0f} to {high:+.0f}, from {found.blocks} deals"


def as_text(result: Result) -> str:
    """The whole report as plain text."""
    lines = [headings(result), *rows(result)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = [
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    ]
    return "\n".join([title(result), "", *table, "", *notes(result)])
