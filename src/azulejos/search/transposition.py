"""The table of positions that were searched before: what they are worth, and their best move.

Two places for each slot: one keeps what was searched deepest, the other what came last. Every
search has a mark of its own, so that a table can be used again without being wiped. Several threads
may share a table: a key is stored crossed with its entry, so that halves of two do not match.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_apart

#: What a stored value says: the position is worth exactly, at least, or at most so much.
EXACT = 0
AT_LEAST = 1
AT_MOST = 2
NO_ACTION = 4095
#: In place of a depth: every line was searched to its end, so that no depth can tell more.
COMPLETE = 255
MARKS = 255

_BASE = 1 << 20  # values are stored from 0 on


class Table(NamedTuple):
    """Keys and what is known of their positions."""

    keys: npt.NDArray[np.int64]  # crossed with their entries
    entries: npt.NDArray[np.int64]
    mark: npt.NDArray[np.int64]  # of the present search


def new_table(bits: int) -> Table:
    """An empty table of 2**bits places."""
    size = 1 << bits
    return Table(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(1, np.int64))


@compiled_apart
def start_search(table: Table) -> None:
    """Forget all that earlier searches stored."""
    table.mark[0] += 1
    if table.mark[0] > MARKS:
        table.mark[0] = 1
        table.entries[:] = 0


@compiled
def packed(mark: int, action: int, depth: int, bound: int, value: int) -> int:
    """An entry as one number."""
    return ((((value + _BASE) << 2 | bound) << 8 | depth) << 12 | action) << 8 | mark


@compiled
def mark_of(entry: int) -> int:
    """The mark of the search that made an entry."""
    return entry & 0xFF


@compiled
def action_of(entry: int) -> int:
    """The best move of an entry."""
    return entry >> 8 & 0xFFF


@compiled
def depth_of(entry: int) -> int:
    """How deep an entry was searched."""
    return entry >> 20 & 0xFF


@compiled
def bound_of(entry: int) -> int:
    """What the value of an entry says."""
    return entry >> 28 & 3


@compiled
def value_of(entry: int) -> int:
    """The value of an entry."""
    return (entry >> 30) - _BASE


@compiled_apart
def find(table: Table, key: int) -> int:
    """The entry of a position, or 0."""
    slot = key & (len(table.keys) - 2)
    for place in range(slot, slot + 2):
        entry = int(table.entries[place])
        if table.keys[place] ^ entry == key and mark_of(entry) == table.mark[0]:
            return entry
    return 0


@compiled_apart
def store(table: Table, key: int, action: int, depth: int, bound: int, value: int) -> None:
    """Keep what is now known of a position."""
    entry = packed(int(table.mark[0]), action, depth, bound, value)
    slot = key & (len(table.keys) - 2)
    old = int(table.entries[slot])
    is_other = table.keys[slot] ^ old != key
    keeps = is_other and mark_of(old) == table.mark[0] and depth_of(old) > depth
    place = slot + int(keeps)
    table.keys[place] = key ^ entry
    table.entries[place] = entry
