"""A table on this machine: a game, the bots at it, and the copy of it that is always kept."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from azulejos.bots import STRONGEST, Bot, Choice, bot
from azulejos.engine.errors import AzulejosError
from azulejos.game import Deal, Game, Turn
from azulejos.i18n import Words
from azulejos.session import views
from azulejos.tui import storage
from azulejos.tui.bot_limits import BOT_SECONDS, HINT_SECONDS, limits_for
from azulejos.tui.seats import BOT, describe, read_seats
from azulejos.tui.source import Listener, Message, TableSource

#: Seconds before a bot's move, so that people can follow.
PACE = 0.7


class LocalTable(TableSource):
    """A game on this machine. Every move is kept before anybody sees it."""

    is_kept_here = True

    def __init__(
        self, game: Game, words: Words, *, pace: float = PACE, seed: int | None = None
    ) -> None:
        super().__init__()
        self.game = game
        self.words = words
        self.pace = pace
        self.seats = read_seats(game)
        self.version = 0
        self._seed = seed
        self._told = 0
        self._news: list[Message] = []
        self._hurried = False
        self._skip = asyncio.Event()
        self._bots: dict[int, Bot] = {
            number: bot(seat.bot, None if seed is None else seed + number)
            for number, seat in enumerate(self.seats)
            if seat.kind == BOT and seat.bot
        }
        self._adviser = bot(STRONGEST, seed)
        self._thinking = asyncio.Lock()
        self._is_asked = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, listener: Listener) -> None:
        """Start telling, and let the bots play if it is their turn."""
        await super().open(listener)
        self._keep()
        self._happened()
        self._let_bots_play()

    async def close(self) -> None:
        """Stop; the game is kept already."""
        await super().close()
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # What people want

    def play(self, move: str, version: int) -> None:
        """Play a move for the person whose turn it is."""
        if version != self.version or self.game.to_play in self._bots:
            self._refuse(
                self.words.gettext("The table has changed in the meantime. Look at it again.")
            )
            return
        self._play(move)
        self._let_bots_play()

    def undo(self, version: int) -> None:  # noqa: ARG002
        """Back to the last choice of a person, together with what bots replied."""
        target = self._undo_target()
        if isinstance(target, str):
            self._refuse(target)
            return
        ply, seat = target
        while self.game.ply > ply:
            self.game.undo()
        self._told = len(self.game.history)
        self._keep()
        self._news.append({"kind": "undo", "seat": seat, "ply": ply})
        self._happened()

    def hint(self) -> None:
        """The strongest bot thinks aside, and tells."""
        person = self.game.to_play is not None and self.game.to_play not in self._bots
        if person and not self._is_asked:
            self._is_asked = True
            self._start(self._think_of_hint())

    def hurry(self) -> None:
        """The bots do not wait until it is a person's turn."""
        self._hurried = True
        self._skip.set()

    async def again(self) -> TableSource:
        """A new game of the same people; the next seat starts."""
        before = self.game.to_record()
        first = (before.first_player + 1) % self.game.players
        game = Game(
            self.game.name, players=self.game.players, board=self.game.board, first_player=first
        )
        game.headers.update(self.game.headers)
        return LocalTable(game, self.words, pace=self.pace)

    def record(self) -> str:
        """The record so far."""
        return self.game.to_text()

    # What follows

    def _undo_target(self) -> tuple[int, int] | str:
        """The ply to go back to and whose choice it was, or why that cannot be."""
        ply = self.game.ply
        for entry in reversed(self.game.history):
            if isinstance(entry, Deal):
                if ply:
                    return self.words.gettext("Tiles have been drawn since. Your move stays.")
                break
            ply -= 1
            choices = len(self.game.position_at(ply).legal_moves)
            if entry.player not in self._bots and choices > 1:
                return ply, entry.player
        return self.words.gettext("There is no move of yours to take back.")

    def _play(self, move: str) -> None:
        try:
            self.game.play(move)
        except AzulejosError as error:
            self._refuse(self.words.error(error))
            return
        self._keep()
        self._happened()

    def _let_bots_play(self) -> None:
        if self.game.to_play in self._bots:
            self._start(self._play_bots())
        else:
            self._hurried = False

    async def _play_bots(self) -> None:
        while (seat := self.game.to_play) in self._bots and seat is not None:
            version = self.version
            choice = await self._think(self._bots[seat], BOT_SECONDS)
            if not self._hurried:
                self._skip.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._skip.wait(), self.pace)
            if self.version != version:
                return  # somebody went back meanwhile
            self._play(str(choice.move))
        self._hurried = False

    async def _think_of_hint(self) -> None:
        position, version = self.game.position, self.version
        try:
            choice = await self._think(self._adviser, HINT_SECONDS)
        finally:
            self._is_asked = False
        if self.version == version:
            option = views.option(position, choice.move)
            self.tell({"type": "hint", "bot": self._adviser.name, "option": option})

    async def _think(self, player: Bot, seconds: float) -> Choice:
        """Let a bot think about the position, one at a time: a mind has room for one position."""
        position = self.game.position
        async with self._thinking:
            limits = limits_for(seconds, self._seed)
            return await asyncio.to_thread(
                player.choose, position, seconds=limits.seconds, nodes=limits.nodes
            )

    def _start(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _keep(self) -> None:
        try:
            storage.delete_game() if self.game.is_over else storage.save_game(self.game)
        except OSError as error:
            reason = error.strerror or str(error)
            self._refuse(self.words.gettext("Your game cannot be kept: {reason}", reason=reason))

    def _refuse(self, text: str) -> None:
        self.tell({"type": "error", "text": text})

    # What is told

    def _happened(self) -> None:
        self.version += 1
        self.tell(self.update())

    def update(self) -> Message:
        """The table as the protocol tells it, with what is new in the log."""
        fresh = entries_of(self.game, self._told)
        self._told = len(self.game.history)
        entries, self._news = [*fresh, *self._news], []
        person = self.game.to_play is not None and self.game.to_play not in self._bots
        return {
            "type": "update",
            "version": self.version,
            "entries": entries,
            "state": {**views.state(self.game.position), "ply": self.game.ply},
            "options": views.options(self.game.position) if person else None,
            "table": table_of(self.game),
            "can_undo": not self.game.is_over and not isinstance(self._undo_target(), str),
            "result": views.result(self.game),
        }


def table_of(game: Game) -> Message:
    """Who sits at a game and what is played, as the protocol's `table`."""
    return {
        "game": game.name,
        "board": game.board,
        "players": game.players,
        "seats": describe(game),
        "rematch": None,
    }


def entries_of(game: Game, start: int = 0) -> list[Message]:
    """The log of a game from some entry on, as the protocol's entries."""
    return [_entry(entry, views.event) for entry in game.history[start:]]


def _entry(entry: Turn | Deal, told: Callable[[Any], Message]) -> Message:
    events = [told(event) for event in entry.events]
    if isinstance(entry, Deal):
        return {"kind": "deal", "tiles": entry.tiles, "events": events}
    return {"kind": "move", "seat": entry.player, "move": str(entry.move), "events": events}
