"""The evaluations of the baselines: every game provides all of them."""

from __future__ import annotations

import inspect

import pytest

from azulejos import Game
from azulejos.bots.baselines import evaluation
from azulejos.bots.baselines.evaluation import EVALUATIONS, board_value, lead
from azulejos.engine import GAMES
from azulejos.engine.state import new_states

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("function", ["board_value", "lead"])
def test_a_game_has_every_evaluation_in_the_same_unit(name: str, function: str) -> None:
    module = EVALUATIONS[GAMES[name].layout]
    found = getattr(module, function)
    parameters = inspect.signature(getattr(found, "py_func", found)).parameters
    assert list(parameters) == ["state", "scratch", "player"]
    assert evaluation.POINT == module.POINT


@every_game
def test_at_the_start_all_players_are_equal(name: str) -> None:
    states = Game(name, players=3, seed=1).position.states
    scratch = new_states(states.dtype, 1)
    values = {board_value(states[0], scratch, player) for player in range(3)}
    assert len(values) == 1
    assert {lead(states[0], scratch, player) for player in range(3)} == {0}
