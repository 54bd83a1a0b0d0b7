"""Search functions that each game implements, dispatched by the type of the record.

A game's modules stand in its `SearchGame`; see `azulejos.engine.dispatch` for the mechanism.
"""

from __future__ import annotations

from azulejos.engine.dispatch import chosen_by_record
from azulejos.engine.state import State
from azulejos.search.games import SEARCH_GAMES
from azulejos.search.nnue.features.common import Features, Summaries

_FEATURES = {layout: game.features for layout, game in SEARCH_GAMES.items()}
_ORDERING = {layout: game.ordering for layout, game in SEARCH_GAMES.items()}


# Move ordering


@chosen_by_record(_ORDERING)
def ordering_score(state: State, action: int) -> int:  # type: ignore[empty-body]
    """Heuristic score of a move, in hundredths of a point."""


@chosen_by_record(_ORDERING)
def allows_rollout(state: State) -> bool:  # type: ignore[empty-body]
    """Whether ordering scores are good enough to choose a rollout's moves here."""


# Phases of the game


@chosen_by_record(_FEATURES)
def bucket(state: State) -> int:  # type: ignore[empty-body]
    """The network's bucket: the phase of the game, with its own dense layers."""


@chosen_by_record(_FEATURES)
def point_of_view(state: State) -> int:  # type: ignore[empty-body]
    """The player to move, or who moves next after a deal: the network's best point of view."""


@chosen_by_record(_FEATURES)
def is_small_deal(state: State) -> bool:  # type: ignore[empty-body]
    """Whether a pending deal is within a round, so that tree search samples it."""


# Features


@chosen_by_record(_FEATURES)
def board_key(state: State, player: int) -> int:  # type: ignore[empty-body]
    """Hash of a board: equal only for boards with equal features and summaries."""


@chosen_by_record(_FEATURES)
def board_summary(state: State, player: int) -> int:  # type: ignore[empty-body]
    """What relations between boards need of a board, packed into one number."""


@chosen_by_record(_FEATURES)
def write_board(  # type: ignore[empty-body]
    state: State, player: int, distance: int, features: Features, count: int
) -> int:
    """Append the features of one board, `distance` seats from the point of view.

    Returns the new count of features.
    """


@chosen_by_record(_FEATURES)
def table_key(state: State) -> int:  # type: ignore[empty-body]
    """Hash of the table between the boards: equal only for tables with equal features."""


@chosen_by_record(_FEATURES)
def table_summary(state: State) -> int:  # type: ignore[empty-body]
    """What relations need of the table, packed into one number."""


@chosen_by_record(_FEATURES)
def write_table(state: State, features: Features, count: int) -> int:  # type: ignore[empty-body]
    """Append the features of the table, which do not depend on the point of view.

    Returns the new count of features.
    """


@chosen_by_record(_FEATURES)
def write_relations(  # type: ignore[empty-body]
    state: State, player: int, summaries: Summaries, features: Features, count: int
) -> int:
    """Append the features that relate boards to each other and to the table.

    Returns the new count of features.
    """


@chosen_by_record(_FEATURES)
def position_hash(state: State) -> int:  # type: ignore[empty-body]
    """Hash of a position, from 0 to 2**63 - 1, for the transposition table."""
