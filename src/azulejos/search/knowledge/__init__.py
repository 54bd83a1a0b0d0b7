"""What search has to know of each game, chosen by the record's type."""

from __future__ import annotations

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.table import State
from azulejos.engine.verbs import chosen_by_record
from azulejos.search.facts import Facts
from azulejos.search.knowledge import azul, pavilion

KNOWLEDGE = {AZUL_STATE: azul, PAVILION_STATE: pavilion}


@chosen_by_record(KNOWLEDGE)
def stage(state: State) -> int:  # type: ignore[empty-body]
    """The stage of the game, for which the network has weights of its own."""


@chosen_by_record(KNOWLEDGE)
def point_of_view(state: State) -> int:  # type: ignore[empty-body]
    """The player from whose point of view a position is judged best: who is to play, or will be."""


@chosen_by_record(KNOWLEDGE)
def is_small_deal(state: State) -> bool:  # type: ignore[empty-body]
    """Whether a pending deal is one within a round, beyond which search may look."""


@chosen_by_record(KNOWLEDGE)
def write_facts(state: State, me: int, facts: Facts) -> int:  # type: ignore[empty-body]
    """Write the numbers of all facts that hold, as one player sees them. Returns how many."""


@chosen_by_record(KNOWLEDGE)
def hashed(state: State) -> int:  # type: ignore[empty-body]
    """A number from 0 to 2**63 - 1 that tells positions apart that one search may meet."""


@chosen_by_record(KNOWLEDGE)
def first_guess(state: State, action: int) -> int:  # type: ignore[empty-body]
    """How promising a move looks before any search."""
