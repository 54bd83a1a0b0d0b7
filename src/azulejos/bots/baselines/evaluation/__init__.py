"""Hand-written evaluations of the baseline bots: one module per game.

A game's module has `board_value` (for the greedy bot) and `lead` (for the alpha-beta bot).
"""

from __future__ import annotations

from azulejos.bots.baselines.evaluation import azul, pavilion
from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.dispatch import Modules, chosen_by_record
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.state import State, States

#: The unit of all values: hundredths of a point.
POINT = 100

EVALUATIONS: Modules = {AZUL_STATE: azul, PAVILION_STATE: pavilion}


@chosen_by_record(EVALUATIONS)
def board_value(state: State, scratch: States, player: int) -> int:  # type: ignore[empty-body]
    """The value of a player's own board, unfinished work included."""


@chosen_by_record(EVALUATIONS)
def lead(state: State, scratch: States, player: int) -> int:  # type: ignore[empty-body]
    """A player's lead over the best opponent, as if the round ended now."""
