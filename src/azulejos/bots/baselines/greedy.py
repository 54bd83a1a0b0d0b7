"""Greedy bot: one-ply search on the value of its own board, ignoring its opponents."""

from __future__ import annotations

import numpy as np

from azulejos.bots.base import Bot, Choice, Limits
from azulejos.bots.baselines.evaluation import POINT, board_value
from azulejos.engine import AnyPosition
from azulejos.engine.compiled import compiled_allocating
from azulejos.engine.dispatch import apply, legal_actions
from azulejos.engine.playout import MAX_LEGAL_ACTIONS
from azulejos.engine.rng import Stream, next_bits
from azulejos.engine.state import States, new_states, set_state


@compiled_allocating
def best_action(states: States, stream: Stream) -> tuple[int, int]:
    """The action with the highest board value after it, and the gain in value.

    `states` holds the position and scratch space for two more. Ties are broken at random.
    """
    player = int(states[0].to_play)
    actions = np.empty(MAX_LEGAL_ACTIONS, np.int16)
    best, best_value, ties = 0, 0, 0
    for index in range(legal_actions(states[0], actions)):
        set_state(states, 1, states[0])
        apply(states[1], int(actions[index]), None)
        value = board_value(states[1], states[2:], player)
        if ties == 0 or value > best_value:
            best, best_value, ties = int(actions[index]), value, 1
        elif value == best_value:
            ties += 1
            if next_bits(stream) % ties == 0:
                best = int(actions[index])
    return best, best_value - board_value(states[0], states[2:], player)


class GreedyBot(Bot):
    """Plays the move with the highest board value after it."""

    name = "greedy"

    def _choose(self, position: AnyPosition, limits: Limits) -> Choice:  # noqa: ARG002
        states = new_states(position.rules.layout, 3)
        states[:1] = position.states
        action, gain = best_action(states, self.stream)
        move = position.rules.moves[action]
        return Choice(move, gain / POINT, (move,))
