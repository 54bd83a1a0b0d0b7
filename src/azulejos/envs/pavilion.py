"""What a player of Summer Pavilion sees, as numbers."""

from __future__ import annotations

from azulejos.engine.bits import lowest_bit
from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion.layout import (
    COLOURS,
    MOST_BONUS_TILES,
    PHASES,
    SLOTS,
    SPACES,
    STARS,
    TILES_PER_COLOUR,
)
from azulejos.engine.pavilion.rules import wild_colour
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


def fields(players: int) -> tuple[Field, ...]:
    """The fields that `observe` fills, in its order; those of the boards come seat by seat."""
    board = (
        Field("score", (1,), MOST_POINTS, MANY_POINTS),
        Field("tiles", (COLOURS,), TILES_PER_COLOUR),
        Field("passed", (1,)),
        Field("spaces", (COLOURS, STARS, SLOTS)),
    )
    return (
        *table_fields(players, PHASE_COUNT, COLOURS, TILES_PER_COLOUR),
        Field("supply", (COLOURS,), TILES_PER_COLOUR),
        Field("wild", (COLOURS,)),
        Field("bonus_due", (1,), MOST_BONUS_TILES),
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
    at = write_pile(state.supply, COLOURS, out, at)
    out[at + wild_colour(state)] = 1
    out[at + COLOURS] = int(state.bonus_due)
    at += COLOURS + 1
    for place in range(state.players):
        at = write_board(state, seat_from(seat, place, int(state.players)), out, at)


@compiled
def write_board(state: State, player: int, out: Row, at: int) -> int:
    """A player's score, tiles beside the board, whether it has passed, and its stars."""
    out[at] = int(state.scores[player])
    at = write_pile(state.hands[player], COLOURS, out, at + 1)
    out[at] = int(state.passed) >> player & 1
    at += 1
    spaces = int(state.occupied[player])
    while spaces != 0:
        space = lowest_bit(spaces)
        out[at + int(state.space_colours[player, space]) * SPACES + space] = 1
        spaces &= spaces - 1
    return at + COLOURS * SPACES
