"""Plots of match results with matplotlib: win rates and ratings with their intervals."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from azulejos.arena.errors import FileEnding
from azulejos.arena.report import title
from azulejos.arena.result import Result
from azulejos.engine.errors import BadOption, MissingExtra
from azulejos.engine.parameters import Alternatives

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FORMATS = (".svg", ".png")
BLUE, GREY = "#1f5fa8", "#888888"


def check(path: Path) -> None:
    """Raise BadOption or MissingExtra if no plot can be written to `path`."""
    if path.suffix.lower() not in FORMATS:
        expected = FileEnding(Alternatives(FORMATS))
        raise BadOption("unknown-value", option="plot", expected=expected, got=str(path))
    try:
        import matplotlib  # noqa: F401
    except ModuleNotFoundError as error:
        raise MissingExtra("missing-extra", package="matplotlib", extra="arena") from error


def plot(result: Result, path: Path) -> None:
    """Plot a result into an SVG or PNG file."""
    check(path)
    from matplotlib.figure import Figure

    rated = result.ratings_if_possible() is not None
    height = 1.6 + 0.45 * len(result.rates)
    figure = Figure(figsize=(10 if rated else 6, height), layout="constrained")
    axes = figure.subplots(1, 1 + rated, squeeze=False, sharey=True)[0]
    _draw_rates(result, axes[0])
    if rated:
        _draw_ratings(result, axes[1])
    figure.suptitle(title(result), fontsize=11)
    figure.savefig(path)


def _draw_rates(result: Result, axes: Axes) -> None:
    found = result.rates
    values = [rate.rate for rate in found]
    below = [max(0.0, rate.rate - rate.interval[0]) for rate in found]
    above = [max(0.0, rate.interval[1] - rate.rate) for rate in found]
    _draw(axes, [rate.name for rate in found], values, (below, above))
    axes.axvline(found[0].fair, color=GREY, linestyle=":")
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
    axes.set_xlabel("wins, with 95% intervals")


def _draw_ratings(result: Result, axes: Axes) -> None:
    margins = [rating.margin for rating in result.ratings]
    names = [rate.name for rate in result.rates]
    _draw(axes, names, [rating.mu for rating in result.ratings], (margins, margins))
    axes.set_xlabel("rating, with 95% intervals")


def _draw(
    axes: Axes, names: list[str], values: list[float], margins: tuple[list[float], list[float]]
) -> None:
    """A point with an error bar for each name, the first on top."""
    rows = range(len(names))
    axes.errorbar(values, rows, xerr=margins, fmt="o", color=BLUE, capsize=3)
    axes.set_yticks(rows, names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)
