"""A bot that looks one move ahead: it takes what brings it most, as its board stands after it.

What a board is worth is each game's own matter (`greedy_azul`, `greedy_pavilion`): points scored,
points in sight, and a part of what is begun. It does not think of its opponents.
"""

from __future__ import annotations

import numpy as np

from azulejos.bots.base import Bot, Choice, Limits
from azulejos.bots.baselines import greedy_azul, greedy_pavilion
from azulejos.engine import AnyPosition
from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.compiled import compiled_with_room
from azulejos.engine.dispatch import apply, chosen_by_record, legal_actions
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.playout import ACTION_ROOM
from azulejos.engine.rng import Stream, next_bits
from azulejos.engine.state import State, States, new_states

#: Worth is counted in hundredths of a point.
POINT = 100

JUDGES = {AZUL_STATE: greedy_azul, PAVILION_STATE: greedy_pavilion}


@chosen_by_record(JUDGES)
def worth(state: State, room: States, player: int) -> int:  # type: ignore[empty-body]
    """What a player's board is worth, in hundredths of a point."""


@compiled_with_room
def best_action(states: States, stream: Stream) -> tuple[int, int]:
    """The action after which the player's own board is worth most, and by how much it gains.

    `states` holds the position and room for two more. Ties are broken at random.
    """
    player = int(states[0].to_play)
    actions = np.empty(ACTION_ROOM, np.int16)
    best, best_worth, equals = 0, 0, 0
    for index in range(legal_actions(states[0], actions)):
        states[1] = states[0]
        apply(states[1], int(actions[index]), None)
        gained = worth(states[1], states[2:], player)
        if equals == 0 or gained > best_worth:
            best, best_worth, equals = int(actions[index]), gained, 1
        elif gained == best_worth:
            equals += 1
            if next_bits(stream) % equals == 0:
                best = int(actions[index])
    return best, best_worth - worth(states[0], states[2:], player)


class GreedyBot(Bot):
    """Takes the move that brings its own board most at once, and minds its floor line."""

    name = "greedy"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:  # noqa: ARG002
        room = new_states(position.rules.layout, 3)
        room[:1] = position.states
        action, gain = best_action(room, self.stream)
        return Choice(position.rules.moves[action], gain / POINT, (position.rules.moves[action],))
