"""What is kept of games of self-play: positions, what search thought of them, and results.

A game is noted in its order: every position that a player decided on or that a deal followed. A
whole number of games is one shard, one compressed file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from azulejos.engine.state import States, new_states
from azulejos.training.errors import RunFile, TrainingError
from azulejos.training.reading import expecting

#: In place of a value: nothing was searched, or not enough.
UNKNOWN = 1 << 20


@dataclass(frozen=True)
class Notes:
    """Some games, one after the other."""

    states: States  # by position
    values: npt.NDArray[np.int32]  # what search found it worth to whoever was to play
    strays: npt.NDArray[np.bool_]  # whether another move was played than search found best
    lengths: npt.NDArray[np.int32]  # by game: how many positions it has
    shares: npt.NDArray[np.float32]  # game, player: of the victory
    leads: npt.NDArray[np.int16]  # game, player: over the best opponent, at the end

    def save(self, path: Path) -> None:
        """Keep notes in a file."""
        named = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        np.savez_compressed(path, allow_pickle=False, **named)


def load(path: Path, layout: np.dtype[np.void]) -> Notes:
    """The notes of a file, on positions of a layout."""
    with expecting(RunFile("shard"), path), np.load(path, allow_pickle=False) as stored:
        kept = {field.name: stored[field.name] for field in fields(Notes)}
    if kept["states"].dtype != layout:
        raise TrainingError("other-game", file=str(path))
    states = new_states(layout, len(kept["states"]))
    states[:] = kept["states"]
    return Notes(**{**kept, "states": states})


def length_of(path: Path) -> int:
    """How many positions a file holds, without reading them."""
    with expecting(RunFile("shard"), path), np.load(path, allow_pickle=False) as stored:
        return int(stored["lengths"].sum())


def joined(notes: Sequence[Notes]) -> Notes:
    """The games of several notes, in their order."""
    parts = {field.name: [getattr(own, field.name) for own in notes] for field in fields(Notes)}
    return Notes(**{name: np.concatenate(arrays) for name, arrays in parts.items()})
