"""Tables of docs/analysis.md from what `benchmarks.analysis` wrote; the scale of levels."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import Any, TypeAlias

import msgspec

from azulejos.analysis.scale import FILE, LevelRate
from azulejos.bots.names import LEVEL_NAMES

#: Games of one player that each level needs for a place in the scale.
MIN_GAMES = 8
#: Losses from which a move is a mistake, and a blunder.
MISTAKE, BLUNDER = 0.10, 0.15
#: The share of moves that are searched again at `standard`, by their judgement at `quick`.
LOOKED_AT = {"b": 1.0, "m": 1.0, "i": 0.25}

Line: TypeAlias = dict[str, Any]
Read: TypeAlias = Callable[[str, str], list[Line]]


def report(folder: Path, configurations: Sequence[str], *, scale: bool) -> None:
    """Print all tables; with `scale`, write the scale of levels."""

    def read(kind: str, configuration: str) -> list[Line]:
        path = folder / f"{kind}-{configuration}.jsonl"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    for table in (books, level_table, equals, blunders, seeds):
        print(f"\n## {(table.__doc__ or '').strip('.')}\n")
        table(read, configurations)
    if scale:
        rates = {one: level_rates(read("games", one)) for one in configurations}
        enough = {one: found for one, found in rates.items() if is_enough(found)}
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode(enough), indent=1) + b"\n")


def row(*cells: object) -> None:
    """A row of a table in Markdown."""
    print("|", " | ".join(map(str, cells)), "|")


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    return fmean(numbers), sqrt(variance(numbers) / len(numbers)) if len(numbers) > 1 else 0.0


def percent(mean: float, error: float) -> str:
    """A mean and its standard error, in percentage points."""
    return f"{100 * mean:+.1f} ± {100 * error:.1f}"


def books(read: Read, configurations: Sequence[str]) -> None:
    """Books: mean luck by seat, mean |residual|, seconds of a review."""
    row(
        "configuration",
        "games",
        "luck by seat, pp",
        "|z| > 2",
        "mean residual by seat",
        "mean abs residual",
        "s",
    )
    row(*["---"] * 7)
    seats = beyond = games = 0
    for configuration in configurations:
        lines = read("games", configuration)
        if len(lines) < 2:
            continue
        lucks, residuals, outside = [], [], 0
        for seat in range(int(configuration[-1])):
            mean, error = mean_and_error([line["luck"][seat] for line in lines])
            lucks.append(percent(mean, error))
            residuals.append(f"{100 * fmean(line['residual'][seat] for line in lines):+.1f}")
            outside += abs(mean) > 2 * error
            seats += 1
        size = fmean(abs(number) for line in lines for number in line["residual"])
        seconds = fmean(line["seconds"] for line in lines)
        beyond += outside
        games += len(lines)
        row(
            configuration,
            len(lines),
            ", ".join(lucks),
            outside,
            ", ".join(residuals),
            f"{100 * size:.1f}",
            f"{seconds:.1f}",
        )
    print(f"\n{games} games, {seats} seats, {beyond} beyond two standard errors")


def level_rates(lines: Iterable[Line]) -> dict[str, LevelRate]:
    """The error rates of the levels in some games: losses over decisions, errors by games."""
    lines = list(lines)
    found = {}
    for level in LEVEL_NAMES:
        pairs = [
            (line["lost"][seat], line["decisions"][seat])
            for line in lines
            for seat, one in enumerate(line["levels"])
            if one == level and line["decisions"][seat]
        ]
        decisions = sum(count for _, count in pairs)
        if not pairs:
            continue
        rate = sum(lost for lost, _ in pairs) / decisions
        squares = sum((lost - rate * count) ** 2 for lost, count in pairs)
        error = sqrt(squares * len(pairs) / max(1, len(pairs) - 1)) / decisions
        found[level] = LevelRate(round(rate, 5), round(error, 5), len(pairs), decisions)
    return found


def is_enough(rates: dict[str, LevelRate]) -> bool:
    """Whether all levels have enough games, and are in their order."""
    numbers = [rate.error_rate for rate in rates.values()]
    return (
        len(rates) == len(LEVEL_NAMES)
        and all(rate.games >= MIN_GAMES for rate in rates.values())
        and numbers == sorted(numbers, reverse=True)
    )


def level_table(read: Read, configurations: Sequence[str]) -> None:
    """Error rates of the levels, percentage points ± standard error."""
    row("configuration", "games of a level", *LEVEL_NAMES, "in order")
    row(*["---"] * 8)
    for configuration in configurations:
        rates = level_rates(read("games", configuration))
        if len(rates) < len(LEVEL_NAMES):
            continue
        cells = [f"{100 * one.error_rate:.2f} ± {100 * one.error:.2f}" for one in rates.values()]
        games = min(one.games for one in rates.values())
        numbers = [one.error_rate for one in rates.values()]
        row(
            configuration,
            games,
            *cells,
            "yes" if numbers == sorted(numbers, reverse=True) else "no",
        )


def equals(read: Read, configurations: Sequence[str]) -> None:
    """Luck-adjusted results of games between equals."""
    row(
        "configuration",
        "games",
        "luck by seat, pp",
        "|z| > 2",
        "variance raw",
        "less luck",
        "fitted",
        "times fewer games",
    )
    row(*["---"] * 8)
    for configuration in configurations:
        lines = read("luck", configuration)
        if len(lines) < 10:
            continue
        lucks, outside, raw, adjusted, fitted = [], 0, 0.0, 0.0, 0.0
        for seat in range(int(configuration[-1])):
            own = [line["luck"][seat] for line in lines]
            results = [line["result"][seat] for line in lines]
            mean, error = mean_and_error(own)
            lucks.append(percent(mean, error))
            outside += abs(mean) > 2 * error
            raw += variance(results)
            adjusted += variance([result - luck for result, luck in zip(results, own, strict=True)])
            factor = covariance(results, own) / variance(own)
            fitted += variance([r - factor * luck for r, luck in zip(results, own, strict=True)])
        row(
            configuration,
            len(lines),
            ", ".join(lucks),
            outside,
            f"{raw:.3f}",
            f"{adjusted:.3f}",
            f"{fitted:.3f}",
            f"{raw / fitted:.2f}",
        )


def covariance(one: Sequence[float], other: Sequence[float]) -> float:
    """The sample covariance."""
    means = fmean(one), fmean(other)
    pairs = zip(one, other, strict=True)
    return sum((a - means[0]) * (b - means[1]) for a, b in pairs) / (len(one) - 1)


def blunders(read: Read, configurations: Sequence[str]) -> None:
    """Blunders at standard, at ten times the effort; weighted by how many were looked at."""
    row("configuration", "games", "blunders", "still a blunder", "a mistake or worse")
    row(*["---"] * 5)
    everything: list[tuple[float, float]] = []
    for configuration in configurations:
        lines = read("blunders", configuration)
        found = [
            (1 / LOOKED_AT[one], again) for line in lines for _, one, _, again in line["blunders"]
        ]
        everything += found
        if lines:
            row(configuration, len(lines), len(found), *confirmed(found))
    row("all", "", len(everything), *confirmed(everything))


def confirmed(found: Sequence[tuple[float, float]]) -> tuple[str, str]:
    """The weighted shares of some losses that are blunders, and mistakes or worse."""
    total = sum(weight for weight, _ in found) or 1.0
    shares = (
        sum(weight for weight, again in found if again >= least - 1e-9) / total
        for least in (BLUNDER, MISTAKE)
    )
    first, second = (f"{share:.1%}" for share in shares)
    return first, second


def seeds(read: Read, configurations: Sequence[str]) -> None:
    """Judgements with another random stream; those that are not `good` at either time."""
    row("configuration", "decisions", "same judgement", "not good", "same judgement")
    row(*["---"] * 5)
    everything: list[tuple[str, str]] = []
    for configuration in configurations:
        pairs = [
            pair
            for line in read("seeds", configuration)
            for pair in zip(
                line["first"].replace("-", "g"), line["again"].replace("-", "g"), strict=True
            )
        ]
        everything += pairs
        if pairs:
            row(configuration, *equal_pairs(pairs))
    if everything:
        row("all", *equal_pairs(everything))


def equal_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[object, ...]:
    """How many pairs of judgements there are, and how many are equal."""
    worse = [pair for pair in pairs if pair != ("g", "g")]
    equal = [sum(one == other for one, other in some) for some in (pairs, worse)]
    share = f"{equal[1] / len(worse):.1%}" if worse else "-"
    return len(pairs), f"{equal[0] / len(pairs):.1%}", len(worse), share
