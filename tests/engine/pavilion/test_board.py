"""The board of Summer Pavilion against the table of its data, written out space by space."""

from __future__ import annotations

import pytest

from azulejos.engine.pavilion.board import (
    COLOUR_OF_STAR,
    FEATURE_REWARDS,
    FEATURE_SPACES,
    FEATURES,
    GROUP,
    NUMBER_SPACES,
    NUMBERS,
    STAR_NAMES,
    space_at,
)
from azulejos.engine.pavilion.layout import (
    MANY_COLOURS_POINTS,
    NUMBER_POINTS,
    SPACES,
    STAR_POINTS,
    TILES_PER_COLOUR,
    Colour,
)
from azulejos.engine.state import BOARDS
from tests.oracles import pavilion as model

#: Star and position | space | number on the coloured and on the grey side | neighbours | features
SPACE_TABLE = """
    C  1 |  0 | 1 3 | 6 2 | pillar_NW pillar_NE
    C  2 |  1 | 2 3 | 1 3 | pillar_NE pillar_E
    C  3 |  2 | 3 3 | 2 4 | pillar_E pillar_SE
    C  4 |  3 | 4 3 | 3 5 | pillar_SE pillar_SW
    C  5 |  4 | 5 3 | 4 6 | pillar_W pillar_SW
    C  6 |  5 | 6 3 | 5 1 | pillar_W pillar_NW
    W  1 |  6 | 1 3 | 6 2 | statue_W_NW
    W  2 |  7 | 2 2 | 1 3 | pillar_W statue_W_NW
    W  3 |  8 | 3 1 | 2 4 | pillar_W statue_SW_W
    W  4 |  9 | 4 4 | 3 5 | statue_SW_W
    W  5 | 10 | 5 5 | 4 6 | window_W
    W  6 | 11 | 6 6 | 5 1 | window_W
    NW 1 | 12 | 1 3 | 6 2 | statue_NW_NE
    NW 2 | 13 | 2 2 | 1 3 | pillar_NW statue_NW_NE
    NW 3 | 14 | 3 1 | 2 4 | pillar_NW statue_W_NW
    NW 4 | 15 | 4 4 | 3 5 | statue_W_NW
    NW 5 | 16 | 5 5 | 4 6 | window_NW
    NW 6 | 17 | 6 6 | 5 1 | window_NW
    NE 1 | 18 | 1 3 | 6 2 | statue_NE_E
    NE 2 | 19 | 2 2 | 1 3 | pillar_NE statue_NE_E
    NE 3 | 20 | 3 1 | 2 4 | pillar_NE statue_NW_NE
    NE 4 | 21 | 4 4 | 3 5 | statue_NW_NE
    NE 5 | 22 | 5 5 | 4 6 | window_NE
    NE 6 | 23 | 6 6 | 5 1 | window_NE
    E  1 | 24 | 1 3 | 6 2 | statue_E_SE
    E  2 | 25 | 2 2 | 1 3 | pillar_E statue_E_SE
    E  3 | 26 | 3 1 | 2 4 | pillar_E statue_NE_E
    E  4 | 27 | 4 4 | 3 5 | statue_NE_E
    E  5 | 28 | 5 5 | 4 6 | window_E
    E  6 | 29 | 6 6 | 5 1 | window_E
    SE 1 | 30 | 1 3 | 6 2 | statue_SE_SW
    SE 2 | 31 | 2 2 | 1 3 | pillar_SE statue_SE_SW
    SE 3 | 32 | 3 1 | 2 4 | pillar_SE statue_E_SE
    SE 4 | 33 | 4 4 | 3 5 | statue_E_SE
    SE 5 | 34 | 5 5 | 4 6 | window_SE
    SE 6 | 35 | 6 6 | 5 1 | window_SE
    SW 1 | 36 | 1 3 | 6 2 | statue_SW_W
    SW 2 | 37 | 2 2 | 1 3 | pillar_SW statue_SW_W
    SW 3 | 38 | 3 1 | 2 4 | pillar_SW statue_SE_SW
    SW 4 | 39 | 4 4 | 3 5 | statue_SE_SW
    SW 5 | 40 | 5 5 | 4 6 | window_SW
    SW 6 | 41 | 6 6 | 5 1 | window_SW
"""

#: Feature | kind | bonus tiles | spaces around it
FEATURE_TABLE = """
    pillar_W     | pillar | 1 | W2 W3 C5 C6
    pillar_NW    | pillar | 1 | NW2 NW3 C6 C1
    pillar_NE    | pillar | 1 | NE2 NE3 C1 C2
    pillar_E     | pillar | 1 | E2 E3 C2 C3
    pillar_SE    | pillar | 1 | SE2 SE3 C3 C4
    pillar_SW    | pillar | 1 | SW2 SW3 C4 C5
    statue_W_NW  | statue | 2 | W1 W2 NW3 NW4
    statue_NW_NE | statue | 2 | NW1 NW2 NE3 NE4
    statue_NE_E  | statue | 2 | NE1 NE2 E3 E4
    statue_E_SE  | statue | 2 | E1 E2 SE3 SE4
    statue_SE_SW | statue | 2 | SE1 SE2 SW3 SW4
    statue_SW_W  | statue | 2 | SW1 SW2 W3 W4
    window_W     | window | 3 | W5 W6
    window_NW    | window | 3 | NW5 NW6
    window_NE    | window | 3 | NE5 NE6
    window_E     | window | 3 | E5 E6
    window_SE    | window | 3 | SE5 SE6
    window_SW    | window | 3 | SW5 SW6
"""

