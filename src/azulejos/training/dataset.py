"""What the network learns from: the facts of a position, and what it was worth to somebody.

With two players a position is one example, told from the point of view that search asks for. With
more, it is one from each player's point of view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from azulejos.search.nnue.features.common import FACT_ROOM, Facts
from azulejos.training import targets
from azulejos.training.config import Plan
from azulejos.training.feature_batches import views, write_all
from azulejos.training.shards import Notes, length_of, load

#: About so many examples at most are learned from: they have to fit into memory.
MOST_EXAMPLES = 5_000_000


@dataclass(frozen=True)
class Examples:
    """Some examples."""

    facts: Facts  # example, place: the rest of each row is filled with the number of facts
    stages: npt.NDArray[np.int8]
    shares: npt.NDArray[np.float32]  # of the victory
    leads: npt.NDArray[np.float32]  # points

    def __len__(self) -> int:
        return len(self.stages)


def examples_of(notes: Notes, facts: int, keep: float = 1.0) -> Examples:
    """The examples in some notes on a game with so many facts, or such a part of them."""
    players = notes.shares.shape[1]
    own = views(notes.states)
    shares, leads = targets.shares(notes, own), targets.leads(notes)
    rows = np.arange(len(own))
    seen_by = own
    if players > 2:
        rows = np.repeat(rows, players)
        seen_by = np.tile(np.arange(players, dtype=np.int8), len(own))
    kept = chosen(len(rows), keep)
    rows, seen_by = rows[kept], seen_by[kept]
    told = np.full((len(rows), FACT_ROOM), facts, np.int16)
    stages = np.zeros(len(rows), np.int8)
    write_all(notes.states[rows], seen_by, told, stages)
    longest = int((told != facts).sum(axis=1).max(initial=0))
    return Examples(told[:, :longest].copy(), stages, shares[rows, seen_by], leads[rows, seen_by])


def chosen(count: int, keep: float) -> npt.NDArray[np.bool_]:
    """Which of so many examples are kept: by chance, since any pattern would favour some seat."""
    words = np.random.SeedSequence(count).generate_state(count)
    return words < keep * 2**32


def gathered(plan: Plan, shards: Sequence[Path], most: int = MOST_EXAMPLES) -> Examples:
    """The examples of many shards, or a part of each if they are about more than so many."""
    views_of_each = 1 if plan.players == 2 else plan.players
    total = views_of_each * sum(map(length_of, shards))
    keep = min(1.0, most / max(1, total))
    parts = [examples_of(load(path, plan.layout), plan.facts, keep) for path in shards]
    longest = max(part.facts.shape[1] for part in parts)
    facts = np.full((sum(map(len, parts)), longest), plan.facts, np.int16)
    start = 0
    for part in parts:
        facts[start : start + len(part), : part.facts.shape[1]] = part.facts
        start += len(part)
    return Examples(
        facts,
        np.concatenate([part.stages for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.leads for part in parts]),
    )
