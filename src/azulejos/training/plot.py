"""Plot of a run with matplotlib: loss and rating against time."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

from azulejos.training.files import atomic_write
from azulejos.training.run_folder import Generation

BLUE, GREY = "#1f5fa8", "#888888"


def draw(log: Sequence[Generation], path: Path) -> None:
    """Plot a log into a file; does nothing without generations or without matplotlib."""
    if not log or find_spec("matplotlib") is None:
        return
    from matplotlib.figure import Figure

    hours = list(accumulate(line.seconds / 3600 for line in log))
    figure = Figure(figsize=(10, 4), layout="constrained")
    loss, rating = figure.subplots(1, 2)
    loss.plot(hours, [line.victory_loss for line in log], "o-", color=BLUE)
    loss.set_ylabel("validation loss of the share of victory")
    rating.plot(hours, [line.rating for line in log], "o", color=GREY, label="each network")
    best = [0.0, *(line.best_rating for line in log)]
    rating.step([0.0, *hours], best, where="post", color=BLUE, label="champion")
    rating.set_ylabel("rating (Elo), relative to the first network")
    rating.legend()
    for axes in (loss, rating):
        axes.set_xlabel("hours")
        axes.grid(alpha=0.3)
    with atomic_write(path) as temporary:
        figure.savefig(temporary)
