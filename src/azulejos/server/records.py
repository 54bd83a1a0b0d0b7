"""Records that clients send: read and checked whole."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from azulejos.engine.names import GAME_NAMES
from azulejos.server.errors import ServiceError

if TYPE_CHECKING:
    from azulejos.game import Game
    from azulejos.server.hub import Hub


async def received_record(hub: Hub, text: str) -> Game:
    """The game of a record, as text or JSON."""
    for game in GAME_NAMES:  # of which one it is a record, only its rules can tell
        await hub.prepare(game)
    return await asyncio.to_thread(_read, text)


def _read(text: str) -> Game:
    from azulejos.game import Game
    from azulejos.game.records import is_json, json
    from azulejos.game.records import text as text_form
    from azulejos.game.records.texts import check_texts
    from azulejos.session.log_limits import MAX_ROWS

    form = json if is_json(text) else text_form
    record = form.read(text)
    if record.length > MAX_ROWS:
        raise ServiceError("too-long", most=MAX_ROWS)
    game = Game.from_record(record)
    check_texts(record)
    return game
