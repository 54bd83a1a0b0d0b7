"""Transposition table: two slots a bucket, depth-preferred and always-replace.

Entries carry the generation of the search that stored them, so a table is reused without being
cleared. Threads share a table without locks: a key is stored XORed with its entry, so an entry torn
between two writers matches no key.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_noinline

# Kinds of bounds
EXACT = 0
LOWER_BOUND = 1
UPPER_BOUND = 2
NO_ACTION = 4095
#: Depth of a subtree searched to its end: no deeper search can improve it.
COMPLETE = 255
MAX_GENERATION = 255

_VALUE_OFFSET = 1 << 20  # values are stored as unsigned numbers


class TranspositionTable(NamedTuple):
    """Keys and packed entries, by slot."""

    keys: npt.NDArray[np.int64]  # XORed with their entries
    entries: npt.NDArray[np.int64]
    generation: npt.NDArray[np.int64]  # of the current search


def new_table(bits: int) -> TranspositionTable:
    """An empty table of 2**bits slots."""
    size = 1 << bits
    return TranspositionTable(
        np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(1, np.int64)
    )


@compiled_noinline
def new_search(table: TranspositionTable) -> None:
    """Invalidate all entries of earlier searches."""
    table.generation[0] += 1
    if table.generation[0] > MAX_GENERATION:
        table.generation[0] = 1
        table.entries[:] = 0


@compiled
def packed(generation: int, action: int, depth: int, bound: int, value: int) -> int:
    """An entry as one 64-bit number."""
    return ((((value + _VALUE_OFFSET) << 2 | bound) << 8 | depth) << 12 | action) << 8 | generation


@compiled
def generation_of(entry: int) -> int:
    """The generation of an entry."""
    return entry & 0xFF


@compiled
def action_of(entry: int) -> int:
    """The best move of an entry."""
    return entry >> 8 & 0xFFF


@compiled
def depth_of(entry: int) -> int:
    """The search depth of an entry."""
    return entry >> 20 & 0xFF


@compiled
def bound_of(entry: int) -> int:
    """The kind of bound of an entry's value."""
    return entry >> 28 & 3


@compiled
def value_of(entry: int) -> int:
    """The value of an entry."""
    return (entry >> 30) - _VALUE_OFFSET


@compiled_noinline
def probe(table: TranspositionTable, key: int) -> int:
    """The entry of a position, or 0."""
    first = key & (len(table.keys) - 2)
    for slot in range(first, first + 2):
        entry = int(table.entries[slot])
        if table.keys[slot] ^ entry == key and generation_of(entry) == table.generation[0]:
            return entry
    return 0


@compiled_noinline
def store(
    table: TranspositionTable, key: int, action: int, depth: int, bound: int, value: int
) -> None:
    """Store a position: in the first slot unless a deeper entry of this search holds it."""
    entry = packed(int(table.generation[0]), action, depth, bound, value)
    first = key & (len(table.keys) - 2)
    old = int(table.entries[first])
    is_other = table.keys[first] ^ old != key
    is_deeper = generation_of(old) == table.generation[0] and depth_of(old) > depth
    slot = first + int(is_other and is_deeper)
    table.keys[slot] = key ^ entry
    table.entries[slot] = entry
