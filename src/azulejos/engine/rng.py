"""Random numbers for draws and playouts: SplitMix64, written out.

The generator is a counter and a mixing function, so the n-th number of a stream can be had without
the ones before it. That is what makes draw number n of a game depend on nothing but the seed, n and
the contents of the bag.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine.compiled import compiled, compiled_for
from azulejos.engine.tiles import colour_at, total

Stream = npt.NDArray[np.uint64]

GAMMA = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
MULTIPLIER = 0x2545F4914F6CDD1D
WORD = (1 << 64) - 1


def new_stream(seed: int | np.random.SeedSequence) -> Stream:
    """A stream of random numbers: one counter, in an array that compiled code can advance."""
    if not isinstance(seed, np.random.SeedSequence):
        seed = np.random.SeedSequence(seed)
    return seed.generate_state(1, np.uint64).astype(np.uint64)


def bits_at(start: int, n: int) -> int:
    """Number n of the stream that starts at a counter: 63 random bits."""
    word = (int(start) + (int(n) + 1) * GAMMA) & WORD
    word = ((word ^ (word >> 30)) * MIX_1) & WORD
    word = ((word ^ (word >> 27)) * MIX_2) & WORD
    return (word ^ (word >> 31)) >> 1


@compiled_for(bits_at)
def bits_at_unsigned(start: int, n: int) -> int:
    """`bits_at` in unsigned numbers, which wrap around."""
    word = np.uint64(start) + np.uint64(n + 1) * np.uint64(GAMMA)
    word = (word ^ (word >> np.uint64(30))) * np.uint64(MIX_1)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(MIX_2)
    return np.int64((word ^ (word >> np.uint64(31))) >> np.uint64(1))  # type: ignore[return-value]


def mixed(key: int, word: int) -> int:
    """A key of 63 bits with a word mixed in: cheaper than a random number, and good enough."""
    bits = ((int(key) ^ int(word)) * MULTIPLIER) & WORD
    return (bits ^ (bits >> 32)) >> 1


@compiled_for(mixed)
def mixed_unsigned(key: int, word: int) -> int:
    """`mixed` in unsigned numbers: compiled code assumes that signed products never overflow."""
    bits = (np.uint64(key) ^ np.uint64(word)) * np.uint64(MULTIPLIER)
    return np.int64((bits ^ (bits >> np.uint64(32))) >> np.uint64(1))  # type: ignore[return-value]


def next_bits(stream: Stream) -> int:
    """The next 63 random bits of a stream."""
    word = bits_at(int(stream[0]), 0)
    stream[0] = (int(stream[0]) + GAMMA) & WORD
    return word


@compiled_for(next_bits)
def next_bits_unsigned(stream: Stream) -> int:
    """`next_bits` in unsigned numbers."""
    word = bits_at(stream[0], 0)
    stream[0] += np.uint64(GAMMA)
    return word


@compiled
def scaled(bits: int, n: int) -> int:
    """A number below n from the upper half of some random bits; n is far below 2**32."""
    return ((bits >> 31) * n) >> 32


@compiled
def draw_from(pile: int, bits: int) -> int:
    """The colour of a tile drawn from a pile, every tile being equally likely."""
    return colour_at(pile, scaled(bits, total(pile)))
