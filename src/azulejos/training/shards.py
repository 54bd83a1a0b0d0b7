"""Shards: files with games of self-play, as positions, search values and results.

A game's positions are in order: all where a player moved, and all before a deal. A shard holds
whole games in one compressed file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from azulejos.engine.state import States, new_states
from azulejos.training.errors import RunFile, TrainingError
from azulejos.training.files import expecting, read_arrays

#: Value of a position that was not searched, or not to the first depth.
UNKNOWN = 1 << 20


@dataclass(frozen=True)
class Shard:
    """Games of self-play, one after the other; the field names are the keys of its file."""

    states: States  # by position
    values: npt.NDArray[np.int32]  # by position: search value to the player to move
    explored: npt.NDArray[np.bool_]  # by position: an exploration move was played
    lengths: npt.NDArray[np.int32]  # by game: its number of positions
    victory_shares: npt.NDArray[np.float32]  # game, player
    leads: npt.NDArray[np.int16]  # game, player: over the best opponent, at the end

    def save(self, path: Path) -> None:
        """Write the shard to a file."""
        named = {field.name: np.asarray(getattr(self, field.name)) for field in fields(self)}
        np.savez_compressed(path, allow_pickle=False, **named)


def load(path: Path, layout: np.dtype[np.void]) -> Shard:
    """Read a shard with positions of a layout."""
    with expecting(RunFile("shard"), path):
        stored = read_arrays(path)
        arrays = {field.name: stored[field.name] for field in fields(Shard)}
    if arrays["states"].dtype != layout:
        raise TrainingError("other-game", file=str(path))
    states = new_states(layout, len(arrays["states"]))
    states[:] = arrays["states"]
    return Shard(**{**arrays, "states": states})


def length_of(path: Path) -> int:
    """The number of positions in a shard, without reading them."""
    with expecting(RunFile("shard"), path), np.load(path, allow_pickle=False) as stored:
        return int(stored["lengths"].sum())


def concatenated(shards: Sequence[Shard]) -> Shard:
    """The games of several shards, in order."""
    parts = {field.name: [getattr(own, field.name) for own in shards] for field in fields(Shard)}
    return Shard(**{name: np.concatenate(arrays) for name, arrays in parts.items()})
