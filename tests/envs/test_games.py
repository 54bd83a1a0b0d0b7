"""What the environments need to know of each game: every game provides all of it."""

from __future__ import annotations

import pytest

from azulejos.engine import GAMES
from azulejos.envs import ENV_GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_game_has_an_observer_with_named_fields(name: str) -> None:
    game = ENV_GAMES[name]
    assert callable(game.observer.observe)
    for players in (2, 3, 4):
        names = [field.name for field in game.fields(players)]
        assert len(set(names)) == len(names)
        assert all(field.size > 0 and field.divisor > 0 for field in game.fields(players))


@every_game
def test_the_bounds_of_a_game_grow_with_its_players(name: str) -> None:
    game = ENV_GAMES[name]
    for bound in (game.max_decisions, game.max_draws):
        assert 0 < bound(2) < bound(3) < bound(4)
