"""What a player of Azul sees, as numbers."""

from __future__ import annotations

from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    FLOOR_SPACES,
    NO_COLOUR,
    PHASES,
    ROWS,
    TILES_PER_COLOUR,
)
from azulejos.engine.bits import lowest_bit
from azulejos.engine.compiled import compiled
from azulejos.engine.state import State
from azulejos.envs.fields import (
    MANY_POINTS,
    MOST_POINTS,
    Field,
    Row,
    seat_from,
    table_fields,
    write_pile,
    write_table,
)

PHASE_COUNT = len(PHASES)
SPACES = ROWS * COLUMNS


def fields(players: int) -> tuple[Field, ...]:
    """The fields that `observe` fills, in its order; those of the boards come seat by seat."""
    board = (
        Field("score", (1,), MOST_POINTS, MANY_POINTS),
        Field("line_counts", (ROWS,), ROWS),
        Field("line_colours", (ROWS, COLOURS)),
        Field("wall", (COLOURS, ROWS, COLUMNS)),
        Field("floor", (COLOURS,), FLOOR_SPACES),
    )
    return (
        *table_fields(players, PHASE_COUNT, COLOURS, TILES_PER_COLOUR),
        *(
            Field(f"player_{place}.{field.name}", field.shape, field.high, field.scale)
            for place in range(players)
            for field in board
        ),
    )


@compiled
def observe(state: State, seat: int, out: Row) -> None:
    """Write what a seat sees into a row of zeros."""
    at = write_table(state, seat, out, PHASE_COUNT, COLOURS)
    for place in range(state.players):
        at = write_board(state, seat_from(seat, place, int(state.players)), out, at)


@compiled
def write_board(state: State, player: int, out: Row, at: int) -> int:
    """A player's score, pattern lines, wall and floor line."""
    out[at] = int(state.scores[player])
    at += 1
    for row in range(ROWS):
        out[at + row] = int(state.line_counts[player, row])
        colour = int(state.line_colours[player, row])
        if colour != NO_COLOUR:
            out[at + ROWS + row * COLOURS + colour] = 1
    at += ROWS + ROWS * COLOURS
    for colour in range(COLOURS):
        spaces = int(state.walls[player, colour])
        while spaces != 0:
            out[at + lowest_bit(spaces)] = 1
            spaces &= spaces - 1
        at += SPACES
    return write_pile(state.floors[player], COLOURS, out, at)
