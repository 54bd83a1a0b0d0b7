"""Turns of bots: none is lost between two leases."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

from azulejos.server.bot_turns import BotTurns
from azulejos.server.connections import Connection
from tests.loops import run_apart


class Turn(SimpleNamespace):
    """A table without clocks: a bot is due when it is its turn."""

    @property
    def bot_due(self) -> str | None:
        bot: str | None = self.bot_to_play
        return bot


class OneMoveTable:
    """A table whose bot moves once a turn; a person moves while the lease is given back."""

    def __init__(self) -> None:
        self.table = Turn(version=0, to_play=0, bot_to_play="greedy", players=2, game=None)
        self.table.game = SimpleNamespace(name="azul", position=None)
        self.connections = {Connection(frozenset(), version=0, options=True)}
        self.id = "table"
        self.bot_moves = 0
        self.second_move = asyncio.Event()

    async def play_bot(self, *_: object) -> None:
        self.bot_moves += 1
        self.table.bot_to_play = None
        if self.bot_moves == 2:
            self.second_move.set()


class OneMoveHub:
    """A hub whose leases take a while to be given back."""

    def __init__(self, table: OneMoveTable) -> None:
        self.table = table
        self.turns: Any = None
        self.settings = SimpleNamespace(bot_pace=0)
        self.metrics = SimpleNamespace(bots=SimpleNamespace(observe=lambda _: None))
        self.pool = self

    def holding(self, _: object) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    @contextlib.asynccontextmanager
    async def lease(self, _: str) -> AsyncIterator[int]:
        yield 0
        if self.table.bot_moves == 1:  # a person moves now, and it is the bot's turn again
            self.table.table.bot_to_play = "greedy"
            self.turns.wake()

    async def prepare(self, *_: object) -> None:
        """Everything is compiled."""

    async def choose(self, *_: object) -> SimpleNamespace:
        return SimpleNamespace(move="1b1")


async def _play_two_turns() -> int:
    table = OneMoveTable()
    hub = OneMoveHub(table)
    turns: Any = BotTurns(hub, table)  # type: ignore[arg-type]
    hub.turns = turns
    turns.wake()
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(table.second_move.wait(), 10)
    turns.stop()
    return table.bot_moves


def test_a_person_who_moves_while_the_lease_is_given_back_wakes_the_bot() -> None:
    assert run_apart(_play_two_turns()) == 2
