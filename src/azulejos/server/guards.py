"""No help against people: what is being played is neither analysed nor reviewed.

How the phase of a round began is stored with the table's log, in the same transaction, so that all
processes know it, also of tables that no client is connected to. `azulejos.session.guard` says what
belongs to the same round; docs/analysis.md says what that prevents, and what it cannot.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from azulejos.server.errors import ServiceError
from azulejos.server.schema import guards
from azulejos.server.store import Store

if TYPE_CHECKING:
    from azulejos.engine import AnyPosition
    from azulejos.game import Game
    from azulejos.server.hub import Hub
    from azulejos.session import Change, Table
    from azulejos.session.guard import Guard

#: The most notes that are compared with what a client asks for.
MOST = 1000


def guard_after(table: Table, change: Change) -> Guard | None:
    """How the phase of a round began, if one has begun that people play without hints."""
    from azulejos.session import guard  # the table has imported the rules

    return guard.guard_after(table, change)


async def check_position(hub: Hub, position: AnyPosition) -> None:
    """Refuse a position of a round that people play without hints."""
    await _check(hub, [position])


async def check_record(hub: Hub, game: Game) -> None:
    """Refuse a record with a round that people play without hints."""
    await _check(hub, await asyncio.to_thread(_decisions, game))


def _decisions(game: Game) -> list[AnyPosition]:
    from azulejos.session import guard

    return guard.first_decisions(game)


async def _check(hub: Hub, positions: Sequence[AnyPosition]) -> None:
    for name in await asyncio.to_thread(_tables, hub.store, positions):
        # Few get here. A bot may have taken over since, or the game may have been removed.
        try:
            table = await hub.table(name)
        except ServiceError:
            continue
        from azulejos.session import guard  # the table has imported the rules

        if guard.is_guarded(table):
            raise ServiceError("study/live-table")


def _tables(store: Store, positions: Sequence[AnyPosition]) -> list[str]:
    """The tables with a round that one of some positions belongs to."""
    from azulejos.session import guard

    question = guard.Question(positions)
    wanted = sa.select(guards).where(guards.c.key.in_(question.note_keys)).limit(MOST)
    with store.engine.connect() as connection:
        noted = connection.execute(wanted).all()
    notes = ((row.game, guard.Guard(row.key, row.standing)) for row in noted)
    return [game for game, note in notes if question.concerns(note)]
