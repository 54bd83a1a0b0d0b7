"""Counting and finding bits, as single machine instructions.

Each function has a plain Python body, used when compilation is switched off, and a compiled twin
chosen by Numba. A test holds the two together.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
from numba.core import types
from numba.extending import intrinsic

from azulejos.engine.codegen import NumbaObject, replace_in_compiled_code
from azulejos.engine.compiled import compiled, compiled_for

# Patterns in each of four bytes.
BYTES = 0x01010101
ALL_BYTES = 0xFF * BYTES
TOP_BITS = 0x80 * BYTES
PAIRS = 0x55 * BYTES
NIBBLE_PAIRS = 0x33 * BYTES
NIBBLES = 0x0F * BYTES


def _places_in_bytes() -> npt.NDArray[np.int8]:
    """BIT_IN_BYTE[byte, n]: the place of its n-th set bit."""
    table = np.zeros((256, 8), np.int8)
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        table[byte, : len(places)] = places
    return table


BIT_IN_BYTE = _places_in_bytes()


def popcount(bits: int) -> int:
    """How many bits are set in a number from 0 to 2**63 - 1."""
    return int(bits).bit_count()


def lowest_bit(bits: int) -> int:
    """The place of the lowest set bit, counted from 0. The number must not be 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


def nth_bit(bits: int, n: int) -> int:
    """The place of the n-th set bit, both counted from 0. The number must have that many."""
    for _ in range(n):
        bits &= bits - 1
    return lowest_bit(bits)


@intrinsic
def _popcount(typing_context: NumbaObject, bits: NumbaObject) -> NumbaObject:
    def generate(
        context: NumbaObject, builder: NumbaObject, signature: NumbaObject, arguments: NumbaObject
    ) -> NumbaObject:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context: NumbaObject, bits: NumbaObject) -> NumbaObject:
    def generate(
        context: NumbaObject, builder: NumbaObject, signature: NumbaObject, arguments: NumbaObject
    ) -> NumbaObject:
        zero_is_undefined = ir.Constant(ir.IntType(1), 1)
        return builder.cttz(arguments[0], zero_is_undefined)

    return types.int64(types.int64), generate


@intrinsic
def _deposit(typing_context: NumbaObject, source: NumbaObject, mask: NumbaObject) -> NumbaObject:
    """PDEP: the low bits of a number, spread over the set bits of a mask."""

    def generate(
        context: NumbaObject, builder: NumbaObject, signature: NumbaObject, arguments: NumbaObject
    ) -> NumbaObject:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(
            builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), arguments
        )

    return types.int64(types.int64, types.int64), generate


@compiled_for(popcount)
def popcount_instruction(bits: int) -> int:
    """CTPOP."""
    return _popcount(bits)  # type: ignore[call-arg]


@compiled_for(lowest_bit)
def lowest_bit_instruction(bits: int) -> int:
    """CTTZ."""
    return _trailing_zeros(bits)  # type: ignore[call-arg]


@compiled
def nth_bit_by_deposit(bits: int, n: int) -> int:
    """The place of the n-th set bit, in two instructions."""
    return _trailing_zeros(_deposit(1 << n, bits))  # type: ignore[call-arg]


@compiled
def nth_bit_anywhere(bits: int, n: int) -> int:
    """The same on any processor, without a loop whose length the processor would have to guess.

    In the half that holds the bit, the set bits of every byte are counted at once, then added up;
    the first byte whose sum exceeds n holds it.
    """
    below = popcount(bits & ALL_BYTES)
    base = 32 * int(n >= below)
    half = (bits >> base) & ALL_BYTES
    n -= below * int(n >= below)
    counts = half - ((half >> 1) & PAIRS)
    counts = (counts & NIBBLE_PAIRS) + ((counts >> 2) & NIBBLE_PAIRS)
    counts = (counts + (counts >> 4)) & NIBBLES
    sums = (counts * BYTES) & ALL_BYTES
    passed = popcount(((n * BYTES | TOP_BITS) - sums) & TOP_BITS) * 8
    rank = n - (((sums << 8) >> passed) & 0xFF)
    return base + passed + int(BIT_IN_BYTE[(half >> passed) & 0xFF, rank])


def _has_fast_deposit() -> bool:
    """Whether PDEP is there and quick: AMD made it so with Zen 3."""
    slow = ("znver1", "znver2")
    return bool(get_host_cpu_features().get("bmi2")) and get_host_cpu_name() not in slow


replace_in_compiled_code(
    nth_bit, lambda _: nth_bit_by_deposit if _has_fast_deposit() else nth_bit_anywhere
)
