"""Tables of docs/analysis.md from what `benchmarks.analysis` wrote; the scale of levels."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev, variance
from typing import Any, TypeAlias

import msgspec
import numpy as np

from azulejos.analysis.scale import FILE, LevelPoints, LevelRate, MeasuredPoints, PointsFile
from azulejos.bots.names import LEVEL_NAMES

DOCUMENT = Path(__file__).parents[1] / "docs" / "analysis.md"
#: Lines of the document between which the tables stand.
BEGIN, END = "<!-- python -m benchmarks.analysis report -->", "<!-- end of the report -->"
#: Games of one player that each level needs for a place in the scale; 40 are wanted.
MIN_GAMES = 5
#: Games of a configuration that a table needs for means and errors.
FEWEST = 10
#: Losses from which a move is a mistake, and a blunder.
MISTAKE, BLUNDER = 0.10, 0.15
#: The share of moves that are searched again at `standard`, by their judgement at `quick`.
LOOKED_AT = {"b": 1.0, "m": 1.0, "i": 0.25}
#: Lines of a table without any results, and the empty one after it.
HEAD_LINES = 3
#: Samples of games for the error of a ratio.
RESAMPLES = 200

Line: TypeAlias = dict[str, Any]
#: The lines of a kind and a configuration.
Read: TypeAlias = Callable[[str, str], list[Line]]


def report(folder: Path, configurations: Sequence[str], *, scale: bool, docs: bool) -> None:
    """Print all tables; write the scale of levels, and the tables of the document, if wanted."""
    read = reader(folder)
    tables = {title: list(table(read, configurations)) for title, table in TABLES.items()}
    text = "\n\n".join(
        f"### {title}\n\n" + ("\n".join(lines) if len(lines) > HEAD_LINES else "Not measured yet.")
        for title, lines in tables.items()
    )
    print(text)
    if docs:
        before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")
    if scale:
        rates = {one: level_rates(read("games", one)) for one in configurations}
        enough = {one: in_order(found) for one, found in rates.items() if is_enough(found)}
        write(FILE, enough)


def write(path: Path, content: object) -> None:
    """Write a file of the package."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")


def reader(folder: Path) -> Read:
    """Reads the lines of a kind and a configuration, in the order of their seeds."""

    def read(kind: str, configuration: str) -> list[Line]:
        path = folder / f"{kind}-{configuration}.jsonl"
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        return sorted(map(json.loads, text.splitlines()), key=lambda line: int(line["seed"]))

    return read


def row(*cells: object) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: str) -> Iterator[str]:
    """The first rows of a table in Markdown."""
    yield row(*cells)
    yield "|" + "---|" * len(cells)


def name_of(configuration: str) -> str:
    """The words for a configuration."""
    game, board, players = configuration.rsplit("-", 2)
    return f"{game.replace('-', ' ').title()}, {board}, {players}"


def points(share: float, digits: int = 1) -> str:
    """A share in percentage points."""
    return f"{100 * share:.{digits}f}"


def with_error(mean: float, error: float) -> str:
    """A mean and its standard error, in percentage points."""
    return f"{100 * mean:+.1f} ± {points(error)}"


def error_of(numbers: Sequence[float]) -> float:
    """The standard error of a mean."""
    return stdev(numbers) / sqrt(len(numbers))


# Books


def books(read: Read, configurations: Sequence[str]) -> Iterator[str]:
    """Mean luck by seat, the residual, seconds of a game and its review."""
    yield from head("configuration", "games", "mean luck by seat", "residual", "winner's", "s")
    measured = {one: lines for one in configurations if len(lines := read("games", one)) >= FEWEST}
    for configuration, lines in measured.items():
        residuals = [number for line in lines for number in line["residual"]]
        winners = [line["residual"][seat] for line in lines for seat in winners_of(line)]
        yield row(
            name_of(configuration),
            len(lines),
            ", ".join(with_error(fmean(own), error_of(own)) for own in by_seat(lines)),
            points(fmean(map(abs, residuals)), 0),
            f"{100 * fmean(winners):+.0f}",
            f"{fmean(line['seconds'] for line in lines):.0f}",
        )
    yield ""
    yield from unbiased(list(measured.values()))
    yield from residuals_of_levels(measured.values())


def residuals_of_levels(measured: Iterable[Sequence[Line]]) -> Iterator[str]:
    """Whom the residual favours."""
    lines = [line for some in measured for line in some]
    means = []
    for level in LEVEL_NAMES:
        own = [
            line["residual"][seat]
            for line in lines
            for seat, one in enumerate(line["levels"])
            if one == level
        ]
        if len(own) > 1:
            means.append(f"{level.title()} {with_error(fmean(own), error_of(own))}")
    if means:
        yield f"Mean residual of the levels: {', '.join(means)}."


