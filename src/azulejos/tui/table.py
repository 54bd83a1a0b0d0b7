"""Table screen, for all games, and for local and remote tables."""

from __future__ import annotations

import time
from collections import deque

from msgspec.structs import replace
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Footer, RichLog

from azulejos.engine import AnyPosition
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.i18n import Words
from azulejos.session.messages import (
    AnyOption,
    Done,
    ErrorMessage,
    HintAnswer,
    Presence,
    Update,
)
from azulejos.tui.board_screen import BoardScreen
from azulejos.tui.canvas import Picture
from azulejos.tui.clock import ticked
from azulejos.tui.end import EndScreen
from azulejos.tui.help import HelpScreen
from azulejos.tui.layout import AROUND, show_picture, show_table
from azulejos.tui.log import LogScreen
from azulejos.tui.names import game_name, seat_names
from azulejos.tui.preparation import PreparationBar
from azulejos.tui.prompt import draw_prompt
from azulejos.tui.recent import RecentMoves
from azulejos.tui.replay import ReplayScreen, show_review
from azulejos.tui.sentences import entry_text
from azulejos.tui.size import SizeNotice
from azulejos.tui.source import LineState, SourceMessage, TableSource

#: The width from which the log has a column, and the columns of it.
LOG_WIDTH = 112
SIDE = 34
#: Fewest rows below the own board to show the log there.
MIN_LOG = 4
#: Lines of the log that are kept.
LONGEST_LOG = 2000


class Lines(RichLog, can_focus=False):
    """The log; it takes no focus."""


