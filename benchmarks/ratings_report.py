"""docs/ratings.md and its plot, from the logs of `benchmarks.ratings`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.matches import CONFIGURATIONS, name_of
from benchmarks.ratings import ENTRANTS, FOLDER, GAMES, Rating, Row, ratings, rows

DOCUMENT = Path(__file__).parents[1] / "docs" / "ratings.md"
PLOT = DOCUMENT.parent / "pictures" / "ratings.svg"

HEAD = """\
# Ratings

Everything that plays, on one scale for each configuration: Elo above random play, with 95%
intervals. Expert and Master have node limits here, so that every game is the same on every machine.
*Italics* are ratings from matches that are not finished; a dash stands for matches that have not
begun.

{table}

![Ratings by configuration](pictures/ratings.svg)

## How it was measured

Only neighbours meet: {games}. Every deal is played from all seats; the games of a deal are one
block, and intervals resample whole blocks ([The arena](arena.md#results)). With three and four
players the first of two neighbours sits alone among copies of the second, where 33% and 25% are
fair; Elo then compares it with each of its opponents. Ratings fit all matches of a configuration by
least squares. A match that was won or lost completely says only that the difference is large.

```text
python -m benchmarks.ratings play --minutes 60
python -m benchmarks.ratings repeat azul-coloured-2 greedy random --games 20
python -m benchmarks.ratings write
```

`play` plays what is missing, and can be interrupted at any time. A match that another version of
the bots has finished is kept; an unfinished one begins again. `repeat` plays games of a row again
and compares them with the log; the commands below play a whole row. `write` makes this page from
the logs in `benchmarks/results/ratings`. A version is that of the package and a hash of the bots'
code and of the network of the configuration.

## Matches
"""


def write() -> None:
    """Write the document and the plot."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    draw()


def document(folder: Path = FOLDER) -> str:
    """The text of the document."""
    found = {name_of(*own): rows(*own, folder) for own in CONFIGURATIONS}
    games = ", ".join(f"{count} games with {players} players" for players, count in GAMES.items())
    parts = [HEAD.format(table=rating_table(found), games=games)]
    parts += [f"### {name}\n\n{match_table(own)}\n" for name, own in found.items()]
    return "\n".join(parts)


def rating_table(found: dict[str, list[Row]]) -> str:
    """The ratings of all entrants in all configurations."""
    scales = {name: ratings(own) for name, own in found.items()}
    lines = ["| | " + " | ".join(f"`{name}`" for name in scales) + " |"]
    lines.append("|---|" + "---|" * len(scales))
    for entrant in ENTRANTS:
        cells = [rating_cell(scale.get(entrant)) for scale in scales.values()]
        lines.append(f"| `{entrant}` | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def rating_cell(rating: Rating | None) -> str:
    """A rating with its margin; in italics if it may still change."""
    if rating is None:
        return "-"
    text = f"{rating.elo:.0f} ± {rating.margin:.0f}" if rating.margin else "0"
    return text if rating.is_finished else f"*{text}*"


def match_table(found: Sequence[Row]) -> str:
    """The matches of a configuration."""
    if not found:
        return "Not begun."
    lines = ["| match | games | victories of the first | Elo | normalised | version | command |"]
    lines.append("|---|---|---|---|---|---|---|")
    for row in found:
        first, match = row.result.rates[0], row.match
        low, high = first.interval
        cells = (
            " against ".join(match.contestants),
            f"{first.games}" if row.is_finished else f"*{first.games} of {match.planned}*",
            f"{first.rate:.1%} ({low:.0%} to {high:.0%})",
            f"{row.difference[0]:+.0f}",
            f"{first.normalised_elo[0]:+.0f}" if first.spread else "",
            row.version,
            f"`{match.command}`",
        )
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def draw(path: Path = PLOT) -> None:
    """Draw the ratings: a line for each entrant over the configurations."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    scales = {name_of(*own): ratings(rows(*own)) for own in CONFIGURATIONS}
    mpl.rcParams["svg.hashsalt"] = "azulejos"  # equal data, equal file
    figure = Figure(figsize=(10, 6), layout="constrained")
    axes = figure.subplots()
    names = list(scales)
    for entrant in ENTRANTS:
        points = [
            (index, scales[name][entrant])
            for index, name in enumerate(names)
            if entrant in scales[name]
        ]
        if points:
            axes.errorbar(
                [index for index, _ in points],
                [rating.elo for _, rating in points],
                yerr=[rating.margin for _, rating in points],
                label=entrant,
                marker="o",
                markersize=3,
                linewidth=1,
                capsize=2,
            )
    axes.set_xticks(range(len(names)), names, rotation=40, ha="right", fontsize=8)
    axes.set_ylabel("Elo above random play, with 95% intervals")
    axes.grid(axis="y", color="#dddddd")
    axes.legend(fontsize=8, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.savefig(path, metadata={"Date": None})
