"""Replay screen: a recorded game move by move, with a slider."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Footer, Static

from azulejos.game import Game
from azulejos.game.free_text import printable
from azulejos.i18n import Words
from azulejos.session import views
from azulejos.session.messages import Entry, MoveEntry, Update
from azulejos.tui.canvas import Picture
from azulejos.tui.end import EndScreen
from azulejos.tui.help import HelpScreen
from azulejos.tui.layout import scale_for, show_table
from azulejos.tui.local import table_of
from azulejos.tui.names import seat_names
from azulejos.tui.recent import changes
from azulejos.tui.review import ReviewScreen
from azulejos.tui.sentences import entry_text
from azulejos.tui.size import SizeNotice
from azulejos.tui.slider import Slider
from azulejos.tui.theme import inks_of
from azulejos.tui.tiles import Look

#: Seconds per move of the automatic replay.
SECONDS_PER_MOVE = 0.9
#: Rows for the events of a move.
EVENT_ROWS = 3
#: Moves per Page Up and Page Down.
PAGE = 10


class ReplayScreen(Screen[None]):
    """Shows a recorded game; read-only."""

    CSS_PATH = "table.tcss"

    def __init__(self, game: Game, words: Words, *, ply: int = 0) -> None:
        """Begin at `ply`."""
        super().__init__()
        self.game = game
        self.words = words
        self.start = ply
        table = table_of(game)
        self.table, self.entries = table.view(), table.entries
        self.names = seat_names(words, self.table.seats)
        self._timer: Timer | None = None
        bind = self._bindings.bind
        bind("left", "go(-1)", words.gettext("Previous move"), key_display="←")
        bind("right", "go(1)", words.gettext("Next move"), key_display="→")
        bind("pageup", f"go({-PAGE})", show=False)
        bind("pagedown", f"go({PAGE})", show=False)
        bind("home", "go_to(0)", show=False)
        bind("end", f"go_to({game.ply})", show=False)
        bind("space", "run", words.gettext("Play back"), key_display="␣")
        bind("r", "result", words.gettext("Result"), show=game.is_over)
        bind("v", "review", words.gettext("Review"))
        bind("question_mark,f1", "help", words.gettext("Help"), key_display="?")
        bind("q,escape", "leave", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """The table, the events of the move, and the slider."""
        yield SizeNotice(self.words)
        yield Picture(id="banner")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Picture(id="offer")
                yield Picture(id="others")
            yield Picture(id="mine")
        yield Static(id="events")
        with Horizontal(id="track"):
            yield Static(id="position")
            yield Slider(self.game.ply, id="slider")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Draw the start of the game."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())
        self.query_one(Slider).value = self.start
        self._draw()

    def on_resize(self) -> None:
        """Redraw in the size that fits."""
        self._draw()

    def on_slider_changed(self) -> None:
        """Redraw at another ply."""
        self._draw()

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return self.query_one(Slider).value

    def update_at(self, ply: int) -> Update:
        """The table after `ply` moves, as an update."""
        return Update(
            version=0,
            entries=[],
            state=views.state(self.game.position_at(ply), ply),
            options=None,
            table=self.table,
            can_undo=False,
            result=views.result(self.game) if ply == self.game.ply else None,
        )

    def sentences_at(self, ply: int) -> list[Text]:
        """The events of a move, and the comment on it."""
        lines: list[Text] = []
        for entry in self._entries_at(ply):
            lines += entry_text(self.words, self.game.name, entry, self.names)
        if ply in self.game.comments:
            lines.append(Text(printable(self.game.comments[ply]), "italic"))
        return lines

    def _entries_at(self, ply: int) -> list[Entry]:
        """A move, and the deals after it."""
        found: list[Entry] = []
        count = 0
        for entry in self.entries:
            count += isinstance(entry, MoveEntry)
            if count == ply:
                found.append(entry)
        return found

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        ply = self.ply
        moved = [entry for entry in self._entries_at(ply) if isinstance(entry, MoveEntry)]
        inks, recent = inks_of(self.app.current_theme.dark), changes(self.game.name, moved)
        look = Look(self.words, inks, scale_for(self.size), recent=recent)
        show_table(self, self.update_at(ply), self.names, self._seat_at(ply), look)
        self.query_one("#events", Static).update(
            Text("\n").join(self.sentences_at(ply)[:EVENT_ROWS])
        )
        at = self.words.gettext("Move {at} of {count}", at=ply, count=self.game.ply)
        self.query_one("#position", Static).update(Text(at))

    def _seat_at(self, ply: int) -> int:
        """The seat whose board is shown large: the one that moved."""
        return self.game.position_at(max(0, ply - 1)).to_play or 0

    def action_go(self, by: int) -> None:
        """Go `by` moves forward, or back."""
        self._stop()
        self.query_one(Slider).value += by

    def action_go_to(self, ply: int) -> None:
        """Go to a ply."""
        self._stop()
        self.query_one(Slider).value = ply

    def action_run(self) -> None:
        """Start or stop the automatic replay."""
        if self._timer is not None:
            self._stop()
        else:
            self._timer = self.set_interval(SECONDS_PER_MOVE, self._tick)

    def _tick(self) -> None:
        slider = self.query_one(Slider)
        slider.value += 1
        if slider.value == slider.most:
            self._stop()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def action_result(self) -> None:
        """Show the result of a finished game."""
        if self.game.is_over:
            update = self.update_at(self.game.ply)
            screen = EndScreen(update, self.names, self.words, live=False)
            self.app.push_screen(screen, self._after_result)

    def _after_result(self, answer: str | None) -> None:
        if answer == "review":
            self.action_review()

    def action_review(self) -> None:
        """Review the game, and come back to the ply that was chosen there."""
        people = [seat.seat for seat in self.table.seats if seat.kind != "bot"]
        screen = ReviewScreen(self.game, self.names, self.words, mine=_only(people))
        self.app.push_screen(screen, self._after_review)

    def _after_review(self, ply: int | None) -> None:
        if ply is not None:
            self.action_go_to(ply)

    def action_help(self) -> None:
        """Show the help."""
        self.app.push_screen(HelpScreen(self.words, self.game.name))

    def action_leave(self) -> None:
        """Leave the replay."""
        self.dismiss(None)


def show_review(
    app: App[Any],
    game: Game,
    names: Sequence[str],
    words: Words,
    mine: Sequence[int],
    done: Callable[[], None],
) -> None:
    """Review a game, and replay it from where the review leads; then call `done`."""

    def after(ply: int | None) -> None:
        if ply is None:
            done()
        else:
            app.push_screen(ReplayScreen(game, words, ply=ply), lambda _: done())

    app.push_screen(ReviewScreen(game, names, words, mine=_only(mine)), after)


def _only(seats: Sequence[int]) -> int | None:
    """The seat of the user, where it is one."""
    return seats[0] if len(seats) == 1 else None
