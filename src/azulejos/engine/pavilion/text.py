"""The text of a position of Summer Pavilion, on one line or on many.

    summer-pavilion coloured; phase place; round 2; to-play 1; start 1; marker 2;
    factories - - - - -; centre -; bag 18p19g19o17y19b20r; filling supply; mover -;
    tower 2p; supply 3p2g5r; bonus-due 0; number-points 4-8-12-16;
    player 12 | ppgo | ...... pp.... ...... ...... ...... ...... ...... | -; player ...

A player's parts are the score, the tiles beside the board, the seven stars (the central one, then
clockwise from the left) and whether the player has `passed`.
"""

from __future__ import annotations

from azulejos.engine.parameters import Expected
from azulejos.engine.pavilion.layout import FILLINGS, PHASES, SLOTS, STARS, Colour
from azulejos.engine.pavilion.setup import Seat, Setup
from azulejos.engine.setup import EMPTY_SPACE
from azulejos.engine.text import (
    COMMON_FIELDS,
    NOTHING,
    Fields,
    Words,
    counted,
    read_common,
    seat_text,
    spelled,
    write_common,
)

TITLE = "summer-pavilion"
FIELDS = (
    *COMMON_FIELDS,
    "filling",
    "mover",
    "tower",
    "supply",
    "bonus-due",
    "number-points",
)
PASSED = "passed"


def write_setup(setup: Setup) -> str:
    """A setup as one line of text."""
    fields = [
        *write_common(TITLE, setup),
        f"filling {setup.last_filled()}",
        f"mover {seat_text(setup.mover)}",
        f"tower {counted(setup.tower)}",
        f"supply {counted(setup.supply)}",
        f"bonus-due {setup.bonus_due}",
        f"number-points {'-'.join(map(str, setup.number_points))}",
        *(f"player {_write_seat(seat)}" for seat in setup.seats),
    ]
    return "; ".join(fields)


def _write_seat(seat: Seat) -> str:
    passed = PASSED if seat.passed else NOTHING
    return f"{seat.score} | {spelled(seat.tiles)} | {' '.join(seat.stars)} | {passed}"


def read_setup(text: str) -> Setup:
    """The setup that a text describes, possible or not; UnreadableText if it cannot be read."""
    fields = Fields(text, TITLE, FIELDS, repeatable="player")
    seats = [_read_seat(words) for words in fields.all("player")]
    return Setup(
        seats=seats,
        filling=fields.one("filling").one_of(FILLINGS),
        mover=fields.one("mover").seat(len(seats)),
        tower=fields.one("tower").pile(Colour.letters()),
        supply=fields.one("supply").pile(Colour.letters()),
        bonus_due=fields.one("bonus-due").number(0, 3),
        number_points=_read_points(fields.one("number-points")),
        **read_common(fields, PHASES, Colour.letters(), len(seats)),
    )


def _read_points(words: Words) -> tuple[int, ...]:
    parts = words.split("-")
    if len(parts) != 4:
        raise words.wrong(Expected("number-points"))
    return tuple(part.number(0, 100) for part in parts)


def _read_seat(words: Words) -> Seat:
    parts = words.split("|")
    if len(parts) != 4:
        raise words.wrong(Expected("pavilion-seat"))
    score, tiles, stars, passed = parts
    if len(stars.split()) != STARS:
        raise stars.wrong(Expected("stars"))
    return Seat(
        score=score.number(0, 1000),
        tiles=tiles.pile(Colour.letters()),
        stars=[star.spaces(SLOTS, Colour.letters(), EMPTY_SPACE) for star in stars.split()],
        passed=passed.one_of((PASSED, NOTHING)) == PASSED,
    )
