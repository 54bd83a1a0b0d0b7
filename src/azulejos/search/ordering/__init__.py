"""How moves look at first sight, before any judgement: by each game's rules of thumb."""

from __future__ import annotations

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.dispatch import chosen_by_record
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.state import State
from azulejos.search.ordering import azul, pavilion

GUESSES = {AZUL_STATE: azul, PAVILION_STATE: pavilion}


@chosen_by_record(GUESSES)
def first_guess(state: State, action: int) -> int:  # type: ignore[empty-body]
    """How promising a move looks before any search."""


@chosen_by_record(GUESSES)
def is_guessable(state: State) -> bool:  # type: ignore[empty-body]
    """Whether first guesses are good enough to play on by them."""
