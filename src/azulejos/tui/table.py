"""The table: one screen for both games, wherever the table comes from."""

from __future__ import annotations

from collections import deque
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, RichLog

from azulejos.i18n import Words
from azulejos.tui import cursor
from azulejos.tui.canvas import Picture
from azulejos.tui.end import EndScreen
from azulejos.tui.help import HelpScreen
from azulejos.tui.log import LogScreen
from azulejos.tui.move_builder import (
    BACK,
    CONFIRM,
    PASS,
    Choosing,
    Key,
)
from azulejos.tui.names import game_name, seat_names
from azulejos.tui.offer import draw_offer
from azulejos.tui.panels import draw_banner, draw_mine, draw_others
from azulejos.tui.prompt import draw_tray
from azulejos.tui.sentences import of_entry
from azulejos.tui.source import TableSource
from azulejos.tui.theme import inks_of
from azulejos.tui.tiles import Look

#: From this size on tiles are drawn large, and the log has a place of its own.
LARGE_WIDTH, LARGE_HEIGHT = 120, 40
LOG_WIDTH = 112
SIDE = 34
#: Rows below my board that are worth filling with the log.
LEAST_LOG = 4
#: Rows that the banner, the tray and the footer take away from the boards.
AROUND = 8
#: Sentences of the log that are remembered.
LONGEST_LOG = 2000


class Lines(RichLog, can_focus=False):
    """Sentences below each other; keys belong to the table."""


