"""What other processes have written: PostgreSQL tells us, table by table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from azulejos.server.store import CHANNEL, Store

logger = logging.getLogger("azulejos")
#: Seconds before a lost connection is tried again.
PATIENCE = 1.0


async def listen(
    store: Store, tell: Callable[[str], Awaitable[None]], catch_up: Callable[[], Awaitable[None]]
) -> None:
    """Pass on the names of tables that changed, for as long as the service runs.

    What happened before anyone listened is caught up with.
    """
    while True:
        try:
            await _listen(store.engine.url, tell, catch_up)
        except Exception:
            logger.exception("lost the news from other processes; trying again")
        await asyncio.sleep(PATIENCE)


async def _listen(
    url: sa.URL, tell: Callable[[str], Awaitable[None]], catch_up: Callable[[], Awaitable[None]]
) -> None:
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection: Any = await psycopg.AsyncConnection.connect(address, autocommit=True)
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await catch_up()
        async for note in connection.notifies():
            await tell(note.payload)
