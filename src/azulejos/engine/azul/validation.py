"""Validation of setups of Azul: every contradiction of the rules, as `Problem`s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from azulejos.engine.azul.layout import (
    COLUMNS,
    END_REASONS,
    FLOOR_SPACES,
    MAX_ROUNDS,
    ROWS,
    Colour,
)
from azulejos.engine.azul.rules import column_of, columns_without
from azulejos.engine.azul.setup import Seat, Setup
from azulejos.engine.errors import Problem
from azulejos.engine.parameters import Expected
from azulejos.engine.setup import EMPTY_SPACE
from azulejos.engine.validation import (
    Bounds,
    first_problems,
    offer_problems,
    shape_problems,
    tile_problems,
    turn_problems,
    type_problems,
)


def problems(setup: Setup) -> list[Problem]:
    """Everything that is wrong with a setup; an empty list if it is a possible position."""
    return first_problems(
        type_problems(setup),
        _shape_problems(setup),
        chain(tile_problems(setup), _problems_on_boards(setup), _phase_problems(setup)),
    )


def _shape_problems(setup: Setup) -> Iterator[Problem]:
    """Missing parts, unknown words and letters, numbers out of range."""
    ranges: list[Bounds] = [
        ("tiles_placed", setup.tiles_placed, 0, ROWS * len(setup.seats)),
        ("idle_rounds", setup.idle_rounds, 0, MAX_ROUNDS),
        ("stalemate_rounds", setup.stalemate_rounds, 0, 100),
    ]
    yield from shape_problems(setup, scores_from=0, most_rounds=MAX_ROUNDS, own=ranges)
    if setup.end_reason not in END_REASONS:
        yield Problem("end-reason", known=", ".join(END_REASONS), got=setup.end_reason)
    for player, seat in enumerate(setup.seats, start=1):
        if len(seat.lines) != ROWS:
            yield Problem("line-shape", player=player, got=len(seat.lines))
        rows_are_right = all(
            len(row) == COLUMNS and not set(row) - set(Colour.letters() + EMPTY_SPACE)
            for row in seat.wall
        )
        if len(seat.wall) != ROWS or not rows_are_right:
            yield Problem("wall-shape", player=player, got=" ".join(seat.wall))


def _problems_on_boards(setup: Setup) -> Iterator[Problem]:
    for player, seat in enumerate(setup.seats):
        yield from _board_problems(setup, player, seat)


def _board_problems(setup: Setup, player: int, seat: Seat) -> Iterator[Problem]:
    seen_from_1 = {"player": player + 1}
    for row, line in enumerate(seat.lines):
        if len(line) > row + 1:
            yield Problem("line-size", **seen_from_1, line=row + 1, got=len(line))
        if len(set(line)) > 1:
            yield Problem("line-mixed", **seen_from_1, line=row + 1)
        elif line and line[0] in seat.wall[row]:
            colour = Colour.of(line[0])
            yield Problem("line-on-wall", **seen_from_1, line=row + 1, colour=colour)
    if len(seat.floor) > FLOOR_SPACES:
        yield Problem("floor-size", **seen_from_1, got=len(seat.floor))
    if setup.board == "coloured":
        yield from _misplaced_tiles(player, seat)
    else:
        yield from _repeated_colours(player, seat)


def _misplaced_tiles(player: int, seat: Seat) -> Iterator[Problem]:
    """On the coloured wall every space is for one colour."""
    for row, column, colour in seat.tiles_on_wall():
        if column_of(row, colour) != column:
            expected = next(other for other in Colour if column_of(row, other) == column)
            place = {"player": player + 1, "row": row + 1, "column": column + 1}
            yield Problem("wall-wrong-space", **place, expected=expected, colour=colour)


def _repeated_colours(player: int, seat: Seat) -> Iterator[Problem]:
    """On the grey wall no row and no column holds a colour twice."""
    rows = Counter((row, colour) for row, _, colour in seat.tiles_on_wall())
    columns = Counter((column, colour) for _, column, colour in seat.tiles_on_wall())
    for (row, colour), count in rows.items():
        if count > 1:
            yield Problem("wall-row-twice", player=player + 1, row=row + 1, colour=colour)
    for (column, colour), count in columns.items():
        if count > 1:
            place = {"player": player + 1, "column": column + 1}
            yield Problem("wall-column-twice", **place, colour=colour)


def _phase_problems(setup: Setup) -> Iterator[Problem]:
    """Things that the phase contradicts."""
    yield from turn_problems(setup, waits_for_player=setup.phase in ("draft", "tile"))
    yield from _end_problems(setup)
    dealing = setup.phase == "deal"
    yield from offer_problems(setup, drafting=setup.phase == "draft", dealing=dealing)
    if dealing and not setup.full_bag():
        yield Problem("bag-not-filled")
    if setup.phase in ("draft", "deal"):
        for player, seat in enumerate(setup.seats, start=1):
            if any(EMPTY_SPACE not in row for row in seat.wall):
                yield Problem("row-complete", player=player)
    if setup.phase == "tile":
        yield from _tiling_problems(setup)
    elif setup.phase != "draft":
        for player in range(len(setup.seats)):
            yield from _unfinished_tiling(setup, player)


def _end_problems(setup: Setup) -> Iterator[Problem]:
    """Whether the game is over, and why."""
    over = setup.phase == "over"
    if over != (setup.end_reason != "none"):
        known = ", ".join(name for name in END_REASONS if (name != "none") == over)
        yield Problem("end-reason", known=known, got=setup.end_reason)
    elif over and setup.end_reason != _end_reason(setup):
        yield Problem("end-reason", known=_end_reason(setup), got=setup.end_reason)
    if not over and 0 < setup.stalemate_rounds <= setup.idle_rounds:
        yield Problem("idle-rounds", got=setup.idle_rounds)
    if setup.phase != "tile" and setup.tiles_placed:
        expected = Expected("zero-in-phase")
        yield Problem("number", field="tiles_placed", expected=expected, got=setup.tiles_placed)


def _end_reason(setup: Setup) -> str:
    """Why a game that is over must have ended, to look at its position."""
    if any(EMPTY_SPACE not in row for seat in setup.seats for row in seat.wall):
        return "row"
    if not setup.full_bag() and not setup.lid:
        return "empty"
    stalemate = 0 < setup.stalemate_rounds <= setup.idle_rounds
    return "stalemate" if stalemate else "none"


def _tiling_problems(setup: Setup) -> Iterator[Problem]:
    """Phase 'tile' waits for a choice of the player; those before have finished."""
    if setup.board == "coloured":
        yield Problem("coloured-tiling")
    if setup.to_play is None:
        return
    order = setup.turn_order()
    for player in order[: order.index(setup.to_play)]:
        yield from _unfinished_tiling(setup, player)
    seat = setup.seats[setup.to_play]
    row = next(iter(seat.full_lines()), None)
    if row is None or not _has_free_column(seat, row):
        yield Problem("no-decision", player=setup.to_play + 1)


def _unfinished_tiling(setup: Setup, player: int) -> Iterator[Problem]:
    if setup.seats[player].full_lines():
        yield Problem("lines-untiled", player=player + 1)
    if setup.seats[player].floor:
        yield Problem("floor-uncharged", player=player + 1)


def _has_free_column(seat: Seat, row: int) -> bool:
    colour = Colour.of(seat.lines[row][0])
    return bool(columns_without(seat.filled(), seat.spaces_of(colour), row))
