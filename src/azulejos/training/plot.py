"""How a run went, as a picture by matplotlib: losses and ratings against time."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

from azulejos.training.run_folder import Generation, written_whole

BLUE, GREY = "#1f5fa8", "#888888"


def draw(log: Sequence[Generation], path: Path) -> None:
    """Draw the log of a run into a file; nothing is drawn without generations or matplotlib."""
    if not log or find_spec("matplotlib") is None:
        return
    from matplotlib.figure import Figure

    hours = list(accumulate(line.seconds / 3600 for line in log))
    figure = Figure(figsize=(10, 4), layout="constrained")
    loss, rating = figure.subplots(1, 2)
    loss.plot(hours, [line.chance_loss for line in log], "o-", color=BLUE)
    loss.set_ylabel("loss of winning chances, held out")
    rating.plot(hours, [line.rating for line in log], "o", color=GREY, label="each network")
    best = [0.0, *(line.best_rating for line in log)]
    rating.step([0.0, *hours], best, where="post", color=BLUE, label="the best so far")
    rating.set_ylabel("rating (Elo), the first network's being 0")
    rating.legend()
    for axes in (loss, rating):
        axes.set_xlabel("hours")
        axes.grid(alpha=0.3)
    with written_whole(path) as temporary:
        figure.savefig(temporary)
