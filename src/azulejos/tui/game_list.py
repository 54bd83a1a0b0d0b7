"""Lists of stored games: running ones on the start screen, finished ones on their own screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Label, OptionList

from azulejos.i18n import Words
from azulejos.tui.names import bot_name, game_name, plain
from azulejos.tui.saved_games import StoredGame
from azulejos.tui.seats import BOT, ME, read_seats
from azulejos.tui.size import SizeNotice


def stored_game_text(words: Words, stored: StoredGame) -> Text:
    """A stored game in one line: when, which game, its players, and its moves or scores."""
    record = stored.record
    names = _player_names(words, stored)
    if record.scores is not None:
        scored = zip(names, record.scores, strict=True)
        names = [f"{name} {plain(score)}" for name, score in scored]
    text = Text(f"{stored.when:%Y-%m-%d %H:%M}  ", no_wrap=True, overflow="ellipsis")
    text.append(game_name(words, record.game), "bold")
    if record.scores is None:
        text.append(f"  {words.ngettext('{n} move', '{n} moves', stored.moves)}")
    return text.append(f"  {', '.join(names)}")


def _player_names(words: Words, stored: StoredGame) -> list[str]:
    """The players of a record, as a list shows them."""
    names: list[str] = []
    for number, seat in enumerate(read_seats(stored.record), start=1):
        if seat.kind == BOT:
            names.append(bot_name(words, seat.bot))
        elif seat.kind == ME and not seat.name:
            names.append(words.gettext("You"))
        else:
            names.append(seat.name or words.gettext("Player {number}", number=number))
    return names


class GameList(OptionList):
    """Stored games; `Enter` chooses one, `Delete` pressed twice deletes one."""

    class Chosen(Message):
        """A game was chosen."""

        def __init__(self, stored: StoredGame) -> None:
            super().__init__()
            self.stored = stored

    class Deleted(Message):
        """A game was deleted."""

    def __init__(
        self,
        words: Words,
        games: Sequence[StoredGame],
        *,
        can_delete: bool,
        id: str,  # noqa: A002
    ) -> None:
        rows = [stored_game_text(words, stored) for stored in games]
        super().__init__(*rows, id=id, markup=False, compact=True)
        self.words = words
        self.games = list(games)
        self._doomed: StoredGame | None = None
        if can_delete:
            self._bindings.bind("delete,d", "delete", words.gettext("Delete"), key_display="D")

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        """Post the chosen game."""
        event.stop()
        self.post_message(self.Chosen(self.games[event.option_index]))

    def action_delete(self) -> None:
        """Ask first; delete the highlighted game when asked again."""
        if self.highlighted is None:
            return
        stored = self.games[self.highlighted]
        if stored is not self._doomed:
            self._doomed = stored
            self.notify(self.words.gettext("Press D again to delete this game."))
            return
        stored.file.delete()
        del self.games[self.highlighted]
        self.remove_option_at_index(self.highlighted)
        self.post_message(self.Deleted())


class FinishedGamesScreen(Screen[StoredGame | None]):
    """The archive. Dismissed with the game to replay."""

    CSS_PATH = "start.tcss"

    def __init__(self, words: Words, games: Sequence[StoredGame]) -> None:
        super().__init__()
        self.words = words
        self.games = games
        self._bindings.bind("q,escape", "leave", words.gettext("Back"), key_display="Esc")

    def compose(self) -> ComposeResult:
        """The list."""
        yield SizeNotice(self.words)
        with Vertical(id="archive"):
            yield Label(self.words.gettext("Finished games"), classes="heading")
            yield GameList(self.words, self.games, can_delete=False, id="finished")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Focus the list, at the latest game."""
        games = self.query_one(GameList)
        games.focus()
        games.highlighted = 0

    @on(GameList.Chosen)
    def choose(self, event: GameList.Chosen) -> None:
        """Replay a game."""
        self.dismiss(event.stored)

    def action_leave(self) -> None:
        """Back to the start screen."""
        self.dismiss(None)
