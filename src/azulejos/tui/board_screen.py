"""Base of screens on which moves are made: a cursor on the boards that builds a move.

The screen shows the boards in pictures, draws itself, and decides what becomes of a complete move.
"""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import BindingType
from textual.screen import Screen, ScreenResultType

from azulejos.engine import AnyPosition
from azulejos.i18n import Words
from azulejos.session.messages import AnyOption, AnyState
from azulejos.tui import closed, cursor
from azulejos.tui.canvas import Picture
from azulejos.tui.keys import PASS, CountKey, Key, SpaceKey, Spots, TakeKey
from azulejos.tui.layout import scale_for
from azulejos.tui.log import LogScreen
from azulejos.tui.move_builder import MoveBuilder
from azulejos.tui.theme import inks_of
from azulejos.tui.tiles import Look, Recent


class BoardScreen(Screen[ScreenResultType]):
    """Boards with a cursor. `draw` shows them, `play` is given every complete move."""

    CSS_PATH: ClassVar[str] = "table.tcss"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.builder = MoveBuilder()
        self.cursor: Key | None = None
        #: Whether a move was made whose effect is not shown yet.
        self.is_sent = False

    def bind_cursor(self) -> None:
        """Bind the keys that build a move, with help texts in the user's language."""
        words, bind = self.words, self._bindings.bind
        bind("enter,space", "pick", words.gettext("Choose"), key_display="⏎")
        bind("escape,backspace", "back", words.gettext("Back"), key_display="Esc")
        bind("p", "pass", words.gettext("Pass"))
        # The help names it; the footer has no room for it.
        bind("w", "why", words.gettext("Why places are closed"), show=False)
        for key in ("up", "down", "left", "right"):
            bind(key, f"move('{key}')", show=False)
        bind("tab", "walk(1)", show=False, priority=True)
        bind("shift+tab", "walk(-1)", show=False, priority=True)
        for digit in range(10):
            bind(str(digit), f"digit({digit})", show=False)

    def draw(self) -> None:
        """Show the boards as they are now."""
        raise NotImplementedError

    def play(self, option: AnyOption) -> None:
        """Play a complete move."""
        raise NotImplementedError

    async def position(self) -> AnyPosition | None:
        """The position on the boards; None where it cannot be had."""
        raise NotImplementedError

    # The move

    def build(self, state: AnyState, options: list[AnyOption] | None) -> None:
        """Begin a move of a position."""
        self.is_sent = False
        self.builder = MoveBuilder(state, options)
        self.cursor = None

    def follow(self, option: AnyOption) -> None:
        """Go to the first step of a suggested move, with the cursor on it."""
        self.builder.follow(option)
        self.cursor = None

    def look(self, recent: Recent) -> Look:
        """How the boards are drawn; puts the cursor where the present step begins."""
        spots: Spots = {} if self.is_sent else self.builder.spots()
        if self.cursor not in spots:
            self.cursor = None if self.is_sent else self.builder.first_spot()
        chosen: set[Key] = set()
        if self.builder.source is not None and self.builder.colour is not None:
            chosen.add(TakeKey(self.builder.source, self.builder.colour))
        if self.builder.space is not None:
            chosen.add(SpaceKey(self.builder.space))
        inks, scale = inks_of(self.app.current_theme.dark), scale_for(self.size)
        return Look(self.words, inks, scale, spots, self.cursor, frozenset(chosen), recent)

    def can_build(self, action: str) -> bool | None:
        """Whether an action on the move can be done now; None for other actions."""
        return {
            "pick": self.cursor is not None,
            "back": self.builder.is_begun,
            "pass": bool(self.builder.passes) and not self.builder.is_begun,
            "why": bool(self.builder.options) and not self.is_sent,
        }.get(action)

    def pick(self, key: Key) -> None:
        """Pick a spot; plays the move that this completes."""
        if self.is_sent:
            return
        option = self.builder.pick(key)
        if option is not None:
            self.is_sent = True
            self.play(option)
        elif not isinstance(key, CountKey):
            self.cursor = None  # the next step begins at its best spot
        else:
            self.cursor = self.builder.next_count(key.colour)
        self.draw()

    # Keys and mouse

    def on_picture_pressed(self, pressed: Picture.Pressed) -> None:
        """Pick the clicked spot."""
        self.pick(pressed.key)

    def on_picture_pointed(self, pointed: Picture.Pointed) -> None:
        """Move the cursor to the spot under the mouse."""
        if pointed.key != self.cursor and pointed.key in self.builder.spots():
            self.cursor = pointed.key
            self.draw()

    def action_pick(self) -> None:
        """Pick the spot under the cursor."""
        if self.cursor is not None:
            self.pick(self.cursor)

    def action_back(self) -> None:
        """Go one step back in the move."""
        self.builder.back()
        self.cursor = None
        self.draw()

    def action_pass(self) -> None:
        """Pass, if that is legal."""
        self.pick(PASS)

    def action_move(self, direction: str) -> None:
        """Move the cursor to the nearest spot in a direction."""
        areas = [area for picture in self.query(Picture) for area in picture.areas_on_screen()]
        self.cursor = cursor.step(areas, self.cursor, direction)
        self.draw()

    def action_walk(self, by: int) -> None:
        """Move the cursor to the next or the previous spot."""
        spots = list(self.builder.spots())
        if spots:
            at = spots.index(self.cursor) if self.cursor in spots else -1
            self.cursor = spots[(at + by) % len(spots)]
            self.draw()

    def action_digit(self, digit: int) -> None:
        """Pick a line, column or payment by its number, or go to a factory or star."""
        picked = cursor.key_for_digit(self.builder, digit)
        if picked is not None:
            self.pick(picked)
            return
        if self.builder.step in ("line", "tile"):
            self.run_worker(self._explain(digit))
            return
        self.cursor = cursor.next_of_source(self.builder, digit, self.cursor) or self.cursor
        self.draw()

    async def _explain(self, place: int) -> None:
        """Say why the line or column with a number is closed."""
        for move, reason in (await self._reasons()).items():
            if move.endswith(str(place)):
                self.notify(reason, severity="warning")

    async def action_why(self) -> None:
        """Show why places are closed at the present step."""
        title = self.words.gettext("Why places are closed")
        reasons = await self._reasons() or {"": self.words.gettext("Nothing is closed right now.")}
        lines = [Text(f"• {reason}") for reason in reasons.values()]
        self.app.push_screen(LogScreen(self.words, lines, title))

    async def _reasons(self) -> dict[str, str]:
        position = await self.position()
        if position is None:
            return {}
        return closed.reasons(self.words, position, self.builder, self.cursor)
