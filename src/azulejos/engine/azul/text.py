"""The text of a position of Azul, on one line or on many.

    azul coloured; phase draft; round 1; to-play 1; start 1; marker -;
    factories bbyr kkkw - - -; centre -; bag 18b19y19r17k19w; lid -;
    placed 0; idle 0; stalemate 5; end none;
    player 12 | - yy - kkk - | b.... ..... ..... ..... ..... | rr; player ...

A player's parts are the score, the pattern lines, the rows of the wall and the floor line.
"""

from __future__ import annotations

from azulejos.engine.azul.layout import END_REASONS, PHASES, ROWS
from azulejos.engine.azul.setup import (
    EMPTY_SPACE,
    LETTERS,
    Seat,
    Setup,
)
from azulejos.engine.table import BOARDS
from azulejos.engine.text import NOTHING, Fields, Words, counted, spelled

FIELDS = (
    "phase",
    "round",
    "to-play",
    "start",
    "marker",
    "factories",
    "centre",
    "bag",
    "lid",
    "placed",
    "idle",
    "stalemate",
    "end",
    "player",
)


def write_setup(setup: Setup) -> str:
    """A setup as one line of text."""
    fields = [
        f"azul {setup.board}",
        f"phase {setup.phase}",
        f"round {setup.round}",
        f"to-play {_seat(setup.to_play)}",
        f"start {_seat(setup.start_player)}",
        f"marker {_seat(setup.marker)}",
        f"factories {' '.join(map(spelled, setup.all_factories()))}",
        f"centre {spelled(setup.centre)}",
        f"bag {counted(setup.full_bag())}",
        f"lid {counted(setup.lid)}",
        f"placed {setup.tiles_placed}",
        f"idle {setup.idle_rounds}",
        f"stalemate {setup.stalemate_rounds}",
        f"end {setup.end_reason}",
        *(f"player {_write_seat(seat)}" for seat in setup.seats),
    ]
    return "; ".join(fields)


def _seat(seat: int | None) -> str:
    return NOTHING if seat is None else str(seat + 1)


def _write_seat(seat: Seat) -> str:
    lines = " ".join(map(spelled, seat.lines))
    return f"{seat.score} | {lines} | {' '.join(seat.wall)} | {spelled(seat.floor)}"


def read_setup(text: str) -> Setup:
    """The setup that a text describes, possible or not; UnreadableText if it cannot be read."""
    fields = Fields(text, FIELDS, repeatable="player")
    board = fields.title.text.removeprefix("azul ").strip()
    if fields.title.text.split()[:1] != ["azul"] or board not in BOARDS:
        raise fields.title.wrong("'azul coloured' or 'azul grey'", "position/header")
    seats = [_read_seat(words) for words in fields.all("player")]
    return Setup(
        seats=seats,
        board=board,
        phase=fields.one("phase").one_of(PHASES),
        round=fields.one("round").number(1, 1000),
        to_play=fields.one("to-play").seat(len(seats)),
        start_player=_someone(fields.one("start"), len(seats)),
        marker=fields.one("marker").seat(len(seats)),
        factories=[words.pile(LETTERS) for words in fields.one("factories").split()],
        centre=fields.one("centre").pile(LETTERS),
        bag=fields.one("bag").pile(LETTERS),
        lid=fields.one("lid").pile(LETTERS),
        tiles_placed=fields.one("placed").number(0, 100),
        idle_rounds=fields.one("idle").number(0, 100),
        stalemate_rounds=fields.one("stalemate").number(0, 100),
        end_reason=fields.one("end").one_of(END_REASONS),
    )


def _someone(words: Words, seats: int) -> int:
    seat = words.seat(seats)
    if seat is None:
        raise words.wrong(f"a player from 1 to {seats}")
    return seat


def _read_seat(words: Words) -> Seat:
    parts = words.split("|")
    if len(parts) != 4:
        raise words.wrong("four parts: score | lines | wall | floor")
    score, lines, wall, floor = parts
    return Seat(
        score=score.number(0, 1000),
        lines=[line.pile(LETTERS) for line in _five(lines, "lines")],
        wall=[_read_row(row) for row in _five(wall, "rows of the wall")],
        floor=floor.pile(LETTERS),
    )


def _five(words: Words, what: str) -> list[Words]:
    if len(words.split()) != ROWS:
        raise words.wrong(f"five {what}")
    return words.split()


def _read_row(words: Words) -> str:
    if len(words.text) != ROWS or set(words.text) - set(LETTERS + EMPTY_SPACE):
        raise words.wrong(f"five of {LETTERS} or {EMPTY_SPACE}")
    return words.text
