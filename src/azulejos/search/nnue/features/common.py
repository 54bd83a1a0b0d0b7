"""Types, sizes and hash keys that the features of all games share."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.rng import bits_at
from azulejos.engine.state import MAX_PLAYERS

#: Indices of active features.
Features: TypeAlias = npt.NDArray[np.int16]
#: Summaries of the boards by distance, then that of the table: input of `write_relations`.
Summaries: TypeAlias = npt.NDArray[np.int64]
SUMMARIES = MAX_PLAYERS + 1
#: Upper bound for the number of active features of a position.
MAX_ACTIVE = 256

#: Odd multipliers, one for each field: a position's hash is the mixed sum of its fields, each times
#: its multiplier.
HASH_KEYS = np.array([bits_at(2026, n) | 1 for n in range(64)], np.int64)
