"""Transposition table: what is stored is found again, in this search, unless it is replaced."""

from __future__ import annotations

import pytest

from azulejos.search.transposition import (
    COMPLETE,
    EXACT,
    LOWER_BOUND,
    MAX_GENERATION,
    NO_ACTION,
    UPPER_BOUND,
    TranspositionTable,
    action_of,
    bound_of,
    depth_of,
    new_search,
    new_table,
    probe,
    store,
    value_of,
)

BITS = 4
#: Keys of one bucket.
KEY, SAME_BUCKET, ANOTHER = 0b0010, 0b1_0010, 0b10_0010


@pytest.fixture
def table() -> TranspositionTable:
    table = new_table(BITS)
    new_search(table)
    return table


@pytest.mark.parametrize("value", [-20_001, 0, 20_000])
@pytest.mark.parametrize("bound", [EXACT, LOWER_BOUND, UPPER_BOUND])
def test_an_entry_is_found_as_it_was_stored(
    table: TranspositionTable, bound: int, value: int
) -> None:
    store(table, KEY, 4000, 17, bound, value)
    entry = probe(table, KEY)
    found = action_of(entry), depth_of(entry), bound_of(entry), value_of(entry)
    assert found == (4000, 17, bound, value)


def test_a_position_that_was_not_stored_is_not_found(table: TranspositionTable) -> None:
    store(table, KEY, 1, 3, EXACT, 5)
    assert probe(table, SAME_BUCKET) == 0


def test_a_deeper_entry_stays_and_the_other_slot_is_always_replaced(
    table: TranspositionTable,
) -> None:
    store(table, KEY, 1, COMPLETE, EXACT, 5)
    store(table, SAME_BUCKET, 2, 3, EXACT, 6)
    assert action_of(probe(table, KEY)) == 1
    assert action_of(probe(table, SAME_BUCKET)) == 2
    store(table, ANOTHER, 3, 1, EXACT, 7)
    assert action_of(probe(table, KEY)) == 1
    assert probe(table, SAME_BUCKET) == 0
    assert action_of(probe(table, ANOTHER)) == 3


def test_an_entry_of_the_same_position_is_replaced_even_if_it_is_deeper(
    table: TranspositionTable,
) -> None:
    store(table, KEY, 1, 9, EXACT, 5)
    store(table, KEY, NO_ACTION, 2, LOWER_BOUND, 6)
    assert depth_of(probe(table, KEY)) == 2


def test_a_new_search_finds_nothing_of_those_before(table: TranspositionTable) -> None:
    for _ in range(2 * MAX_GENERATION):  # generations start again
        store(table, KEY, 1, COMPLETE, EXACT, 5)
        new_search(table)
        assert probe(table, KEY) == 0


def test_an_entry_torn_between_two_writers_matches_no_key(table: TranspositionTable) -> None:
    store(table, KEY, 1, 3, EXACT, 5)
    key = table.keys.copy()
    store(table, SAME_BUCKET, 2, 3, EXACT, 6)
    table.keys[:] = key  # the key of one, the entry of the other
    assert probe(table, KEY) == probe(table, SAME_BUCKET) == 0
