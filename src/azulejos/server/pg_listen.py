"""LISTEN: notifications of PostgreSQL about tables that other processes changed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import sqlalchemy as sa

from azulejos.server.store import CHANNEL, Store

logger = logging.getLogger("azulejos")
#: Called with the id of a changed table; called after every connection.
OnChange: TypeAlias = Callable[[str], Awaitable[None]]
CatchUp: TypeAlias = Callable[[], Awaitable[None]]
#: Seconds before reconnecting.
RETRY_DELAY = 1.0


async def listen(
    store: Store,
    on_change: OnChange,
    catch_up: CatchUp,
) -> None:
    """Call `on_change` with the id of each changed table, as long as the service runs.

    `catch_up` is called after every (re)connection, since notifications may have been missed.
    """
    while True:
        try:
            await _listen(store.engine.url, on_change, catch_up)
        except Exception:
            logger.exception("lost the connection for notifications; trying again")
        await asyncio.sleep(RETRY_DELAY)


async def _listen(
    url: sa.URL,
    on_change: OnChange,
    catch_up: CatchUp,
) -> None:
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(address, autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await catch_up()
        async for note in connection.notifies():
            await on_change(note.payload)
