"""Review screen: where a game was won and lost, and whether it was the tiles."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Label, OptionList, ProgressBar, Static

from azulejos.analysis.report import Decision, Review
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.i18n import Words
from azulejos.tui.canvas import Picture
from azulejos.tui.review_text import (
    chance_line,
    decision_details,
    decision_line,
    luck_sentence,
    marks,
)
from azulejos.tui.share_chart import draw_shares, ply_after
from azulejos.tui.size import SizeNotice
from azulejos.tui.theme import inks_of

EFFORT = "quick"
#: Rows of the graph, by the height of the terminal.
LOW_GRAPH, HIGH_GRAPH = 10, 16
HIGH = 36

#: Makes a review; called in a thread with the progress to report, and an event that cancels it.
Reviewer: TypeAlias = Callable[[Game, Callable[[int, int], None], threading.Event], Review]


def quick_review(game: Game, report: Callable[[int, int], None], cancel: threading.Event) -> Review:
    """The review that the screen shows by default."""
    from azulejos.analysis import review  # loads the search

    return review(game, EFFORT, report=report, cancel=cancel)


class ReviewScreen(Screen[int | None]):
    """The review of a game, made in the background. Dismissed with a ply to be replayed."""

    CSS_PATH = "review.tcss"

    def __init__(
        self,
        game: Game,
        names: Sequence[str],
        words: Words,
        *,
        mine: int | None = None,
        reviewer: Reviewer = quick_review,
    ) -> None:
        """`mine` is the user's seat."""
        super().__init__()
        self.game, self.names, self.words = game, names, words
        self.mine, self.reviewer = mine, reviewer
        self.seat = mine or 0
        self.review: Review | None = None
        self._cancel = threading.Event()
        bind = self._bindings.bind
        # All screens share Textual's own list for this key, and with it the language of the first.
        self._bindings.key_to_bindings["tab"] = []
        bind("enter", "replay", words.gettext("Replay"), key_display="⏎")
        bind("tab", "next_player", words.gettext("Next player"), priority=True, key_display="Tab")
        bind("n", "next_mistake(1)", words.gettext("Next mistake"))
        bind("p", "next_mistake(-1)", show=False)
        bind("q,escape", "leave", words.gettext("Back"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """The progress; then the sentence, the graph, the moves and the details of one."""
        yield SizeNotice(self.words)
        yield Label(self.words.gettext("Review"), classes="title", id="title")
        with Vertical(id="progress"):
            yield Static(Text(self.words.gettext("Reviewing the game …")), id="progress-text")
            yield ProgressBar(total=None, show_eta=False)
        with Vertical(id="report"):
            yield Static(id="sentence")
            yield Picture(id="graph")
            yield OptionList(id="steps", markup=False, compact=True)
            with VerticalScroll(id="details", can_focus=False):
                yield Static(id="reasons")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Start the review."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())
        self.query_one("#report").display = False
        self.make_review()

    def on_unmount(self) -> None:
        """Stop a review that is not done; another one goes on from there."""
        self._cancel.set()

    def on_resize(self) -> None:
        """Redraw in the size that fits."""
        self._draw()

    @work
    async def make_review(self) -> None:
        """Make the review in a thread."""
        loop = asyncio.get_running_loop()

        def report(done: int, steps: int) -> None:
            loop.call_soon_threadsafe(self._show_progress, done, steps)

        try:
            review = await asyncio.to_thread(self.reviewer, self.game, report, self._cancel)
        except AzulejosError as error:
            if not self._cancel.is_set():
                self.query_one("#progress-text", Static).update(Text(self.words.error(error)))
            return
        self.review = review
        self._show_review()

    def _show_progress(self, done: int, steps: int) -> None:
        if self.is_mounted:
            self.query_one(ProgressBar).update(total=steps, progress=done)

    def _show_review(self) -> None:
        if not self.is_mounted:
            return
        self.query_one("#progress").display = False
        self.query_one("#report").display = True
        steps = self.query_one("#steps", OptionList)
        self._list_steps()
        steps.focus()
        steps.highlighted = 0
        self._draw()

    def _list_steps(self) -> None:
        assert self.review is not None
        steps = self.query_one("#steps", OptionList)
        at = steps.highlighted
        name = self.names[self.seat]
        steps.clear_options()
        steps.add_options(
            [
                decision_line(self.words, step, self.names[step.player])
                if isinstance(step, Decision)
                else chance_line(self.words, step, self.seat, name)
                for step in self.review.steps
            ]
        )
        steps.highlighted = at

    @on(OptionList.OptionHighlighted)
    def follow(self) -> None:
        """Show another step."""
        self._draw()

    @on(OptionList.OptionSelected)
    def open_replay(self) -> None:
        """Replay from the highlighted step."""
        self.action_replay()

    def _draw(self) -> None:
        if self.review is None or not self.is_mounted:
            return
        review, words = self.review, self.words
        books = review.summaries[self.seat]
        name = None if self.seat == self.mine else self.names[self.seat]
        sentence = f"{luck_sentence(words, books, name)}\n{marks(words, books)}"
        self.query_one("#sentence", Static).update(Text(sentence))
        highlighted = self.query_one("#steps", OptionList).highlighted or 0
        step = review.steps[highlighted] if review.steps else None
        width, height = self.size
        graph = draw_shares(
            words,
            review,
            self.names,
            inks_of(self.app.current_theme.dark),
            width - 3,
            HIGH_GRAPH if height >= HIGH else LOW_GRAPH,
            seat=self.seat,
            ply=ply_after(step) if step else 0,
        )
        self.query_one("#graph", Picture).show(graph)
        reasons = self.query_one("#reasons", Static)
        if isinstance(step, Decision):
            reasons.update(decision_details(words, step, self.names))
        else:
            reasons.update("")
        self.query_one("#details").scroll_home(animate=False)

    # Keys

    def action_next_player(self) -> None:
        """Show the review from the side of the next player."""
        if self.review is not None:
            self.seat = (self.seat + 1) % self.review.players
            self._list_steps()
            self._draw()

    def action_next_mistake(self, by: int) -> None:
        """Go to the next or the previous bad move of the player."""
        if self.review is None:
            return
        steps = self.query_one("#steps", OptionList)
        bad = [
            index
            for index, step in enumerate(self.review.steps)
            if isinstance(step, Decision) and step.player == self.seat and step.judgement != "good"
        ]
        at = steps.highlighted or 0
        ahead = [index for index in bad if (index - at) * by > 0]
        if ahead:
            steps.highlighted = min(ahead, key=lambda index: abs(index - at))

    def action_replay(self) -> None:
        """Leave for the replay, at the highlighted step."""
        at = self.query_one("#steps", OptionList).highlighted
        if self.review is not None and at is not None:
            self.dismiss(ply_after(self.review.steps[at]))

    def action_leave(self) -> None:
        """Leave the review."""
        self.dismiss(None)
