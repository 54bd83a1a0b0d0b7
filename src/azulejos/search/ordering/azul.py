"""Move ordering in Azul: what lines will score, and what falls to the floor."""

from __future__ import annotations

from azulejos.engine.azul import rules
from azulejos.engine.azul.layout import DRAFT, FLOOR_PENALTY, FLOOR_SPACES, TILE_ACTIONS
from azulejos.engine.azul.projection import best_space
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.state import NOBODY, State
from azulejos.engine.tiles import count_of


@compiled_noinline
def ordering_score(state: State, action: int) -> int:
    """Heuristic score of a move, in hundredths of a point."""
    if action < TILE_ACTIONS:
        return 0
    number = action - TILE_ACTIONS
    destination = int(rules.DESTINATION_OF_DRAFT[number])
    player = int(state.to_play)
    source, colour = int(rules.SOURCE_OF_DRAFT[number]), int(rules.COLOUR_OF_DRAFT[number])
    tiles = count_of(state.sources[source], colour)
    used = rules.floor_used(state, player)
    room, score = 0, 0
    if destination != 0:
        row = destination - 1
        room = row + 1 - int(state.line_counts[player, row])
        points = best_space(state, player, row, colour, int(state.filled[player]))[1]
        score = 100 * min(tiles, room) // (row + 1)
        if tiles >= room:
            score += 150 + 100 * points
        else:  # half of what the part of the line stands for
            score += 50 * points * (row + 1 - room + tiles) // (row + 1)
    falling = max(0, tiles - room) + int(source == 0 and state.marker == NOBODY)
    fallen = min(FLOOR_SPACES, used + falling)
    return score - 100 * int(FLOOR_PENALTY[fallen] - FLOOR_PENALTY[used])


@compiled
def allows_rollout(state: State) -> bool:
    """Whether a rollout may go on: while tiles are drafted."""
    return bool(state.phase == DRAFT)
