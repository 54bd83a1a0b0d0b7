"""Dispatch of compiled functions by game, for playouts, search and environments.

Compiled code cannot be handed a game as an argument and still be cached, so the game is chosen by
the type of the record, at compile time. Add a game by adding its modules to `RULES` and `LEGAL`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType
from typing import ParamSpec, TypeVar

import numba
import numpy as np
import numpy.typing as npt

from azulejos.engine.azul import layout as azul_layout
from azulejos.engine.azul import legal as azul_legal
from azulejos.engine.azul import rules as azul_rules
from azulejos.engine.codegen import NumbaObject, replace_in_compiled_code
from azulejos.engine.events import Log
from azulejos.engine.pavilion import layout as pavilion_layout
from azulejos.engine.pavilion import legal as pavilion_legal
from azulejos.engine.pavilion import rules as pavilion_rules
from azulejos.engine.rng import Stream
from azulejos.engine.state import State

P = ParamSpec("P")
R = TypeVar("R")

#: By a game's record, the module with its functions.
Modules = Mapping[np.dtype[np.void], ModuleType]

RULES: Modules = {azul_layout.STATE: azul_rules, pavilion_layout.STATE: pavilion_rules}
LEGAL: Modules = {azul_layout.STATE: azul_legal, pavilion_layout.STATE: pavilion_legal}


def chosen_by_record(modules: Modules) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a function stand for those of its name in some modules, one for each game.

    The first argument must be a record. In compiled code its type decides; without compilation,
    its dtype.
    """
    by_type = {numba.from_dtype(dtype): module for dtype, module in modules.items()}

    def choose(declared: Callable[P, R]) -> Callable[P, R]:
        name = declared.__name__

        def plain(state: NumbaObject, *arguments: NumbaObject) -> NumbaObject:
            return getattr(modules[state.dtype], name)(state, *arguments)

        replace_in_compiled_code(plain, lambda types: getattr(by_type[types[0]], name))
        plain.__name__, plain.__doc__ = name, declared.__doc__
        return plain  # type: ignore[return-value]

    return choose


@chosen_by_record(RULES)
def deal_tile(state: State, colour: int, log: Log) -> None:
    """Put a tile that was drawn from the bag where it is needed."""


@chosen_by_record(RULES)
def apply(state: State, action: int, log: Log) -> None:
    """Carry out a legal action, unchecked."""


@chosen_by_record(LEGAL)
def is_legal(state: State, action: int) -> bool:  # type: ignore[empty-body]
    """Whether an action may be played now."""


@chosen_by_record(LEGAL)
def legal_actions(state: State, actions: npt.NDArray[np.int16]) -> int:  # type: ignore[empty-body]
    """Write the legal actions into an array, in rising order. Returns how many there are."""


@chosen_by_record(LEGAL)
def random_action(state: State, stream: Stream) -> int:  # type: ignore[empty-body]
    """A legal action, chosen at random. A player must be to play."""


@chosen_by_record(RULES)
def winners(state: State) -> int:  # type: ignore[empty-body]
    """The winners of a finished game, as bits."""