class TableScreen(Screen[TableSource | None]):
    """A table somebody plays at or watches. Its answer is the table to go on at, if any."""

    CSS_PATH: ClassVar[str] = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    class Heard(Message):
        """The source of the table told something."""

        def __init__(self, message: dict[str, Any]) -> None:
            super().__init__()
            self.message = message

    def __init__(self, source: TableSource, words: Words) -> None:
        super().__init__()
        self.source = source
        self.words = words
        self.names: list[str] = []
        self.latest: dict[str, Any] | None = None
        self.choosing = Choosing({}, None)
        self.cursor: Key | None = None
        self.hint: dict[str, Any] | None = None
        self.log_lines: deque[Text] = deque(maxlen=LONGEST_LOG)
        self.mine = 0
        self.line = "open"
        self._moment: tuple[Any, ...] = ()
        self._sent = False
        self._bind_keys()

    def _bind_keys(self) -> None:
        """The keys with their help texts, in the reader's language."""
        words, bind = self.words, self._bindings.bind
        bind("enter,space", "pick", words.gettext("Choose"), key_display="⏎")
        bind("escape,backspace", "back", words.gettext("Back"), key_display="Esc")
        bind("p", "pass", words.gettext("Pass"))
        bind("u", "undo", words.gettext("Undo"))
        bind("h", "hint", words.gettext("Hint"))
        bind("s", "hurry", words.gettext("Skip"))
        bind("l", "log", words.gettext("What happened"))
        bind("question_mark,f1", "help", words.gettext("Help"), key_display="?")
        bind("q,ctrl+q", "leave", words.gettext("Leave"))
        bind("r", "result", words.gettext("Result"), show=False)
        for key in ("up", "down", "left", "right"):
            bind(key, f"move('{key}')", show=False)
        bind("tab", "walk(1)", show=False, priority=True)
        bind("shift+tab", "walk(-1)", show=False, priority=True)
        for digit in range(10):
            bind(str(digit), f"digit({digit})", show=False)

    def compose(self) -> ComposeResult:
        """Banner, table, tray and keys."""
        yield Picture(id="banner")
        with Horizontal(id="table"):
            with Vertical(id="left"):
                yield Picture(id="offer")
                yield Picture(id="others")
            with Vertical(id="right"):
                yield Picture(id="mine")
                yield Lines(id="under", wrap=True, markup=False, min_width=10)
            yield Lines(id="log", wrap=True, markup=False, min_width=10)
        yield Picture(id="tray")
        yield Footer(show_command_palette=False, compact=True)

    async def on_mount(self) -> None:
        """Sit down."""
        self.app.theme_changed_signal.subscribe(self, lambda _: self._draw())
        await self.source.open(self._hear)

    def _hear(self, message: dict[str, Any]) -> None:
        self.post_message(self.Heard(message))

    async def on_unmount(self) -> None:
        """Leave the table; nothing is lost."""
        await self.source.close()

    # What is heard

    def on_table_screen_heard(self, heard: Heard) -> None:
        """Take over what the source tells."""
        message = heard.message
        kind = message["type"]
        if kind == "update":
            self._absorb(message)
        elif kind == "hint":
            self.hint = message
            self.choosing.hinted = message["option"]
            self._draw()
        elif kind == "error":
            self._sent = False
            self.notify(message["text"], severity="error")
            self._draw()
        elif kind == "presence":
            self._take_presence(message)
        elif kind == "line":
            self._take_line(message["state"])

    def _absorb(self, update: dict[str, Any]) -> None:
        first = self.latest is None
        self.latest = update
        state = update["state"]
        self.names = seat_names(self.words, update["table"]["seats"])
        self.title = game_name(self.words, state["game"])
        self._write_log(update)
        # Talk at the table raises the version too; only a new position ends a choice.
        moment = (state["ply"], state["phase"], state["to_play"], bool(update["options"]))
        if moment != self._moment or self._sent:
            self._moment, self._sent, self.hint = moment, False, None
            self.choosing = Choosing(state, update["options"])
            self.cursor = None
        self.mine = self._my_seat(update)
        self._draw()
        if update["result"] and state["over"] and not first:
            self.action_result()

    def _my_seat(self, update: dict[str, Any]) -> int:
        """Whose board is shown large: mine; at one keyboard that of whoever has to play."""
        yours = [seat["seat"] for seat in update["table"]["seats"] if seat["yours"]]
        to_play: int | None = update["state"]["to_play"]
        if to_play is not None and to_play in yours:
            return to_play
        return self.mine if self.mine in yours else min(yours, default=0)

    def _write_log(self, update: dict[str, Any]) -> None:
        for entry in update["entries"]:
            for sentence in of_entry(self.words, update["state"]["game"], entry, self.names):
                self.log_lines.append(sentence)
                for log in self.query(Lines):
                    log.write(sentence)

    def _take_presence(self, message: dict[str, Any]) -> None:
        if self.latest is not None:
            seats = self.latest["table"]["seats"]
            flags = zip(seats, message["present"], message["replaceable"], strict=True)
            for seat, present, replaceable in flags:
                seat["present"], seat["replaceable"] = present, replaceable

    def _take_line(self, state: str) -> None:
        words = self.words
        if state == "missing":
            text = words.gettext("There is no such table. Perhaps the link is incomplete.")
            self.notify(text, severity="error", timeout=60)
        elif state == "lost" and self.line != "lost":
            text = words.gettext("Connection lost. Trying again; your moves are kept.")
            self.notify(text, severity="warning")
        self.line = state

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        """More room, larger tiles."""
        self._draw()
        event.stop()

    def _look(self, scale: int) -> Look:
        spots = {} if self._sent else self.choosing.spots()
        if self.cursor not in spots:
            self.cursor = self._first_cursor(spots)
        chosen: set[Key] = set()
        if self.choosing.source is not None:
            chosen.add(("take", self.choosing.source, self.choosing.colour))
        inks = inks_of(self.app.current_theme.dark)
        return Look(self.words, inks, scale, spots, self.cursor, frozenset(chosen))

    @staticmethod
    def _first_cursor(spots: dict[Key, Any]) -> Key | None:
        """The hinted spot, or the first one that leads on."""
        hinted = (key for key, spot in spots.items() if spot.hinted)
        leading = [key for key in spots if key not in (BACK, PASS)]
        # Of several places the one that brings most: pressing Enter twice is a fair move.
        best = max(leading, key=lambda key: spots[key].points or 0, default=None)
        return next(hinted, None) or best or next(iter(spots), None)

    def _draw(self) -> None:
        if self.latest is None or not self.is_mounted:
            return
        width, height = self.size
        large = width >= LARGE_WIDTH and height >= LARGE_HEIGHT
        has_log = width >= LOG_WIDTH
        self.set_class(large, "large")
        self.set_class(has_log, "with-log")
        look = self._look(2 if large else 1)
        state = self.latest["state"]
        mine = draw_mine(state, self.mine, self.names[self.mine], look)
        left = width - mine.size.width - (SIDE if has_log else 0) - (3 if large else 0)
        under = not has_log and height - AROUND - mine.size.height >= LEAST_LOG
        self.set_class(under, "log-under")
        offer = draw_offer(state, look, left)
        room = height - AROUND - offer.size.height
        self._show("#banner", draw_banner(self.latest, self.names, look))
        self._show("#offer", offer)
        self._show("#others", draw_others(state, self.names, self.mine, look, left, room))
        self._show("#mine", mine)
        tray = draw_tray(self.latest, self.names, self.choosing, look, width - 1, self.hint)
        if not (has_log or under) and self.log_lines and tray.size.height < 3:
            news = self.log_lines[-1].copy()
            news.stylize("dim")
            tray.put(1, tray.size.height, news)
        self._show("#tray", tray)

    def _show(self, name: str, canvas: Any) -> None:
        self.query_one(name, Picture).show(canvas)

    # Acting

    def on_picture_pressed(self, pressed: Picture.Pressed) -> None:
        """A spot was clicked."""
        self._pick(pressed.key)

    def on_picture_pointed(self, pointed: Picture.Pointed) -> None:
        """The mouse leads the cursor."""
        if pointed.key != self.cursor and pointed.key in self.choosing.spots():
            self.cursor = pointed.key
            self._draw()

    def _pick(self, key: Key) -> None:
        if self._sent or self.latest is None:
            return
        option = self.choosing.pick(key)
        if option is not None:
            self._sent = True
            self.source.play(option["move"], self.latest["version"])
        elif key[0] != "count":
            self.cursor = None  # the next step begins at its best spot
        elif self.choosing.bonus is not None:
            self.cursor = CONFIRM  # all bonus tiles are chosen
        self._draw()

    def action_pick(self) -> None:
        """Choose what the cursor stands on."""
        if self.cursor is not None:
            self._pick(self.cursor)

    def action_back(self) -> None:
        """One step back in the choice."""
        self.choosing.back()
        self.cursor = None
        self._draw()

    def action_pass(self) -> None:
        """Pass, where that is possible."""
        self._pick(PASS)

    def action_move(self, direction: str) -> None:
        """The cursor goes to the nearest spot in a direction."""
        areas = [area for picture in self.query(Picture) for area in picture.areas_on_screen()]
        self.cursor = cursor.step(areas, self.cursor, direction)
        self._draw()

    def action_walk(self, by: int) -> None:
        """The cursor goes to the next spot, or the one before."""
        spots = list(self.choosing.spots())
        if spots:
            at = spots.index(self.cursor) if self.cursor in spots else -1
            self.cursor = spots[(at + by) % len(spots)]
            self._draw()

    def action_digit(self, digit: int) -> None:
        """A number chooses a line, a column or a payment; before that it leads to a factory."""
        picked = cursor.numbered(self.choosing, digit)
        if picked is not None:
            self._pick(picked)
            return
        self.cursor = cursor.at_source(self.choosing, digit, self.cursor) or self.cursor
        self._draw()

    def action_undo(self) -> None:
        """Take the last choice back."""
        if self.latest is not None:
            self.source.undo(self.latest["version"])

    def action_hint(self) -> None:
        """Ask the strongest bot."""
        self.source.hint()

    def action_hurry(self) -> None:
        """The bots need not dawdle."""
        self.source.hurry()

    def action_log(self) -> None:
        """Everything that happened."""
        self.app.push_screen(LogScreen(self.words, list(self.log_lines)))

    def action_help(self) -> None:
        """How to play, and which keys there are."""
        game = self.latest["state"]["game"] if self.latest else "azul"
        self.app.push_screen(HelpScreen(self.words, game))

    def action_result(self) -> None:
        """The result, once there is one."""
        if self.latest is not None and self.latest["result"]:
            screen = EndScreen(self.latest, self.names, self.words)
            self.app.push_screen(screen, self._after_end)

    async def _after_end(self, wish: str | None) -> None:
        if wish == "again":
            try:
                table = await self.source.again()
            except OSError as error:
                self.notify(str(error), severity="error")
                return
            if table is not None:
                self.dismiss(table)
        elif wish == "leave":
            self.action_leave()

    def action_leave(self) -> None:
        """Go back to where one came from."""
        self.dismiss(None)
