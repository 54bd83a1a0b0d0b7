"""Progress of `azulejos train` on the terminal."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from azulejos.training import loop
from azulejos.training.run_folder import Generation


class ProgressBar(loop.ProgressListener):
    """Progress on the terminal: a bar for each step, a line for each generation."""

    def __init__(self) -> None:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.task = self.progress.add_task("", total=None)

    def __enter__(self) -> ProgressBar:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def on_step(self, generation: int, step: str) -> None:
        """Start a new bar."""
        self.progress.reset(self.task, total=None, description=f"generation {generation}: {step}")

    def on_progress(self, done: int, total: int) -> None:
        """Advance the bar."""
        self.progress.update(self.task, completed=done, total=total)

    def on_generation(self, generation: Generation) -> None:
        """Print a line."""
        words = summary(generation)
        self.progress.console.print(words, markup=False, highlight=False, soft_wrap=True)


def summary(line: Generation) -> str:
    """A generation in one line."""
    outcome = "accepted" if line.accepted else f"rejected, {line.best} remains champion"
    return (
        f"generation {line.number}: {outcome}; scored {line.score:.1%}±{line.margin:.1%} "
        f"in {line.match_games} games, lead {line.lead:+.1f}, rating {line.rating:+.0f}; "
        f"loss {line.victory_loss:.4f} on {line.examples} examples; {line.seconds / 60:.1f} minutes"
    )