class TableScreen(BoardScreen[TableSource | None]):
    """A table to play at or to watch. Dismissed with the table of a rematch, if any."""

    class Received(Message):
        """A message of the table's source."""

        def __init__(self, message: SourceMessage) -> None:
            super().__init__()
            self.message = message

    def __init__(self, source: TableSource, words: Words) -> None:
        super().__init__(words)
        self.source = source
        self.names: list[str] = []
        self.latest: Update | None = None
        self.hint: HintAnswer | None = None
        self.recent = RecentMoves()
        self.log_lines: deque[Text] = deque(maxlen=LONGEST_LOG)
        self.mine = 0
        self.line = "open"
        self._moment: tuple[int, str, int | None, bool] | None = None
        self._is_asking = False
        #: When the last update came, for its clock.
        self._updated = 0.0
        self._bind_keys()

    def _bind_keys(self) -> None:
        """Bind the keys, with help texts in the user's language."""
        words, bind = self.words, self._bindings.bind
        self.bind_cursor()
        bind("u", "undo", words.gettext("Undo"))
        bind("h", "hint", words.gettext("Hint"))
        # The prompt names these keys with the request; the footer has no room for them.
        bind("y", "answer(True)", words.gettext("Agree"), show=False)
        bind("n", "answer(False)", words.gettext("Refuse"), show=False)
        bind("s", "hurry", words.gettext("Skip"))
        bind("l", "log", words.gettext("Game log"))
        bind("question_mark,f1", "help", words.gettext("Help"), key_display="?")
        bind("q,ctrl+q", "leave", words.gettext("Leave"))
        bind("r", "result", words.gettext("Result"))

    def compose(self) -> ComposeResult:
        """Banner, boards, log, prompt and footer."""
        yield SizeNotice(self.words)
        yield Picture(id="banner")
        if self.source.precompiler:
            yield PreparationBar(self.words, self.source.precompiler, lambda: self.source.jobs)
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Picture(id="offer")
                yield Picture(id="others")
            with Vertical(id="right"):
                yield Picture(id="mine")
                yield Lines(id="log-below", wrap=True, markup=False, min_width=10)
            yield Lines(id="log", wrap=True, markup=False, min_width=10)
        yield Picture(id="prompt")
        yield Footer(show_command_palette=False, compact=True)

    async def on_mount(self) -> None:
        """Open the source."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self.draw())
        self.set_interval(1, self._tick)
        await self.source.open(self._receive)

    def _tick(self) -> None:
        """Redraw a clock that runs."""
        if self.latest and self.latest.clock and self.latest.clock.running is not None:
            self.draw()

    def _receive(self, message: SourceMessage) -> None:
        self.post_message(self.Received(message))

    async def on_unmount(self) -> None:
        """Close the source."""
        await self.source.close()

    # Messages of the source

    def on_table_screen_received(self, received: Received) -> None:
        """Handle a message of the source."""
        match received.message:
            case Update() as update:
                self._take_update(update)
            case HintAnswer() as hint:
                self._take_hint(hint)
            case Done():
                self._is_asking = False
                self.draw()
            case ErrorMessage(text=text):
                self.is_sent = self._is_asking = False
                self.notify(text, severity="error")
                self.draw()
            case Presence() as presence:
                self._take_presence(presence)
            case LineState(state=state):
                self._take_line(state)

    def _take_update(self, update: Update) -> None:
        first = self.latest is None
        self.latest, self._updated = update, time.monotonic()
        state = update.state
        self.names = seat_names(self.words, update.table.seats)
        self.title = game_name(self.words, update.table.game)
        self._write_log(update)
        self.recent.add(update.entries)
        # Chat raises the version too; only a new position discards the move that is being built.
        moment = (state.ply, state.phase, state.to_play, bool(update.options))
        if moment != self._moment or self.is_sent:
            self._moment, self.hint = moment, None
            self._is_asking = False
            self.build(state, update.options)
        self.mine = self._my_seat(update)
        self.draw()
        if update.result and state.over and not first:
            self.action_result()

    def _take_hint(self, hint: HintAnswer) -> None:
        """Go to the first step of the suggested move, with the cursor on it."""
        self.hint, self._is_asking = hint, False
        self.follow(hint.option)
        self.draw()

    def _my_seat(self, update: Update) -> int:
        """The seat whose board is shown large: the own one; at one keyboard the one to move."""
        yours = [seat.seat for seat in update.table.seats if seat.yours]
        to_play = update.state.to_play
        if to_play is not None and to_play in yours:
            return to_play
        return self.mine if self.mine in yours else min(yours, default=0)

    def _write_log(self, update: Update) -> None:
        for entry in update.entries:
            for sentence in entry_text(self.words, update.table.game, entry, self.names):
                self.write_log(sentence)

    def write_log(self, line: Text) -> None:
        """Add a line to the log."""
        self.log_lines.append(line)
        for log in self.query(Lines):
            log.write(line)

    def _take_presence(self, message: Presence) -> None:
        if self.latest is not None:
            table = self.latest.table
            flags = zip(table.seats, message.present, message.replaceable, strict=True)
            seats = [
                replace(seat, present=present, replaceable=replaceable)
                for seat, present, replaceable in flags
            ]
            self.latest = replace(self.latest, table=replace(table, seats=seats))

    def _take_line(self, state: str) -> None:
        words = self.words
        if state == "missing":
            text = words.gettext("Table not found. The link may be incomplete.")
            self.notify(text, severity="error", timeout=60)
        elif state == "lost" and self.line != "lost":
            text = words.gettext("Connection lost. Reconnecting; your moves are safe.")
            self.notify(text, severity="warning")
        self.line = state

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        """Redraw in the size that fits."""
        self.draw()
        event.stop()

    def draw(self) -> None:
        """Draw everything, in the size that fits."""
        if self.latest is None or not self.is_mounted:
            return
        update, (width, height) = self._with_clock(self.latest), self.size
        look = self.look(self.recent.seen_from(update.table.game, self.mine))
        has_log = width >= LOG_WIDTH
        aside = SIDE if has_log else 0
        status = self.status()
        board = show_table(self, update, self.names, self.mine, look, aside, status)
        under = not has_log and height - AROUND - board.height >= MIN_LOG
        self.set_class(has_log, "with-log")
        self.set_class(under, "with-log-below")
        prompt = draw_prompt(
            update,
            self.names,
            self.builder,
            look,
            width - 1,
            self.hint,
            is_asking=self._is_asking,
            status=status,
        )
        if not (has_log or under) and self.log_lines and prompt.size.height < 3:
            news = self.log_lines[-1].copy()
            news.stylize("dim")
            prompt.put(1, prompt.size.height, news)
        show_picture(self, "#prompt", prompt)
        self.refresh_bindings()

    async def position(self) -> AnyPosition | None:
        """From the record, which a table of a service sends."""
        game = await self._recorded()
        return None if game is None else game.position

    def status(self) -> str | None:
        """What is shown in place of whose turn it is; None for that."""
        return None

    def _with_clock(self, update: Update) -> Update:
        """An update with its clock as it is now."""
        if update.clock is None:
            return update
        return replace(update, clock=ticked(update.clock, time.monotonic() - self._updated))

    # Acting

    @staticmethod
    def _may_answer(update: Update, *, agree: bool) -> bool:
        """Whether a request for an undo waits for an answer of this player."""
        request, seats = update.undo_request, update.table.seats
        if request is None:
            return False
        asked = any(seats[seat].yours for seat in request.waiting)
        return asked or (seats[request.seat].yours and not agree)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action can be done now; the footer shows only those."""
        if self.latest is None:
            return action in ("help", "leave")
        update, state = self.latest, self.latest.state
        seat = update.table.seats[state.to_play] if state.to_play is not None else None
        can_do = {
            "undo": update.can_undo,
            "hint": bool(update.options) and update.table.options.hints,
            "answer": self._may_answer(update, agree=parameters == (True,)),
            "hurry": seat is not None and bool(seat.bot or seat.stand_in),
            "result": bool(update.result),
        }
        if (can_build := self.can_build(action)) is not None:
            return can_build
        return can_do.get(action, True)

    def on_key(self, event: events.Key) -> None:
        """Say why a move cannot be taken back, where the footer does not offer it."""
        if event.key == "u" and self.latest is not None and not self.latest.can_undo:
            self.source.undo(self.latest.version)

    def play(self, option: AnyOption) -> None:
        """Send a move to the source."""
        if self.latest is not None:
            self.source.play(option.move, self.latest.version)

    def action_undo(self) -> None:
        """Undo the last choice."""
        if self.latest is not None:
            self.source.undo(self.latest.version)

    def action_answer(self, agree: bool) -> None:
        """Answer a request for an undo, or withdraw one's own."""
        if self.latest is not None and self.latest.undo_request:
            self.source.answer_undo(self.latest.undo_request.request, agree=agree)

    def action_hint(self) -> None:
        """Ask for a hint."""
        self._is_asking = True
        self.source.hint()
        self.draw()

    def action_hurry(self) -> None:
        """Skip the bots' pauses."""
        self.source.hurry()

    def action_log(self) -> None:
        """Show the log."""
        self.app.push_screen(LogScreen(self.words, list(self.log_lines)))

    def action_help(self) -> None:
        """Show the help."""
        if self.latest is not None:
            self.app.push_screen(HelpScreen(self.words, self.latest.table.game))

    def action_result(self) -> None:
        """Show the result, if the game is over."""
        if self.latest is not None and self.latest.result:
            screen = EndScreen(self.latest, self.names, self.words)
            self.app.push_screen(screen, self._after_end)

    async def _after_end(self, answer: str | None) -> None:
        if answer == "again":
            try:
                table = await self.source.again()
            except OSError as error:
                self.notify(str(error), severity="error")
                return
            if table is not None:
                self.dismiss(table)
        elif answer == "replay":
            if (game := await self._recorded()) is not None:
                screen = ReplayScreen(game, self.words)
                self.app.push_screen(screen, lambda _: self.action_result())
        elif answer == "review":
            if (game := await self._recorded()) is not None and self.latest is not None:
                mine = [seat.seat for seat in self.latest.table.seats if seat.yours]
                show_review(self.app, game, self.names, self.words, mine, self.action_result)
        elif answer == "leave":
            await self.action_leave()

    async def _recorded(self) -> Game | None:
        """The game from its record; says so and returns None if it cannot be read."""
        try:
            return Game.from_text(await self.source.record())
        except AzulejosError as error:
            self.notify(self.words.error(error), severity="error")
        except OSError as error:
            self.notify(str(error), severity="error")
        return None

    async def action_leave(self) -> None:
        """Leave the table, after its game is saved or dropped."""
        await self.source.close()
        self.dismiss(None)
