"""Where things lie on the boards, as data for whoever draws them.

Six rhombi around a point make a star. With the stars three sides of a rhombus apart, their tips
meet and the gaps between them are rhombi again: pillars and statues stand there, and windows in the
notches at the rim. That is the tightest arrangement, and keeps the numbers large.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from azulejos.engine.azul.layout import COLUMNS, ROWS
from azulejos.engine.azul.layout import Colour as AzulColour
from azulejos.engine.azul.rules import column_of
from azulejos.engine.errors import UnknownName
from azulejos.engine.pavilion.board import COLOUR_OF_STAR, FEATURES, NUMBERS
from azulejos.engine.pavilion.layout import CENTRAL_STAR, SLOTS, SPACES, STARS
from azulejos.engine.state import BOARDS, COLOURED
from azulejos.render.svg.shapes import Point, polar

WIDTH = 940.0
HEIGHT = 886.0
CENTRE = (WIDTH / 2, HEIGHT / 2)
#: The side of a rhombus with the joint around it, and the part of it that the rhombus fills.
SIDE = 100.0
FILLED = 0.955
LENGTH = SIDE * sqrt(3)
STAR_DISTANCE = 3 * SIDE
#: A gap's middle is one and a half sides from the stars; a window moves further into its notch.
GAP_DISTANCE = 1.5 * SIDE
WINDOW_DISTANCE = 1.36 * SIDE
FEATURE_RADIUS = {"pillar": 0.36 * SIDE, "statue": 0.36 * SIDE, "window": 0.28 * SIDE}
LEFT, UP = 180, 270
SIXTH = 60


def azul_wall_pattern() -> list[list[str]]:
    """The letters of the coloured wall, row by row."""
    plain = getattr(column_of, "py_func", column_of)  # a drawing should not wait for compilation
    wall = [[""] * COLUMNS for _ in range(ROWS)]
    for row in range(ROWS):
        for colour in AzulColour:
            wall[row][plain(row, colour)] = colour.letter
    return wall


def pavilion_board(board: str) -> dict[str, Any]:
    """The spaces, features and stars of a side of the board of Summer Pavilion: where they lie.

    Angles are degrees clockwise from upright, which is how `sprite` draws rhombi. A star's first
    slots follow its place around the centre, as the numbers of the printed board do.
    """
    if board not in BOARDS:
        raise UnknownName("unknown-board", known=", ".join(BOARDS), name=board)
    side = BOARDS.index(board)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "spaces": [_space(side, space) for space in range(SPACES)],
        "features": [_feature(index) for index in range(len(FEATURES))],
        "stars": [_star(star) for star in range(STARS)],
    }


def _space(side: int, space: int) -> dict[str, Any]:
    star, slot = divmod(space, SLOTS)
    direction = _direction_of_slot(star, slot)
    centre = polar(_centre_of_star(star), LENGTH / 2, direction)
    colour = COLOUR_OF_STAR[star] if side == COLOURED else None
    return {
        "star": star,
        "slot": slot,
        "number": int(NUMBERS[side, space]),
        "colour": colour.letter if colour is not None else None,
        "x": round(centre[0], 2),
        "y": round(centre[1], 2),
        "angle": (direction - UP) % 360,
        "length": round(LENGTH * FILLED, 2),
        "points": _rhombus(centre, direction),
    }


def _feature(index: int) -> dict[str, Any]:
    kind, reward, spaces = FEATURES[index]
    # The first two spaces are neighbours in an outer star; the gap lies between them.
    star, slot = divmod(spaces[0], SLOTS)
    direction = _direction_of_slot(star, slot) + SIXTH // 2
    distance = WINDOW_DISTANCE if kind == "window" else GAP_DISTANCE
    x, y = polar(_centre_of_star(star), distance, direction)
    return {
        "kind": kind,
        "reward": reward,
        "spaces": list(spaces),
        "x": round(x, 2),
        "y": round(y, 2),
        "angle": (direction - UP) % 360,
        "radius": FEATURE_RADIUS[kind],
    }


def _star(star: int) -> dict[str, Any]:
    x, y = _centre_of_star(star)
    return {"star": star, "x": round(x, 2), "y": round(y, 2), "radius": round(LENGTH, 2)}


def _centre_of_star(star: int) -> Point:
    if star == CENTRAL_STAR:
        return CENTRE
    return polar(CENTRE, STAR_DISTANCE, LEFT + SIXTH * (star - 1))


def _direction_of_slot(star: int, slot: int) -> int:
    """Where a slot points, clockwise from the right: outer stars turn as they go round."""
    turn = 0 if star == CENTRAL_STAR else star - 1
    return (UP + SIXTH * (turn + slot)) % 360


def _rhombus(centre: Point, direction: int) -> str:
    half, narrow = LENGTH * FILLED / 2, SIDE * FILLED / 2
    corners = [
        polar(centre, half if quarter % 2 == 0 else narrow, direction + 90 * quarter)
        for quarter in range(4)
    ]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
