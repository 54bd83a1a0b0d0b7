"""The text of a position of Azul, on one line or on many.

    azul coloured; phase draft; round 1; to-play 1; start 1; marker -;
    factories bbyr kkkw - - -; centre -; bag 18b19y19r17k19w; lid -;
    placed 0; idle 0; stalemate 5; end none;
    player 12 | - yy - kkk - | b.... ..... ..... ..... ..... | rr; player ...

A player's parts are the score, the pattern lines, the rows of the wall and the floor line.
"""

from __future__ import annotations

from azulejos.engine.azul.layout import COLUMNS, END_REASONS, MAX_ROUNDS, PHASES, ROWS, Colour
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.parameters import Expected
from azulejos.engine.setup import EMPTY_SPACE
from azulejos.engine.text import (
    COMMON_FIELDS,
    Fields,
    Words,
    counted,
    read_common,
    spelled,
    write_common,
)

TITLE = "azul"
FIELDS = (*COMMON_FIELDS, "lid", "placed", "idle", "stalemate", "end")


def write_setup(setup: Setup) -> str:
    """A setup as one line of text."""
    fields = [
        *write_common(TITLE, setup),
        f"lid {counted(setup.lid)}",
        f"placed {setup.tiles_placed}",
        f"idle {setup.idle_rounds}",
        f"stalemate {setup.stalemate_rounds}",
        f"end {setup.end_reason}",
        *(f"player {_write_seat(seat)}" for seat in setup.seats),
    ]
    return "; ".join(fields)


def _write_seat(seat: Seat) -> str:
    lines = " ".join(map(spelled, seat.lines))
    return f"{seat.score} | {lines} | {' '.join(seat.wall)} | {spelled(seat.floor)}"


def read_setup(text: str) -> Setup:
    """The setup that a text describes, possible or not; UnreadableText if it cannot be read."""
    fields = Fields(text, TITLE, FIELDS, repeatable="player")
    seats = [_read_seat(words) for words in fields.all("player")]
    return Setup(
        seats=seats,
        lid=fields.one("lid").pile(Colour.letters()),
        tiles_placed=fields.one("placed").number(0, 100),
        idle_rounds=fields.one("idle").number(0, MAX_ROUNDS),
        stalemate_rounds=fields.one("stalemate").number(0, 100),
        end_reason=fields.one("end").one_of(END_REASONS),
        **read_common(fields, PHASES, Colour.letters(), len(seats)),
    )


def _read_seat(words: Words) -> Seat:
    parts = words.split("|")
    if len(parts) != 4:
        raise words.wrong(Expected("azul-seat"))
    score, lines, wall, floor = parts
    return Seat(
        score=score.number(0, 1000),
        lines=[line.pile(Colour.letters()) for line in _five(lines, Expected("lines"))],
        wall=[
            row.spaces(COLUMNS, Colour.letters(), EMPTY_SPACE)
            for row in _five(wall, Expected("wall-rows"))
        ],
        floor=floor.pile(Colour.letters()),
    )


def _five(words: Words, expected: Expected) -> list[Words]:
    if len(words.split()) != ROWS:
        raise words.wrong(expected)
    return words.split()
