"""Azul: observation fields, and bounds of a game."""

from __future__ import annotations

from azulejos.engine.azul.layout import (
    COLOURS,
    COLUMNS,
    FLOOR_SPACES,
    NO_COLOUR,
    PHASES,
    ROWS,
    STALEMATE_ROUNDS,
    TILES_PER_COLOUR,
)
from azulejos.engine.bits import lowest_bit
from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.compiled import compiled
from azulejos.engine.state import State
from azulejos.envs.fields import (
    MAX_POINTS,
    POINTS_SCALE,
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
    """The fields that `observe` writes, in its order; those of the boards seat by seat."""
    board = (
        Field("score", (1,), MAX_POINTS, POINTS_SCALE),
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


def max_decisions(players: int) -> int:
    """An upper bound of the decisions in a game: every draft takes at least one tile."""
    drafts = int(FACTORIES[players]) * TILES_PER_FACTORY
    return max_rounds(players) * (drafts + players * ROWS)


def max_draws(players: int) -> int:
    """An upper bound of the tiles drawn in a game."""
    return max_rounds(players) * int(FACTORIES[players]) * TILES_PER_FACTORY


def max_rounds(players: int) -> int:
    """An upper bound of the rounds: STALEMATE_ROUNDS without a placed tile end the game.

    So does a complete row of a wall.
    """
    placed = players * ROWS * (COLUMNS - 1) + 1
    return STALEMATE_ROUNDS * placed


@compiled
def observe(state: State, seat: int, out: Row) -> None:
    """Write the observation of a seat into a row of zeros."""
    at = write_table(state, seat, out, PHASE_COUNT, COLOURS)
    for place in range(state.players):
        at = write_board(state, seat_from(seat, place, int(state.players)), out, at)


@compiled
def write_board(state: State, player: int, out: Row, at: int) -> int:
    """Write a player's score, pattern lines, wall and floor line."""
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
