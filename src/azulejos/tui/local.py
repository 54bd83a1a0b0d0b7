"""Local table: a game on this machine with its bots, saved after every move."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime

from azulejos.bots import STRONGEST, Bot, Choice, bot
from azulejos.engine.errors import AzulejosError
from azulejos.game import Game
from azulejos.i18n import Words
from azulejos.precompile import Precompiler, job_for
from azulejos.session import Change, Table, TableSetup, setup_of, start_game, views
from azulejos.session.messages import ErrorMessage, HintAnswer, MoveEntry
from azulejos.tui.bot_limits import BOT_SECONDS, HINT_SECONDS, limits_for
from azulejos.tui.saved_games import GameFile
from azulejos.tui.seats import read_seats
from azulejos.tui.source import Listener, TableSource

#: Seconds before a bot's move, so that people can follow.
PACE = 0.7
#: Seconds between looks at a compilation that is waited for.
PREPARATION_POLL = 0.1


def table_of(game: Game) -> Table:
    """A table with the history of a game as its log, and the seats that its headers name."""
    setup = TableSetup(
        id="",
        game=setup_of(game),
        seats=read_seats(game),
        seed=None,
        nonce=None,
        uploaded=False,
        created_at=datetime.now(UTC),
    )
    return Table.of_game(setup, game)


class LocalTable(TableSource):
    """A table on this machine. Every change is saved before it is shown."""

    def __init__(
        self,
        game: Game,
        words: Words,
        *,
        pace: float = PACE,
        seed: int | None = None,
        precompiler: Precompiler | None = None,
        file: GameFile | None = None,
    ) -> None:
        """Bots wait for the precompiler, where there is one. A new game gets a new file."""
        super().__init__()
        self.file = file or GameFile.new()
        self.precompiler = precompiler
        self.words = words
        self.pace = pace
        self.table = table_of(game)
        self._seed = seed
        self._sent_version = 0
        self._hurried = False
        self._skip = asyncio.Event()
        self._bots: dict[int, Bot] = {
            number: bot(seat.bot, None if seed is None else seed + number)
            for number, seat in enumerate(self.table.setup.seats)
            if seat.bot
        }
        self._people = frozenset(range(self.table.players)) - frozenset(self._bots)
        self._adviser = bot(STRONGEST, seed)
        self.jobs = [job_for(game.name, self.table.players)] if self._bots else []
        self._thinking = asyncio.Lock()
        self._is_asked = False
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.table.game

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.table.version

    async def open(self, listener: Listener) -> None:
        """Emit the first update, and let the bots play if it is their turn."""
        await super().open(listener)
        self._save(self.game)
        self._emit_update()
        self._wake_bots()

    async def close(self) -> None:
        """Stop. The game is saved already; it is deleted if no person has moved in it."""
        await super().close()
        if self._people and not self._is_begun():
            self.file.delete()
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _is_begun(self) -> bool:
        """Whether a person has moved."""
        moves = (entry for entry in self.table.entries if isinstance(entry, MoveEntry))
        return any(entry.seat in self._people for entry in moves)

    # Commands

    def play(self, move: str, version: int) -> None:
        """Play a move for the person whose turn it is."""
        self._perform(lambda table: table.play(self._people, move), version)
        self._wake_bots()

    def undo(self, version: int) -> None:
        """Go back to the last choice of a person."""
        self._perform(lambda table: table.undo(self._people), version)

    def answer_undo(self, request: int, *, agree: bool) -> None:
        """Answer a request for an undo; at one keyboard there are none."""
        self._perform(
            lambda table: table.answer_undo(self._people, request, agree=agree), self.version
        )

    def hint(self) -> None:
        """Ask the strongest bot in the background; one hint at a time."""
        if self.table.to_play in self._people and not self._is_asked:
            self._is_asked = True
            self._start(self._find_hint())

    def hurry(self) -> None:
        """Skip the bots' pauses until it is a person's turn."""
        self._hurried = True
        self._skip.set()

    async def again(self) -> TableSource:
        """The table of a rematch: the next seat starts."""
        game = start_game(self.table.rematch_setup())
        return LocalTable(game, self.words, pace=self.pace, precompiler=self.precompiler)

    async def record(self) -> str:
        """The record so far."""
        return self.game.to_text()

    def _perform(self, command: Callable[[Table], Change], version: int) -> None:
        try:
            self.table.check_current(version)
            change = command(self.table)
        except AzulejosError as error:
            self._refuse(error)
            return
        self._commit(change)

    def _commit(self, change: Change) -> None:
        self._save(change.after)
        self.table.commit(change)
        self._emit_update()

    # Bots

    def _wake_bots(self) -> None:
        if self.table.to_play in self._bots:
            self._start(self._play_bots())
        else:
            self._hurried = False

    async def _play_bots(self) -> None:
        while (seat := self.table.to_play) in self._bots and seat is not None:
            version, player = self.version, self._bots[seat]
            choice = await self._think(player, BOT_SECONDS)
            if not self._hurried:
                self._skip.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._skip.wait(), self.pace)
            if self.version != version:
                return  # a move was taken back: another task plays on
            name = self.table.bot_of(seat)
            self._commit(self.table.play(frozenset({seat}), str(choice.move), bot=name))
        self._hurried = False

    async def _find_hint(self) -> None:
        position, version = self.game.position, self.version
        try:
            choice = await self._think(self._adviser, HINT_SECONDS)
        finally:
            self._is_asked = False
        if self.version == version:
            option = views.option(position, choice.move)
            self.emit(HintAnswer("", self._adviser.name, option))

    async def _think(self, player: Bot, seconds: float) -> Choice:
        """The choice of a bot; bots think one at a time, since each has one search stack."""
        position = self.game.position
        await self._prepare()
        async with self._thinking:
            limits = limits_for(seconds, self._seed)
            return await asyncio.to_thread(
                player.choose, position, seconds=limits.seconds, nodes=limits.nodes
            )

    async def _prepare(self) -> None:
        """Wait until the search for this table is compiled."""
        if self.precompiler is None:
            return
        self.precompiler.want(self.game.name, self.table.players)
        while not self.precompiler.is_ready(self.game.name, self.table.players):
            await asyncio.sleep(PREPARATION_POLL)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Messages

    def _save(self, game: Game) -> None:
        try:
            self.file.save(game)
        except OSError as error:
            reason = error.strerror or str(error)
            text = self.words.gettext("Your game can't be saved: {reason}", reason=reason)
            self.emit(ErrorMessage(None, "not-saved", text, {}))

    def _refuse(self, error: AzulejosError) -> None:
        parameters = {name: str(value) for name, value in error.parameters.items()}
        self.emit(ErrorMessage(None, error.code, self.words.error(error), parameters))

    def _emit_update(self) -> None:
        update = self.table.update(self._people, self._people, after=self._sent_version)
        self._sent_version = self.version
        self.emit(update)