STAR_COLOURS = {
    "C": "multi",
    "W": "purple",
    "NW": "orange",
    "NE": "red",
    "E": "blue",
    "SE": "yellow",
    "SW": "green",
}
POINTS_OF_STARS = {
    "multi": 12,
    "red": 14,
    "blue": 15,
    "yellow": 16,
    "orange": 17,
    "green": 18,
    "purple": 20,
}
POINTS_OF_NUMBERS = {"1": 4, "2": 8, "3": 12, "4": 16}
SPACES_WITH_NUMBER = {
    "coloured": [7, 7, 7, 7, 7, 7],
    "grey": [6, 6, 12, 6, 6, 6],
}
WILD_BY_ROUND = ["purple", "green", "orange", "yellow", "blue", "red"]


def rows(table: str) -> list[list[str]]:
    return [[part.strip() for part in line.split("|")] for line in table.strip().splitlines()]


def space_of(name: str) -> int:
    """A space by the name of its star and its position: NW3."""
    return space_at(STAR_NAMES.index(name[:-1]), int(name[-1]))


SPACE_ROWS = rows(SPACE_TABLE)
FEATURE_ROWS = rows(FEATURE_TABLE)
SPACES_OF_FEATURE = {
    name: {space_of(space) for space in spaces.split()} for name, _, _, spaces in FEATURE_ROWS
}
REWARD_OF_FEATURE = {name: int(reward) for name, _, reward, _ in FEATURE_ROWS}


def test_the_tables_of_this_test_are_complete() -> None:
    assert len(SPACE_ROWS) == SPACES == 42
    assert len(FEATURE_ROWS) == 18
    assert [row[1] for row in FEATURE_ROWS] == ["pillar"] * 6 + ["statue"] * 6 + ["window"] * 6


@pytest.mark.parametrize("row", SPACE_ROWS, ids=lambda row: row[0].replace(" ", ""))
def test_a_space_has_its_place_numbers_neighbours_and_features(row: list[str]) -> None:
    place, number, numbers, neighbours, features = row
    star_name, position = place.split()
    star, slot, space = STAR_NAMES.index(star_name), int(position) - 1, int(number)

    assert space_at(star, slot + 1) == space
    assert [int(NUMBERS[side, space]) for side in (0, 1)] == [int(n) for n in numbers.split()]
    for side, board in enumerate(BOARDS):
        assert model.number_of(board, star, slot + 1) == NUMBERS[side, space]

    beside = [other for other in range(6) if GROUP[1 << slot | 1 << other, slot] == 2]
    assert {other + 1 for other in beside} == {int(n) for n in neighbours.split()}

    around = {
        frozenset(other for other in range(SPACES) if int(bits) >> other & 1): int(reward)
        for bits, reward in zip(FEATURE_SPACES[space], FEATURE_REWARDS[space], strict=True)
        if reward
    }
    assert around == {
        frozenset(SPACES_OF_FEATURE[name]): REWARD_OF_FEATURE[name] for name in features.split()
    }


@pytest.mark.parametrize("row", FEATURE_ROWS, ids=lambda row: row[0])
def test_a_pillar_statue_or_window_has_its_reward_and_spaces(row: list[str]) -> None:
    name, kind, reward, spaces = row
    expected = (kind, int(reward), sorted(space_of(space) for space in spaces.split()))

    engine = [(kind, reward, sorted(spaces)) for kind, reward, spaces in FEATURES]
    assert engine.count(expected) == 1
    of_model = [
        (sorted(space_at(*space) for space in spaces), reward)
        for spaces, reward in model.features()
    ]
    assert of_model.count((expected[2], expected[1])) == 1
    listed = {int(row[1]) for row in SPACE_ROWS if name in row[4].split()}
    assert listed == set(expected[2])


def test_there_are_no_other_features() -> None:
    assert len(FEATURES) == len(model.features()) == len(FEATURE_ROWS)


def test_stars_have_their_names_and_colours() -> None:
    colours = {
        name: "multi" if colour is None else str(colour)
        for name, colour in zip(STAR_NAMES, COLOUR_OF_STAR, strict=True)
    }

    assert colours == STAR_COLOURS


def test_complete_stars_and_number_sets_have_their_points() -> None:
    points = {str(colour): int(STAR_POINTS[colour]) for colour in Colour}

    assert {"multi": MANY_COLOURS_POINTS, **points} == POINTS_OF_STARS
    assert {str(n): points for n, points in enumerate(NUMBER_POINTS, start=1)} == POINTS_OF_NUMBERS


@pytest.mark.parametrize("board", BOARDS)
def test_numbers_are_printed_as_often_as_they_should_be(board: str) -> None:
    side = BOARDS.index(board)
    printed = NUMBERS[side].tolist()

    assert [printed.count(n) for n in range(1, 7)] == SPACES_WITH_NUMBER[board]
    for n in range(1, 5):
        spaces = sum(1 << space for space in range(SPACES) if printed[space] == n)
        assert NUMBER_SPACES[side, n - 1] == spaces


def test_colours_are_in_the_order_in_which_they_are_wild() -> None:
    assert [str(colour) for colour in Colour] == WILD_BY_ROUND
    assert TILES_PER_COLOUR == 22


def test_a_star_is_a_closed_ring_of_six() -> None:
    for occupied in range(64):
        for slot in range(6):
            filled = occupied | 1 << slot
            group = {slot}
            for _ in range(6):
                group |= {n for g in group for n in ((g + 1) % 6, (g - 1) % 6) if filled >> n & 1}
            assert GROUP[filled, slot] == len(group)