def winners_of(line: Line) -> list[int]:
    """The seats that won a game."""
    return [seat for seat, share in enumerate(line["result"]) if share == max(line["result"])]


def by_seat(lines: Sequence[Line], field: str = "luck") -> list[tuple[float, ...]]:
    """Numbers of games by seat."""
    return list(zip(*(line[field] for line in lines), strict=True))


def unbiased(measured: Sequence[Sequence[Line]]) -> Iterator[str]:
    """How far mean luck is from 0, over all configurations."""
    seats = [own for lines in measured for own in by_seat(lines)]
    if not seats:
        return
    beyond = [sum(abs(fmean(own)) > most * error_of(own) for own in seats) for most in (2, 3)]
    total = sum(chi_square(lines) for lines in measured)
    degrees = sum(len(lines[0]["luck"]) - 1 for lines in measured)
    yield (
        f"{sum(map(len, measured))} games. Of {len(seats)} seats, {beyond[0]} have a mean luck"
        f" beyond two standard errors ({0.0455 * len(seats):.1f} expected), {beyond[1]} beyond"
        f" three. All seats together: chi-square {total:.1f} with {degrees} degrees of freedom,"
        f" p = {tail(total, degrees):.2f}."
    )


def chi_square(lines: Sequence[Line]) -> float:
    """The size of mean luck in a configuration: its mean is the number of players less one.

    Hotelling's statistic of all seats but the last, whose luck follows from theirs, scaled to the
    mean of a chi-square.
    """
    numbers = np.array([line["luck"][:-1] for line in lines])
    count, size = len(lines), len(lines[0]["luck"]) - 1
    means = numbers.mean(axis=0)
    spread = np.atleast_2d(np.cov(numbers, rowvar=False))
    distance = count * float(means @ np.linalg.solve(spread, means))
    return distance * (count - size - 2) / (count - 1)


def tail(total: float, degrees: int) -> float:
    """The probability of a larger chi-square, by Wilson and Hilferty."""
    spread = 2 / (9 * degrees)
    return 1 - NormalDist().cdf(((total / degrees) ** (1 / 3) - (1 - spread)) / sqrt(spread))


# Levels


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
    """Whether all levels have enough games."""
    return len(rates) == len(LEVEL_NAMES) and all(one.games >= MIN_GAMES for one in rates.values())


