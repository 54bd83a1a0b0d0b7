"""What a position is worth to a player: its result if it is over, else what the network expects.

Worth is a whole number: from -WIN, a certain defeat, to WIN, and a little for every point of lead,
so that of two sure victories the higher one is played.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.bits import popcount
from azulejos.engine.compiled import compiled, compiled_apart, compiled_with_room
from azulejos.engine.dispatch import apply, winners
from azulejos.engine.state import (
    MAX_PLAYERS,
    OVER,
    State,
    States,
)
from azulejos.search.nnue.accumulator import (
    Boards,
    new_boards,
    place_of_board,
    place_of_table,
    use_network,
)
from azulejos.search.nnue.features import point_of_view, stage, write_shared
from azulejos.search.nnue.features.common import (
    FACT_ROOM,
    STANDINGS,
    Facts,
    Standings,
)
from azulejos.search.nnue.network import (
    HIDDEN,
    OUTPUT,
    Network,
    Sums,
    add_facts,
    outputs,
)

WIN = 10_000
#: What a point of lead adds, and the largest lead that counts.
POINT = 10
MOST_LEAD = 100
#: More than anything is worth.
BEST = 2 * WIN

_REACH = 8 * OUTPUT
_logits = np.arange(-_REACH, _REACH + 1) / OUTPUT
#: By logit, cut off at 8: what these winning chances are worth.
CHANCES = np.round(WIN * np.tanh(_logits / 2)).astype(np.int16)


class Desk(NamedTuple):
    """Room to work in, for judging one position at a time."""

    facts: Facts
    sums: Sums
    boards: Boards
    standings: Standings


def new_desk() -> Desk:
    """Room for one worker."""
    return Desk(
        np.zeros(FACT_ROOM, np.int16),
        np.zeros(HIDDEN, np.int16),
        new_boards(),
        np.zeros(STANDINGS, np.int64),
    )


@compiled_apart
def lead_of(state: State, player: int) -> int:
    """A player's lead over the best opponent."""
    best = -BEST
    for other in range(int(state.players)):
        if other != player:
            best = max(best, int(state.scores[other]))
    return int(state.scores[player]) - best


@compiled_apart
def worth_of_result(state: State, player: int) -> int:
    """What the end of a game is worth to a player: a shared victory counts in parts."""
    lead = min(MOST_LEAD, max(-MOST_LEAD, lead_of(state, player)))
    won = winners(state)
    if won >> player & 1 == 0:
        return POINT * lead - WIN
    return POINT * lead + 2 * WIN // popcount(won) - WIN


@compiled_apart
def expected(state: State, player: int, network: Network, desk: Desk) -> tuple[int, int]:
    """What the network expects for a player: what the chances are worth, and tenths of points."""
    boards, sums, players = desk.boards, desk.sums, int(state.players)
    place = place_of_table(boards, state, network, desk.facts)
    desk.standings[MAX_PLAYERS] = boards.standings[place]
    for unit in range(HIDDEN):
        sums[unit] = boards.sums[place, unit]
    for distance in range(players):
        seat = (player + distance) % players
        place = place_of_board(boards, state, seat, distance, network, desk.facts)
        for unit in range(HIDDEN):
            sums[unit] += boards.sums[place, unit]
        desk.standings[distance] = boards.standings[place]
    count = write_shared(state, player, desk.standings, desk.facts, 0)
    add_facts(network, desk.facts, count, sums)
    logit, lead = outputs(network, stage(state), sums)
    return int(CHANCES[min(_REACH, max(-_REACH, logit)) + _REACH]), 100 * lead // OUTPUT


@compiled
def worth(state: State, player: int, network: Network, desk: Desk) -> int:
    """What a position is worth to a player."""
    if state.phase == OVER:
        return worth_of_result(state, player)
    chances, lead = expected(state, player, network, desk)
    return chances + min(MOST_LEAD * POINT, max(-MOST_LEAD * POINT, lead * POINT // 10))


@compiled
def worth_to_one_of_two(state: State, player: int, network: Network, desk: Desk) -> int:
    """The same for two players, where what one wins the other loses.

    The network is asked from the one point of view it knows best: that of whoever is to play.
    """
    if state.phase == OVER:
        return worth_of_result(state, player)
    view = point_of_view(state)
    value = worth(state, view, network, desk)
    return value if view == player else -value


@compiled_with_room
def leads_after(
    states: States,
    actions: npt.NDArray[np.int16],
    network: Network,
    desk: Desk,
    leads: npt.NDArray[np.int32],
) -> None:
    """The lead that is expected for whoever is to play after each of some moves, in tenths."""
    use_network(desk.boards, network)
    room = np.empty_like(states)
    player = int(states[0].to_play)
    for index in range(len(actions)):
        room[0] = states[0]
        apply(room[0], int(actions[index]), None)
        leads[index] = expected_lead(room[0], player, network, desk)


@compiled_with_room
def lead_at_end(states: States, line: npt.NDArray[np.int16], network: Network, desk: Desk) -> int:
    """The lead that is expected for whoever is to play after a line of moves, in tenths."""
    use_network(desk.boards, network)
    room = states.copy()
    for action in line:
        apply(room[0], int(action), None)
    return expected_lead(room[0], int(states[0].to_play), network, desk)


@compiled_apart
def expected_lead(state: State, player: int, network: Network, desk: Desk) -> int:
    """The lead that is expected for a player, in tenths."""
    if state.phase == OVER:
        return 10 * lead_of(state, player)
    view = point_of_view(state) if state.players == 2 else player
    lead = expected(state, view, network, desk)[1]
    return lead if view == player else -lead
