"""Feature schema: blocks one after the other, without gaps, and the layout of stored networks."""

from __future__ import annotations

import pytest

from azulejos.search.games import SEARCH_GAMES
from azulejos.search.nnue.features import azul_schema, pavilion_schema
from azulejos.search.nnue.features.schema import Block, FeatureSchema, Section

#: Offsets of the blocks that the packaged networks were trained with.
AZUL_BOARD = {
    "row": 0,
    "column": 1215,
    "colour": 2430,
    "row_colours": 3645,
    "column_colours": 3805,
    "line": 3965,
    "floor": 4115,
    "marker": 4123,
    "promise": 4124,
    "need": 4399,
    "room": 4639,
    "lead": 4895,
    "fit": 5056,
}
AZUL_TABLE = {
    "centre": 0,
    "factory": 80,
    "on_table": 105,
    "offers": 185,
    "free_marker": 230,
    "bag": 231,
    "round": 336,
    "turn": 347,
    "row_race": 351,
}
PAVILION_BOARD = {
    "star": 0,
    "purse": 448,
    "central_purse": 960,
    "one_colour": 1472,
    "many_colours": 1856,
    "pillar": 1920,
    "statue": 2016,
    "number": 2112,
    "hand": 2164,
    "wild_now": 2230,
    "wild_next": 2241,
    "tiles": 2252,
    "passed": 2277,
    "marker": 2278,
    "bonus_due": 2279,
    "lead": 2283,
}
PAVILION_TABLE = {
    "centre": 0,
    "factory": 276,
    "on_table": 552,
    "supply": 690,
    "wild_in_supply": 828,
    "bag": 839,
    "offers": 977,
    "free_marker": 1018,
    "round": 1019,
    "turn": 1026,
}

every_schema = pytest.mark.parametrize(
    "schema", [game.schema for game in SEARCH_GAMES.values()], ids=["azul", "summer-pavilion"]
)


class Example(Section):
    """Two blocks."""

    first = Block(2, 3)
    second = Block(5)


def test_blocks_follow_each_other_in_the_order_of_their_declaration() -> None:
    assert list(Example.blocks) == ["first", "second"]
    assert (Example.first.offset, Example.second.offset, Example.size) == (0, 6, 11)


def test_the_last_dimension_varies_fastest() -> None:
    assert Example.first.index(0, 1) == 1
    assert Example.first.index(1, 0) == 3
    assert list(Example.second.places()) == [(6 + n, (n,)) for n in range(5)]
    assert list(Example.first.places())[-1] == (5, (1, 2))


@pytest.mark.parametrize("place", [(2, 0), (0, 3), (-1, 0)])
def test_places_outside_a_block_have_no_index(place: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="first"):
        Example.first.index(*place)


def test_a_block_contains_its_indices_only() -> None:
    assert [index for index in range(11) if index in Example.second] == [6, 7, 8, 9, 10]


@every_schema
def test_every_place_of_a_section_belongs_to_one_block(schema: FeatureSchema) -> None:
    for section in (schema.board, schema.table):
        indices = [index for block in section.blocks.values() for index, _ in block.places()]
        assert indices == list(range(section.size))


@every_schema
def test_leads_are_symmetric_around_zero(schema: FeatureSchema) -> None:
    features, leads = schema.lead_features(1)
    assert leads.tolist() == [-lead for lead in reversed(leads.tolist())]
    assert schema.board_base(1) + schema.board.lead.offset == features[0]


def test_the_layout_of_azul_is_that_of_its_networks() -> None:
    board, table = azul_schema.Board, azul_schema.Table
    assert {name: block.offset for name, block in board.blocks.items()} == AZUL_BOARD
    assert {name: block.offset for name, block in table.blocks.items()} == AZUL_TABLE


def test_the_layout_of_summer_pavilion_is_that_of_its_networks() -> None:
    board, table = pavilion_schema.Board, pavilion_schema.Table
    assert {name: block.offset for name, block in board.blocks.items()} == PAVILION_BOARD
    assert {name: block.offset for name, block in table.blocks.items()} == PAVILION_TABLE
