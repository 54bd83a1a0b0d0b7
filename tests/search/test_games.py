"""What search and training need to know of each game: every game provides all of it."""

from __future__ import annotations

import ast
import inspect

import pytest

from azulejos.engine import GAMES
from azulejos.search import dispatch
from azulejos.search.games import SEARCH_GAMES
from azulejos.training.factorizer import TRAINING_GAMES

every_game = pytest.mark.parametrize("name", GAMES)


def dispatched_functions() -> list[tuple[str, list[str]]]:
    """Names and parameters of the functions that each game implements."""
    tree = ast.parse(inspect.getsource(dispatch))
    return [
        (node.name, [argument.arg for argument in node.args.args])
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    ]


@every_game
def test_a_game_implements_every_function_of_search(name: str) -> None:
    game = SEARCH_GAMES[GAMES[name].layout]
    for function, parameters in dispatched_functions():
        found = getattr(game.features, function, None) or getattr(game.ordering, function, None)
        assert found is not None, function
        code = inspect.signature(getattr(found, "py_func", found))
        assert len(code.parameters) == len(parameters), function


@every_game
def test_a_game_has_a_schema_with_leads_and_factors_within_it(name: str) -> None:
    layout = GAMES[name].layout
    schema, training = SEARCH_GAMES[layout].schema, TRAINING_GAMES[layout]
    assert schema.buckets > 0
    assert schema.board.lead.size % 2 == 1
    assert all(0 <= feature < schema.board.size for feature, _, _ in training.board_factors())
    assert all(0 <= feature < schema.table.size for feature, _, _ in training.table_factors())
