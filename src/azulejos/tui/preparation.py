"""Progress of compilation: a line on every screen that needs it, and a screen that waits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Center, Middle, Vertical
from textual.screen import Screen
from textual.widgets import ProgressBar, Static

from azulejos.i18n import Words
from azulejos.precompile import Job, Precompiler, Progress
from azulejos.tui.names import game_name

#: Seconds between looks at the progress.
REFRESH = 0.25


def progress_text(words: Words, game: str, progress: Progress) -> str:
    """The progress of a game as a sentence, with the time left where it is known."""
    percent = progress.percent
    text = words.gettext(
        "Preparing {game} for this machine: {percent}%",
        game=game_name(words, game),
        percent=percent,
    )
    if progress.seconds_left is None:
        return f"{text} {words.gettext('This happens only once.')}"
    seconds = max(1, math.ceil(progress.seconds_left))
    left = words.ngettext("About {n} second left.", "About {n} seconds left.", seconds)
    return f"{text} {left}"


class PreparationBar(Vertical):
    """Progress of the jobs that a screen needs; invisible when there are none left."""

    def __init__(
        self, words: Words, precompiler: Precompiler, needed: Callable[[], Sequence[Job]]
    ) -> None:
        super().__init__(id="preparation")
        self.words = words
        self.precompiler = precompiler
        self.needed = needed

    def compose(self) -> ComposeResult:
        """A sentence and a bar."""
        yield Static(id="preparation-text")
        yield ProgressBar(total=100, show_percentage=False, show_eta=False)

    def on_mount(self) -> None:
        """Show the progress, as long as there is any."""
        self._timer = self.set_interval(REFRESH, self._show)
        self._show()

    def _show(self) -> None:
        jobs = self.needed()
        progress = self.precompiler.progress(jobs)
        self.display = progress.fraction < 1
        if self.precompiler.is_complete:
            self._timer.stop()
        if self.display:
            text = progress_text(self.words, jobs[0].game, progress)
            self.query_one("#preparation-text", Static).update(text)
            self.query_one(ProgressBar).update(progress=progress.percent)


class PreparationScreen(Screen[None]):
    """Waits for some jobs."""

    def __init__(self, words: Words, precompiler: Precompiler, jobs: Sequence[Job]) -> None:
        super().__init__()
        self.words = words
        self.precompiler = precompiler
        self.jobs = jobs
        self._bindings.bind("q,escape", "app.quit", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """The progress, in the middle."""
        with Middle(), Center():
            yield PreparationBar(self.words, self.precompiler, lambda: self.jobs)

    def on_mount(self) -> None:
        """Look for the end."""
        self.set_interval(REFRESH, self._look)

    def _look(self) -> None:
        if all(self.precompiler.is_done(job) for job in self.jobs):
            self.dismiss(None)
