"""Facts about a position: lists of numbers, and the keys by which positions are hashed."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from azulejos.engine.rng import bits_at
from azulejos.engine.state import MAX_PLAYERS

#: The numbers of the facts that hold.
Facts: TypeAlias = npt.NDArray[np.int16]
#: By distance, how the players stand: what has to be compared between boards, as one number each.
#: The last is that of the table between them.
Standings: TypeAlias = npt.NDArray[np.int64]
STANDINGS = MAX_PLAYERS + 1
#: More facts than ever hold at once.
FACT_ROOM = 256

#: Odd factors, one for each field of a position: a position's hash is the sum of its fields, each
#: times its key, well mixed.
KEYS = np.array([bits_at(2026, n) | 1 for n in range(64)], np.int64)
