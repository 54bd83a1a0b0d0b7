"""What every game can do, for code that serves all games: playouts, search, environments.

Compiled code cannot be handed a game as an argument and still be cached, so the game is chosen by
the type of the record, at compile time. Add a game by adding its rules to `RULES`.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from azulejos.engine.azul import layout as azul_layout
from azulejos.engine.azul import rules as azul_rules
from azulejos.engine.chance import Stream
from azulejos.engine.events import Log
from azulejos.engine.pavilion import layout as pavilion_layout
from azulejos.engine.pavilion import rules as pavilion_rules
from azulejos.engine.table import State

RULES: dict[np.dtype[np.void], ModuleType] = {
    azul_layout.STATE: azul_rules,
    pavilion_layout.STATE: pavilion_rules,
}
_RULES_BY_TYPE = {numba.from_dtype(dtype): rules for dtype, rules in RULES.items()}


def deal_tile(state: State, colour: int, log: Log) -> None:
    """Put a tile that was drawn from the bag where it is needed."""
    RULES[state.dtype].deal_tile(state, colour, log)


@overload(deal_tile)
def _deal_tile(state: Any, colour: Any, log: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def deal_tile(state: Any, colour: Any, log: Any) -> Any:
        rules.deal_tile(state, colour, log)

    return deal_tile


def apply(state: State, action: int, log: Log) -> None:
    """Carry out a legal action, unchecked."""
    RULES[state.dtype].apply(state, action, log)


@overload(apply)
def _apply(state: Any, action: Any, log: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def apply(state: Any, action: Any, log: Any) -> Any:
        rules.apply(state, action, log)

    return apply


def is_legal(state: State, action: int) -> bool:
    """Whether an action may be played now."""
    return bool(RULES[state.dtype].is_legal(state, action))


@overload(is_legal)
def _is_legal(state: Any, action: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def is_legal(state: Any, action: Any) -> Any:
        return rules.is_legal(state, action)

    return is_legal


def legal_actions(state: State, actions: npt.NDArray[np.int16]) -> int:
    """Write the legal actions into an array, in rising order. Returns how many there are."""
    return int(RULES[state.dtype].legal_actions(state, actions))


@overload(legal_actions)
def _legal_actions(state: Any, actions: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def legal_actions(state: Any, actions: Any) -> Any:
        return rules.legal_actions(state, actions)

    return legal_actions


def random_action(state: State, stream: Stream) -> int:
    """A legal action, all equally likely. A player must be to play."""
    return int(RULES[state.dtype].random_action(state, stream))


@overload(random_action)
def _random_action(state: Any, stream: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def random_action(state: Any, stream: Any) -> Any:
        return rules.random_action(state, stream)

    return random_action


def winners(state: State) -> int:
    """The winners of a finished game, as bits."""
    return int(RULES[state.dtype].winners(state))


@overload(winners)
def _winners(state: Any) -> Any:
    rules = _RULES_BY_TYPE[state]

    def winners(state: Any) -> Any:
        return rules.winners(state)

    return winners
