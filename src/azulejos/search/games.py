"""Search's knowledge of each game: one record that a new game fills in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np

from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.search.nnue.features import azul as azul_features
from azulejos.search.nnue.features import azul_schema, pavilion_schema
from azulejos.search.nnue.features import pavilion as pavilion_features
from azulejos.search.nnue.features.schema import FeatureSchema
from azulejos.search.ordering import azul as azul_ordering
from azulejos.search.ordering import pavilion as pavilion_ordering


@dataclass(frozen=True)
class SearchGame:
    """How one game is searched and evaluated.

    `features` and `ordering` are modules with the compiled functions of `azulejos.search.dispatch`.
    """

    schema: FeatureSchema
    features: ModuleType
    ordering: ModuleType
    #: Numbers of players for which alpha-beta is stronger than PUCT.
    alphabeta_players: frozenset[int] = frozenset()
    #: By the number of players, the factor that calibrates logits of the networks to the results of
    #: games; 1 by default. Analysis uses it; search, which compares values only, does without.
    sharpness: Mapping[int, float] = field(default_factory=dict)


#: By the game's record.
SEARCH_GAMES: dict[np.dtype[np.void], SearchGame] = {
    AZUL_STATE: SearchGame(
        azul_schema.SCHEMA,
        azul_features,
        azul_ordering,
        alphabeta_players=frozenset({2}),
        sharpness={3: 1.4, 4: 1.2},
    ),
    PAVILION_STATE: SearchGame(
        pavilion_schema.SCHEMA,
        pavilion_features,
        pavilion_ordering,
        sharpness={2: 1.8, 3: 1.2, 4: 1.4},
    ),
}
