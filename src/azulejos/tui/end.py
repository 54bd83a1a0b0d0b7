"""Result screen: winner and reason, points by source, scores by round."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Label, Static

from azulejos.i18n import Words
from azulejos.i18n.events import GAME_TEXTS
from azulejos.i18n.sentences import name_list
from azulejos.session.messages import Result, Update
from azulejos.tui.canvas import Picture
from azulejos.tui.chart import COLOURS, SIGNS, draw_chart
from azulejos.tui.names import plain, source_label
from azulejos.tui.theme import inks_of

CHART_HEIGHT = 11


def ranking(result: Result) -> list[int]:
    """The seats from first to last; winners first, also at equal points."""
    scores, winners = result.scores, result.winners
    return sorted(range(len(scores)), key=lambda seat: (seat not in winners, -scores[seat], seat))


class EndScreen(ModalScreen[str]):
    """The result. Dismissed with what to do next: `again`, `replay`, `review`, `leave`, `look`."""

    CSS_PATH = "dialog.tcss"

    def __init__(
        self, update: Update, names: Sequence[str], words: Words, *, live: bool = True
    ) -> None:
        super().__init__()
        self.latest, self.names, self.words = update, names, words
        assert update.result is not None
        self.result = update.result
        bind = self._bindings.bind
        if live and any(seat.yours for seat in update.table.seats):
            bind("a,n", "close('again')", words.gettext("Play again"), key_display="A")
        if live:
            bind("r", "close('replay')", words.gettext("Replay"))
        bind("v", "close('review')", words.gettext("Review"))
        bind("escape", "close('look')", words.gettext("Close"), key_display="Esc")
        bind("q", "close('leave')", words.gettext("Leave"))

    def compose(self) -> ComposeResult:
        """Headline, breakdown and chart."""
        words = self.words
        with Vertical(classes="dialog end"):
            yield Label(Text(f"★ {self._headline()}"), classes="title")
            reason = " ".join(filter(None, (self._reason(), self._margin())))
            yield Label(Text(reason), classes="reason")
            with VerticalScroll(), Horizontal(id="details"):
                with Vertical(id="breakdown"):
                    yield Label(words.gettext("Score breakdown"), classes="heading")
                    yield Static(self._breakdown())
                with Vertical(id="scores"):
                    yield Label(words.gettext("Scores by round"), classes="heading")
                    yield Picture(id="chart")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Draw the chart; wide screens show it beside the breakdown."""
        self.query_one(VerticalScroll).focus()
        wide = self.app.size.width >= 100
        self.set_class(wide, "wide")
        width = (self.app.size.width - 16) // (2 if wide else 1)
        chart = draw_chart(
            self.result.rounds,
            self.names,
            inks_of(self.app.current_theme.dark),
            min(width, 60),
            CHART_HEIGHT,
        )
        self.query_one("#chart", Picture).show(chart)

    def _headline(self) -> str:
        words, winners = self.words, self.result.winners
        points = self.result.scores[winners[0]]
        if len(winners) > 1:
            return words.ngettext(
                "{people} share the victory with {n} point",
                "{people} share the victory with {n} points",
                points,
                people=name_list(words, [self.names[seat] for seat in winners]),
            )
        seats = self.latest.table.seats
        if [seat.seat for seat in seats if seat.yours] == winners:
            return words.ngettext("You win with {n} point", "You win with {n} points", points)
        return words.ngettext(
            "{name} wins with {n} point",
            "{name} wins with {n} points",
            points,
            name=self.names[winners[0]],
        )

    def _reason(self) -> str:
        words = self.words
        reasons = {
            "row": words.gettext("A player completed a row."),
            "empty": words.gettext("There were no tiles left."),
            "stalemate": words.gettext("No one placed a tile for a long time."),
            "rounds": words.gettext("All six rounds have been played."),
        }
        return reasons.get(self.latest.state.end_reason, "")

    def _margin(self) -> str:
        scores, winners = self.result.scores, self.result.winners
        if len(winners) > 1:
            return ""
        best = max(score for seat, score in enumerate(scores) if seat != winners[0])
        ahead = scores[winners[0]] - best
        if ahead > 0:
            return self.words.ngettext("{n} point ahead.", "{n} points ahead.", ahead)
        return GAME_TEXTS[self.latest.table.game].tie_break(self.words)

    def _breakdown(self) -> Table:
        order = ranking(self.result)
        table = Table(box=None, padding=(0, 1), pad_edge=False)
        table.add_column("")
        for seat in order:
            won = " ★" if seat in self.result.winners else ""
            name = Text(f"{SIGNS[seat]} {self.names[seat]}{won}", COLOURS[seat])
            table.add_column(name, justify="right")
        for source in self.result.sources:
            points = [self.result.breakdown[seat].get(source, 0) for seat in order]
            if any(points) or source != "start":
                table.add_row(source_label(self.words, source), *map(plain, points))
        totals = (plain(self.result.scores[seat]) for seat in order)
        table.add_row(self.words.gettext("Total"), *totals, style="bold")
        return table

    def action_close(self, answer: str) -> None:
        """Close with an answer."""
        self.dismiss(answer)
