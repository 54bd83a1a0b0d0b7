"""Static evaluation: the result of a finished game, else the network's estimate.

A value is an integer from one player's point of view: -WIN for a certain loss to WIN for a certain
win, plus POINT_VALUE for every point of lead, so that of two certain wins the larger is preferred.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled, compiled_noinline
from azulejos.engine.dispatch import apply, winners
from azulejos.engine.state import (
    MAX_PLAYERS,
    OVER,
    State,
    States,
    set_state,
)
from azulejos.search.dispatch import bucket, point_of_view, write_relations
from azulejos.search.nnue.accumulator import (
    AccumulatorCache,
    board_slot,
    new_cache,
    table_slot,
)
from azulejos.search.nnue.features.common import (
    MAX_ACTIVE,
    SUMMARIES,
    Features,
    Summaries,
)
from azulejos.search.nnue.network import (
    ACCUMULATOR_SIZE,
    OUTPUT_SCALE,
    Accumulator,
    Network,
    add_features,
    outputs,
)

WIN = 10_000
POINT_VALUE = 10
#: Larger leads add no value.
MAX_LEAD = 100
#: Above all values.
INFINITY = 2 * WIN
#: Moves of a principal variation at most.
MAX_LINE = 40

_MAX_LOGIT = 8 * OUTPUT_SCALE
_logits = np.arange(-_MAX_LOGIT, _MAX_LOGIT + 1) / OUTPUT_SCALE
#: By the network's logit, clamped to ±8: the expected share of victory as a value.
VALUE_BY_LOGIT = np.round(WIN * np.tanh(_logits / 2)).astype(np.int16)


class EvalBuffers(NamedTuple):
    """Scratch memory of one evaluating thread."""

    features: Features
    accumulator: Accumulator
    cache: AccumulatorCache
    summaries: Summaries


def new_buffers() -> EvalBuffers:
    """Buffers for one thread."""
    return EvalBuffers(
        np.zeros(MAX_ACTIVE, np.int16),
        np.zeros(ACCUMULATOR_SIZE, np.int16),
        new_cache(),
        np.zeros(SUMMARIES, np.int64),
    )


@compiled_noinline
def current_lead(state: State, player: int) -> int:
    """A player's lead over the best opponent by the current scores, in points."""
    best = -INFINITY
    for other in range(int(state.players)):
        if other != player:
            best = max(best, int(state.scores[other]))
    return int(state.scores[player]) - best


@compiled_noinline
def result_value(state: State, player: int) -> int:
    """Value of a finished game to a player; a shared victory counts in parts."""
    lead = min(MAX_LEAD, max(-MAX_LEAD, current_lead(state, player)))
    won = winners(state)
    if won >> player & 1 == 0:
        return POINT_VALUE * lead - WIN
    return POINT_VALUE * lead + 2 * WIN // popcount(won) - WIN


@compiled_noinline
def network_estimate(
    state: State, player: int, network: Network, buffers: EvalBuffers
) -> tuple[int, int]:
    """The network's estimate for a player: the share of victory as a value, the lead in tenths."""
    cache, accumulator, players = buffers.cache, buffers.accumulator, int(state.players)
    slot = table_slot(cache, state, network, buffers.features)
    buffers.summaries[MAX_PLAYERS] = cache.summaries[slot]
    for unit in range(ACCUMULATOR_SIZE):
        accumulator[unit] = cache.sums[slot, unit]
    for distance in range(players):
        seat = (player + distance) % players
        slot = board_slot(cache, state, seat, distance, network, buffers.features)
        for unit in range(ACCUMULATOR_SIZE):
            accumulator[unit] += cache.sums[slot, unit]
        buffers.summaries[distance] = cache.summaries[slot]
    count = write_relations(state, player, buffers.summaries, buffers.features, 0)
    add_features(network, buffers.features, count, accumulator)
    logit, lead = outputs(network, bucket(state), accumulator)
    value = VALUE_BY_LOGIT[min(_MAX_LOGIT, max(-_MAX_LOGIT, logit)) + _MAX_LOGIT]
    return int(value), 100 * lead // OUTPUT_SCALE


@compiled
def evaluate(state: State, player: int, network: Network, buffers: EvalBuffers) -> int:
    """Value of a position to a player."""
    if state.phase == OVER:
        return result_value(state, player)
    value, lead = network_estimate(state, player, network, buffers)
    return value + min(
        MAX_LEAD * POINT_VALUE, max(-MAX_LEAD * POINT_VALUE, lead * POINT_VALUE // 10)
    )


@compiled
def evaluate_zero_sum(state: State, player: int, network: Network, buffers: EvalBuffers) -> int:
    """Value of a two-player position to a player: the negative of its value to the other.

    The network is asked for the side to move, the only point of view it was trained on.
    """
    if state.phase == OVER:
        return result_value(state, player)
    view = point_of_view(state)
    value = evaluate(state, view, network, buffers)
    return value if view == player else -value


@compiled_noinline
def write_leads(
    root: State,
    actions: npt.NDArray[np.int16],
    line: npt.NDArray[np.int16],
    scratch: States,
    network: Network,
    buffers: EvalBuffers,
    leads: npt.NDArray[np.int32],
) -> None:
    """Write the expected final leads of the player to move after each action, in tenths of points.

    That of the first is the lead at the end of the principal variation; the others differ from it
    as their static estimates do.
    """
    player = int(root.to_play)
    for index in range(len(actions)):
        set_state(scratch, 0, root)
        apply(scratch[0], int(actions[index]), None)
        leads[index] = expected_lead(scratch[0], player, network, buffers)
    set_state(scratch, 0, root)
    for action in line:
        apply(scratch[0], int(action), None)
    shift = expected_lead(scratch[0], player, network, buffers) - int(leads[0])
    for index in range(len(actions)):
        leads[index] += shift


@compiled_noinline
def expected_lead(state: State, player: int, network: Network, buffers: EvalBuffers) -> int:
    """The expected final lead of a player over the best opponent, in tenths of points."""
    if state.phase == OVER:
        return 10 * current_lead(state, player)
    view = point_of_view(state) if state.players == 2 else player
    lead = network_estimate(state, view, network, buffers)[1]
    return lead if view == player else -lead
