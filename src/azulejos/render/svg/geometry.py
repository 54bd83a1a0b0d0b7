"""Geometry of the boards, shared by the SVG pictures, the web page and the terminal app.

Six rhombi around a point make a star. With the stars three sides of a rhombus apart, their tips
meet and the gaps between them are rhombi again: pillars and statues stand there, and windows in the
notches at the rim. That is the tightest arrangement, and keeps the numbers large.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

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


@dataclass(frozen=True)
class Space:
    """A space of a star: a rhombus with its middle at (x, y)."""

    star: int
    slot: int
    number: int
    colour: str | None  # its letter; None takes any colour
    x: float
    y: float
    angle: int
    length: float
    points: str


@dataclass(frozen=True)
class Feature:
    """A pillar, statue or window: its reward, and the spaces that surround it."""

    kind: str
    reward: int
    spaces: tuple[int, ...]
    x: float
    y: float
    angle: int
    radius: float


@dataclass(frozen=True)
class Star:
    """A star: its middle and its radius."""

    star: int
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class BoardGeometry:
    """A side of the board of Summer Pavilion.

    Angles are degrees clockwise from upright, which is how `sprite` draws rhombi. A star's first
    slots follow its place around the centre, as the numbers of the printed board do.
    """

    width: float
    height: float
    spaces: tuple[Space, ...]
    features: tuple[Feature, ...]
    stars: tuple[Star, ...]


def azul_wall_pattern() -> list[list[str]]:
    """The letters of the coloured wall, row by row."""
    plain = getattr(column_of, "py_func", column_of)  # without compilation
    wall = [[""] * COLUMNS for _ in range(ROWS)]
    for row in range(ROWS):
        for colour in AzulColour:
            wall[row][plain(row, colour)] = colour.letter
    return wall


def pavilion_board(board: str) -> BoardGeometry:
    """The geometry of a side of the board of Summer Pavilion."""
    if board not in BOARDS:
        raise UnknownName("unknown-board", known=", ".join(BOARDS), name=board)
    side = BOARDS.index(board)
    return BoardGeometry(
        width=WIDTH,
        height=HEIGHT,
        spaces=tuple(_space(side, space) for space in range(SPACES)),
        features=tuple(_feature(index) for index in range(len(FEATURES))),
        stars=tuple(_star(star) for star in range(STARS)),
    )


def _space(side: int, space: int) -> Space:
    star, slot = divmod(space, SLOTS)
    direction = _direction_of_slot(star, slot)
    centre = polar(_centre_of_star(star), LENGTH / 2, direction)
    colour = COLOUR_OF_STAR[star] if side == COLOURED else None
    return Space(
        star=star,
        slot=slot,
        number=int(NUMBERS[side, space]),
        colour=colour.letter if colour is not None else None,
        x=round(centre[0], 2),
        y=round(centre[1], 2),
        angle=(direction - UP) % 360,
        length=round(LENGTH * FILLED, 2),
        points=_rhombus(centre, direction),
    )


def _feature(index: int) -> Feature:
    kind, reward, spaces = FEATURES[index]
    # The first two spaces are neighbours in an outer star; the gap lies between them.
    star, slot = divmod(spaces[0], SLOTS)
    direction = _direction_of_slot(star, slot) + SIXTH // 2
    distance = WINDOW_DISTANCE if kind == "window" else GAP_DISTANCE
    x, y = polar(_centre_of_star(star), distance, direction)
    return Feature(
        kind=kind,
        reward=reward,
        spaces=tuple(spaces),
        x=round(x, 2),
        y=round(y, 2),
        angle=(direction - UP) % 360,
        radius=FEATURE_RADIUS[kind],
    )


def _star(star: int) -> Star:
    x, y = _centre_of_star(star)
    return Star(star=star, x=round(x, 2), y=round(y, 2), radius=round(LENGTH, 2))


def _centre_of_star(star: int) -> Point:
    if star == CENTRAL_STAR:
        return CENTRE
    return polar(CENTRE, STAR_DISTANCE, LEFT + SIXTH * (star - 1))


def _direction_of_slot(star: int, slot: int) -> int:
    """The direction of a slot in degrees clockwise from the right; outer stars are rotated."""
    turn = 0 if star == CENTRAL_STAR else star - 1
    return (UP + SIXTH * (turn + slot)) % 360


def _rhombus(centre: Point, direction: int) -> str:
    half, narrow = LENGTH * FILLED / 2, SIDE * FILLED / 2
    corners = [
        polar(centre, half if quarter % 2 == 0 else narrow, direction + 90 * quarter)
        for quarter in range(4)
    ]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