def in_order(rates: dict[str, LevelRate]) -> dict[str, LevelRate]:
    """The rates of a scale: levels that are not in their order share their mean."""
    pools: list[list[str]] = []

    def mean(pool: Sequence[str]) -> float:
        decisions = sum(rates[level].decisions for level in pool)
        return sum(rates[level].error_rate * rates[level].decisions for level in pool) / decisions

    for level in rates:
        pools.append([level])
        while len(pools) > 1 and mean(pools[-2]) < mean(pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    shared = {level: round(mean(pool), 5) for pool in pools for level in pool}
    return {
        level: msgspec.structs.replace(rate, error_rate=shared[level])
        for level, rate in rates.items()
    }


def levels(read: Read, configurations: Sequence[str]) -> Iterator[str]:
    """Error rates of the levels, and neighbours that are not in their order."""
    yield from head("configuration", "games", *map(str.title, LEVEL_NAMES), "not in order")
    ordered = clear = pairs = 0
    for configuration in configurations:
        rates = level_rates(read("games", configuration))
        if len(rates) < len(LEVEL_NAMES):
            continue
        cells = [f"{points(one.error_rate, 2)} ± {points(one.error, 2)}" for one in rates.values()]
        steps = [step(rates, weaker, stronger) for weaker, stronger in pairwise(LEVEL_NAMES)]
        wrong = [
            f"{stronger.title()} by {points(-size, 2)} ± {points(error, 2)}"
            for stronger, (size, error) in zip(LEVEL_NAMES[1:], steps, strict=True)
            if size <= 0
        ]
        ordered += not wrong
        pairs += len(steps)
        clear += sum(size > 2 * error for size, error in steps)
        games = min(one.games for one in rates.values())
        yield row(name_of(configuration), games, *cells, ", ".join(wrong) or "-")
    yield ""
    yield (
        f"All five levels are in their order in {ordered} of {len(configurations)} configurations;"
        f" {clear} of {pairs} pairs of neighbours differ by more than two standard errors."
    )


def step(rates: dict[str, LevelRate], weaker: str, stronger: str) -> tuple[float, float]:
    """The difference of two levels, and its standard error."""
    one, other = rates[weaker], rates[stronger]
    return one.error_rate - other.error_rate, sqrt(one.error**2 + other.error**2)


# Points


def points_file(read: Read, configurations: Sequence[str], **made: Any) -> PointsFile:
    """Mean points by source of all levels, and how they were made."""
    found = {one: measured_points(read("points", one)) for one in configurations}
    return PointsFile(**made, configurations=found)


def measured_points(lines: Sequence[Line]) -> MeasuredPoints:
    """Means of the points of one configuration, by level."""
    versions = {line["version"] for line in lines}
    if len(versions) != 1:
        raise ValueError(f"expected games of one version, got {len(versions)}")
    found = {}
    for level in LEVEL_NAMES:
        own = [line for line in lines if line["level"] == level]
        sources = list(own[0]["points"])
        means = {one: rounded_mean(line["points"][one] for line in own) for one in sources}
        found[level] = LevelPoints(len(own), rounded_mean(line["score"] for line in own), means)
    return MeasuredPoints(versions.pop(), found)


def rounded_mean(numbers: Iterable[float]) -> float:
    """A mean for the package."""
    return round(fmean(numbers), 2)


# Luck-adjusted results


def equals(read: Read, configurations: Sequence[str]) -> Iterator[str]:
    """Results of games between equals, raw and without luck."""
    yield from head(
        "configuration", "games", "mean luck by seat", "raw", "less luck", "fitted", "times fewer"
    )
    measured = {one: lines for one in configurations if len(lines := read("luck", one)) >= FEWEST}
    for configuration, lines in measured.items():
        raw, adjusted, fitted = variances(lines)
        error = resampled(lines, lambda some: variances(some)[0] / variances(some)[2])
        yield row(
            name_of(configuration),
            len(lines),
            ", ".join(with_error(fmean(own), error_of(own)) for own in by_seat(lines)),
            f"{raw:.3f}",
            f"{adjusted:.3f}",
            f"{fitted:.3f}",
            f"{raw / fitted:.2f} ± {error:.2f}",
        )
    yield ""
    yield from unbiased(list(measured.values()))


def variances(lines: Sequence[Line]) -> tuple[float, float, float]:
    """The variance of a player's result: raw, less luck, and less luck times its best factor."""
    raw = adjusted = fitted = 0.0
    results, lucks = by_seat(lines, "result"), by_seat(lines)
    for result, luck in zip(results, lucks, strict=True):
        both = float(np.cov(result, luck)[0, 1])
        raw += variance(result)
        adjusted += variance(result) + variance(luck) - 2 * both
        fitted += variance(result) - both**2 / variance(luck)
    seats = len(results)
    return raw / seats, adjusted / seats, fitted / seats


def resampled(lines: Sequence[Line], statistic: Callable[[Sequence[Line]], float]) -> float:
    """The standard error of a statistic of games, by resampling them."""
    numbers = random.Random(1)
    return stdev(statistic(numbers.choices(lines, k=len(lines))) for _ in range(RESAMPLES))


# Judgements


def blunders(read: Read, configurations: Sequence[str]) -> Iterator[str]:
    """Blunders at `standard`, at ten times the effort; weighted by how many were looked at."""
    yield from head("configuration", "games", "blunders", "confirmed", "a mistake or worse")
    everything: list[tuple[float, float]] = []
    for configuration in configurations:
        lines = read("blunders", configuration)
        found = [
            (1 / LOOKED_AT[one], again) for line in lines for _, one, _, again in line["blunders"]
        ]
        everything += found
        if lines:
            yield row(name_of(configuration), len(lines), len(found), *confirmed(found))
    if everything:
        yield row("all", "", len(everything), *confirmed(everything))


def confirmed(found: Sequence[tuple[float, float]]) -> tuple[str, str]:
    """The weighted shares of some losses that are blunders, and mistakes or worse."""
    total = sum(weight for weight, _ in found)
    if not total:
        return "-", "-"
    shares = (
        sum(weight for weight, again in found if again >= least - 1e-9) / total
        for least in (BLUNDER, MISTAKE)
    )
    first, second = (f"{share:.1%}" for share in shares)
    return first, second


def seeds(read: Read, configurations: Sequence[str]) -> Iterator[str]:
    """Judgements with another random stream; those that are not `good` at either time."""
    yield from head("configuration", "decisions", "same judgement", "not good", "same judgement")
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
            yield row(name_of(configuration), *equal_pairs(pairs))
    if everything:
        yield row("all", *equal_pairs(everything))


def equal_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[object, ...]:
    """How many pairs of judgements there are, and how many are equal."""
    worse = [pair for pair in pairs if pair != ("g", "g")]
    equal = [sum(one == other for one, other in some) for some in (pairs, worse)]
    share = f"{equal[1] / len(worse):.1%}" if worse else "-"
    return len(pairs), f"{equal[0] / len(pairs):.1%}", len(worse), share


#: All tables by their titles.
TABLES: dict[str, Callable[[Read, Sequence[str]], Iterator[str]]] = {
    "Books": books,
    "Error rates of the levels": levels,
    "Luck-adjusted results": equals,
    "Blunders at ten times the effort": blunders,
    "Judgements with another random stream": seeds,
}
