"""The transposition table of proofs: a bound decides a node only where it is beyond the window."""

from __future__ import annotations

import pytest

from azulejos.engine import GAMES
from azulejos.search.proof import is_sufficient, new_stack, remember
from azulejos.search.transposition import new_search, probe, value_of

KEY, ACTION, VALUE = 12345, 7, 500


@pytest.mark.parametrize(
    ("searched", "window", "decides"),
    [
        ((400, 600), (0, 100), True),  # inside its window: exact
        ((400, 600), (900, 950), True),
        ((600, 700), (500, 900), True),  # at most 500
        ((600, 700), (499, 900), False),
        ((600, 700), (0, 100), False),
        ((300, 400), (0, 500), True),  # at least 500
        ((300, 400), (0, 501), False),
        ((300, 400), (900, 950), False),
    ],
)
def test_a_bound_decides_only_what_is_beyond_it(
    searched: tuple[int, int], window: tuple[int, int], decides: bool
) -> None:
    stack = new_stack(GAMES["azul"].layout, 4)
    new_search(stack.table)
    remember(stack, KEY, ACTION, VALUE, *searched)
    entry = probe(stack.table, KEY)
    assert entry != 0
    assert value_of(entry) == VALUE
    assert is_sufficient(entry, *window) == decides


def test_a_node_that_was_not_searched_to_its_end_is_not_kept() -> None:
    stack = new_stack(GAMES["azul"].layout, 4)
    new_search(stack.table)
    stack.counters[:] = 1
    remember(stack, KEY, ACTION, VALUE, 400, 600)
    assert probe(stack.table, KEY) == 0
