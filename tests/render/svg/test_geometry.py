"""The drawn boards agree with the boards of the rules."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import combinations
from math import atan2, degrees, dist, hypot

import pytest

from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.errors import UnknownName
from azulejos.engine.pavilion.board import COLOUR_OF_STAR, FEATURES, NUMBERS, STAR_NAMES
from azulejos.engine.pavilion.layout import SLOTS, SPACES
from azulejos.engine.state import BOARDS
from azulejos.render.svg.geometry import Space, azul_wall_pattern, pavilion_board

Point = tuple[float, float]
BOARD = pavilion_board("coloured")
PLACES: list[Point] = [(space.x, space.y) for space in BOARD.spaces]
#: Degrees clockwise from the right, y growing downwards.
COMPASS = {"W": 180, "NW": 240, "NE": 300, "E": 0, "SE": 60, "SW": 120}
CLOSEST = 0.5  # hundredths that rounding may cost


def corners(space: Space) -> list[Point]:
    pairs = [pair.split(",") for pair in space.points.split()]
    return [(float(x), float(y)) for x, y in pairs]


def direction(start: Point, end: Point) -> float:
    return degrees(atan2(end[1] - start[1], end[0] - start[0])) % 360


def centre_of_star(star: int) -> Point:
    return BOARD.stars[star].x, BOARD.stars[star].y


@pytest.mark.parametrize("board", BOARDS)
def test_spaces_stand_in_order_with_their_numbers_and_colours(board: str) -> None:
    spaces = pavilion_board(board).spaces
    side = BOARDS.index(board)

    assert [space.star * SLOTS + space.slot for space in spaces] == list(range(SPACES))
    assert [space.number for space in spaces] == NUMBERS[side].tolist()
    for space in spaces:
        colour = COLOUR_OF_STAR[space.star] if board == "coloured" else None
        assert space.colour == (None if colour is None else colour.letter)


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_can_be_sent_as_json(board: str) -> None:
    drawn = asdict(pavilion_board(board))
    sent = json.loads(json.dumps(drawn))
    assert sent["spaces"] == list(drawn["spaces"])
    assert [star["x"] for star in sent["stars"]] == [star["x"] for star in drawn["stars"]]


def test_the_sides_of_the_board_have_the_same_shape() -> None:
    places = [
        [(space.points, space.angle) for space in pavilion_board(board).spaces] for board in BOARDS
    ]
    assert places[0] == places[1]


def test_an_unknown_side_is_named_as_such() -> None:
    with pytest.raises(UnknownName, match="coloured, grey"):
        pavilion_board("blue")


def test_stars_lie_where_their_names_say() -> None:
    centre = centre_of_star(0)
    assert centre == (BOARD.width / 2, BOARD.height / 2)
    for name, expected in COMPASS.items():
        star = centre_of_star(STAR_NAMES.index(name))
        assert direction(centre, star) == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize("star", range(len(STAR_NAMES)))
def test_the_slots_of_a_star_go_round_clockwise(star: int) -> None:
    spaces = [PLACES[star * SLOTS + slot] for slot in range(SLOTS)]
    turns = [direction(centre_of_star(star), space) for space in spaces]

    steps = [(b - a) % 360 for a, b in zip(turns, [*turns[1:], turns[0]], strict=True)]
    assert steps == pytest.approx([60] * SLOTS, abs=0.05)


@pytest.mark.parametrize("space", BOARD.spaces, ids=lambda s: f"{s.star}-{s.slot}")
def test_a_rhombus_is_the_turned_symbol(space: Space) -> None:
    """Long axis along the angle, from the star's centre outwards, sides of one length."""
    tip, right, foot, left = corners(space)
    place = (space.x, space.y)

    assert direction(place, tip) == pytest.approx((space.angle + 270) % 360, abs=0.05)
    assert direction(centre_of_star(space.star), tip) == pytest.approx(
        direction(place, tip), abs=0.05
    )
    assert dist(tip, foot) == pytest.approx(space.length, abs=0.02)
    assert dist(left, right) * 3**0.5 == pytest.approx(space.length, abs=0.05)


@pytest.mark.parametrize("index", range(len(FEATURES)))
def test_the_spaces_around_a_feature_are_the_closest_to_it(index: int) -> None:
    feature = BOARD.features[index]
    kind, reward, around = FEATURES[index]
    place = (feature.x, feature.y)
    distances = {space: dist(place, PLACES[space]) for space in range(SPACES)}

    assert (feature.kind, feature.reward) == (kind, reward)
    assert feature.spaces == tuple(around)
    farthest = max(distances[space] for space in around)
    others = min(distances[space] for space in range(SPACES) if space not in around)
    assert farthest + CLOSEST < others
    # Beside all of them alike, and visibly so: the next space is half as far again.
    assert farthest - min(distances[space] for space in around) < CLOSEST
    assert others > 1.5 * farthest


def test_no_two_rhombi_overlap() -> None:
    shapes = [corners(space) for space in BOARD.spaces]
    overlapping = [
        (one, other)
        for one, other in combinations(range(SPACES), 2)
        if not _apart(shapes[one], shapes[other])
    ]
    assert not overlapping


def test_no_feature_covers_a_space_or_another_feature() -> None:
    features = BOARD.features
    for feature in features:
        place = (feature.x, feature.y)
        for space in BOARD.spaces:
            assert _distance_to(corners(space), place) > feature.radius
    for one, other in combinations(features, 2):
        apart = dist((one.x, one.y), (other.x, other.y))
        assert apart > one.radius + other.radius


def test_everything_lies_within_the_box() -> None:
    points = [point for space in BOARD.spaces for point in corners(space)]
    for feature in BOARD.features:
        x, y, radius = feature.x, feature.y, feature.radius
        points += [(x - radius, y - radius), (x + radius, y + radius)]

    assert all(0 <= x <= BOARD.width and 0 <= y <= BOARD.height for x, y in points)


def test_a_rhombus_is_wide_enough_on_a_phone() -> None:
    width = BOARD.spaces[0].length / 3**0.5
    assert width * 340 / BOARD.width > 32


def test_the_wall_is_that_of_the_rulebook() -> None:
    assert ["".join(row) for row in azul_wall_pattern()] == [
        "byrkw",
        "wbyrk",
        "kwbyr",
        "rkwby",
        "yrkwb",
    ]
    assert set(azul_wall_pattern()[0]) == set(AzulColour.letters())


def _apart(one: list[Point], other: list[Point]) -> bool:
    """Whether some side of one of two convex shapes has all of the other beyond it."""
    for shape in (one, other):
        for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True):
            normal = (y2 - y1, x1 - x2)
            first, second = ([x * normal[0] + y * normal[1] for x, y in s] for s in (one, other))
            if max(first) <= min(second) or max(second) <= min(first):
                return True
    return False


def _distance_to(shape: list[Point], point: Point) -> float:
    """How far a point outside a shape is from its outline."""
    sides = zip(shape, [*shape[1:], shape[0]], strict=True)
    return min(_distance_to_side(start, end, point) for start, end in sides)


def _distance_to_side(start: Point, end: Point, point: Point) -> float:
    (x1, y1), (x2, y2), (x, y) = start, end, point
    along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / hypot(x2 - x1, y2 - y1) ** 2
    along = min(1.0, max(0.0, along))
    return dist(point, (x1 + along * (x2 - x1), y1 + along * (y2 - y1)))
