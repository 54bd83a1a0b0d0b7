"""Events of messages are read back into the engine's events."""

from __future__ import annotations

import msgspec
import pytest

from azulejos.engine import GAMES
from azulejos.session.messages.games import GAME_MESSAGES, event_view
from azulejos.session.messages.read_events import engine_event
from tests.support import random_game


@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize("game", GAMES)
def test_events_survive_the_way_through_a_message(game: str, board: str) -> None:
    decoder = msgspec.json.Decoder(GAME_MESSAGES[game].event)
    for entry in random_game(8, game=game, board=board, players=3).history:
        for event in entry.events:
            message = msgspec.json.encode(event_view(event))
            assert engine_event(game, decoder.decode(message)) == event
