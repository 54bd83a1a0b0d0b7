"""Previews of all moves in one compiled call are those of the moves' events, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given

from azulejos import Game
from tests.session.views import plain, reference
from tests.support import SOME, games, random_game


@given(games(game="azul"))
@SOME
def test_compiled_previews_of_azul_are_what_events_say(game: Game) -> None:
    assert plain.options(game.position) == reference.options(game.position)


@given(games(game="summer-pavilion"))
@SOME
def test_compiled_previews_of_summer_pavilion_are_what_events_say(game: Game) -> None:
    assert plain.options(game.position) == reference.options(game.position)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("board", ["coloured", "grey"])
@pytest.mark.parametrize("name", ["azul", "summer-pavilion"])
def test_compiled_previews_of_whole_games_are_what_events_say(
    name: str, board: str, players: int
) -> None:
    game = random_game(players, game=name, board=board, players=players)
    for ply in range(0, game.ply + 1, 3):
        position = game.position_at(ply)
        assert plain.options(position) == reference.options(position)
