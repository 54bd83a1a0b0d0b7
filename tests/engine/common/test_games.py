"""What every game fills in: the fields of `GameRules`, compiled functions, its public module."""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType

import pytest

import azulejos
from azulejos.engine import GAMES, AnyRules, GameRules, dispatch

RULES = list(GAMES.values())
#: Public modules of the games, by name.
MODULES = {"azul": "azulejos.azul", "summer-pavilion": "azulejos.pavilion"}
#: Names that the public module of every game has.
COMMON_NAMES = {
    *("Colour", "Draft", "Event", "Move", "PlayerBoard", "Position", "Seat", "Setup"),
    *("BagFilled", "Bonus", "Dealt", "GameEnded", "MarkerTaken", "Placed", "RoundStarted", "Taken"),
}


def names_of(rules: AnyRules) -> str:
    return rules.name


@pytest.mark.parametrize("rules", RULES, ids=names_of)
def test_a_game_fills_in_every_field_of_its_rules(rules: AnyRules) -> None:
    missing = [name for name in GameRules.__annotations__ if not hasattr(rules, name)]
    assert not missing
    assert not type(rules).__abstractmethods__


@pytest.mark.parametrize("rules", RULES, ids=names_of)
def test_a_game_has_every_function_that_is_chosen_by_its_record(rules: AnyRules) -> None:
    for modules in (dispatch.RULES, dispatch.LEGAL):
        assert rules.layout in modules, f"{rules.name} is missing in engine/dispatch.py"
    found = {*vars(dispatch.RULES[rules.layout]), *vars(dispatch.LEGAL[rules.layout])}
    declared = {
        name
        for name, function in vars(dispatch).items()
        if inspect.isfunction(function) and function.__qualname__.endswith("<locals>.plain")
    }
    assert len(declared) == 6
    assert not declared - found


@pytest.mark.parametrize("rules", RULES, ids=names_of)
def test_moves_positions_and_events_belong_to_the_game(rules: AnyRules) -> None:
    assert rules.position_kind.rules is rules
    assert rules.position_kind.colours is rules.colours
    assert [move.index for move in rules.moves] == list(range(rules.action_count))
    assert {str(move) for move in map(rules.read_move, map(str, rules.moves))} == {
        str(move) for move in rules.moves
    }


# The public names


def public_modules() -> list[ModuleType]:
    return [azulejos, *(importlib.import_module(MODULES[name]) for name in GAMES)]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_public_module_with_the_common_names(name: str) -> None:
    module = importlib.import_module(MODULES[name])
    assert set(module.__all__) >= COMMON_NAMES
    assert module.Position is GAMES[name].position_kind
    assert module.Colour is GAMES[name].colours


def test_public_names_exist_and_are_sorted() -> None:
    for module in public_modules():
        assert all(hasattr(module, name) for name in module.__all__)
        assert len(set(module.__all__)) == len(module.__all__)


def test_errors_appear_under_their_public_names() -> None:
    kinds = [value for value in vars(azulejos).values() if inspect.isclass(value)]
    errors = [kind for kind in kinds if issubclass(kind, azulejos.AzulejosError)]
    assert len(errors) > 10
    assert {kind.__module__ for kind in errors} == {"azulejos"}
    in_engine = vars(importlib.import_module("azulejos.engine.errors")).values()
    ours = [kind for kind in in_engine if inspect.isclass(kind) and kind.__module__ == "azulejos"]
    assert all(getattr(azulejos, kind.__name__) is kind for kind in ours)
