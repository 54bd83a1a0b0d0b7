"""Summer Pavilion: observation fields, and bounds of a game."""

from __future__ import annotations

from azulejos.engine.bits import lowest_bit
from azulejos.engine.common import FACTORIES, TILES_PER_FACTORY
from azulejos.engine.compiled import compiled
from azulejos.engine.pavilion.board import FEATURES
from azulejos.engine.pavilion.layout import (
    COLOURS,
    MAX_BONUS_TILES,
    PHASES,
    ROUNDS,
    SLOTS,
    SPACES,
    STARS,
    SUPPLY_SPACES,
    TILES_PER_COLOUR,
)
from azulejos.engine.pavilion.rules import wild_colour
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


def fields(players: int) -> tuple[Field, ...]:
    """The fields that `observe` writes, in its order; those of the boards seat by seat."""
    board = (
        Field("score", (1,), MAX_POINTS, POINTS_SCALE),
        Field("tiles", (COLOURS,), TILES_PER_COLOUR),
        Field("passed", (1,)),
        Field("spaces", (COLOURS, STARS, SLOTS)),
    )
    return (
        *table_fields(players, PHASE_COUNT, COLOURS, TILES_PER_COLOUR),
        Field("supply", (COLOURS,), TILES_PER_COLOUR),
        Field("wild", (COLOURS,)),
        Field("bonus_due", (1,), MAX_BONUS_TILES),
        *(
            Field(f"player_{place}.{field.name}", field.shape, field.high, field.scale)
            for place in range(players)
            for field in board
        ),
    )


def max_decisions(players: int) -> int:
    """An upper bound of the decisions in a game: every draft takes at least one tile."""
    drafts = int(FACTORIES[players]) * TILES_PER_FACTORY
    return ROUNDS * (drafts + players) + players * (SPACES + len(FEATURES))


def max_draws(players: int) -> int:
    """An upper bound of the tiles drawn in a game."""
    bonus = players * sum(reward for _, reward, _ in FEATURES)
    return ROUNDS * int(FACTORIES[players]) * TILES_PER_FACTORY + SUPPLY_SPACES + bonus


@compiled
def observe(state: State, seat: int, out: Row) -> None:
    """Write the observation of a seat into a row of zeros."""
    at = write_table(state, seat, out, PHASE_COUNT, COLOURS)
    at = write_pile(state.supply, COLOURS, out, at)
    out[at + wild_colour(state)] = 1
    out[at + COLOURS] = int(state.bonus_due)
    at += COLOURS + 1
    for place in range(state.players):
        at = write_board(state, seat_from(seat, place, int(state.players)), out, at)


@compiled
def write_board(state: State, player: int, out: Row, at: int) -> int:
    """Write a player's score, tiles beside the board, pass flag and stars."""
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
