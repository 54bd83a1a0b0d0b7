"""Piles of tiles as numbers: what lies in a bag, on a factory, on a floor line.

A pile is one integer with a ten-bit lane per colour, so that adding two piles is adding two
numbers. Ten bits leave room for the sums below to stay inside their lanes; six lanes fit into a
signed 64-bit integer, enough for both games.
"""

from __future__ import annotations

from azulejos.engine.compiled import compiled

LANE = 10
LANES = 6
LANE_MASK = (1 << LANE) - 1
#: One tile of every colour.
ONE_OF_EACH = sum(1 << (LANE * colour) for colour in range(LANES))
TOP_BITS = ONE_OF_EACH << (LANE - 1)
ALL_LANES = (1 << (LANE * LANES)) - 1


@compiled
def pile_of(colour: int, count: int) -> int:
    """A pile of some tiles of one colour."""
    return count << (LANE * colour)


@compiled
def count_of(pile: int, colour: int) -> int:
    """How many tiles of a colour lie in the pile."""
    return (pile >> (LANE * colour)) & LANE_MASK


@compiled
def sums_by_colour(pile: int) -> int:
    """Lane c holds the number of tiles of the colours 0 to c."""
    return (int(pile) * ONE_OF_EACH) & ALL_LANES


@compiled
def total(pile: int) -> int:
    """How many tiles lie in the pile."""
    return sums_by_colour(pile) >> (LANE * (LANES - 1))


@compiled
def colour_at(pile: int, index: int) -> int:
    """The colour of a tile when the pile is laid out by colour and counted from 0.

    All lanes are compared at once: a lane keeps its top bit where the sum is at most `index`.
    """
    exceeded = ((index * ONE_OF_EACH) | TOP_BITS) - sums_by_colour(pile)
    return (
        (((exceeded & TOP_BITS) >> (LANE - 1)) * ONE_OF_EACH) >> (LANE * (LANES - 1))
    ) & LANE_MASK


#: A factor that gathers the lowest bits of all lanes side by side, from bit 50 on: bit 10c times
#: bit 50 - 9c is bit 50 + c, and no other product falls there or carries into it.
GATHER = sum(1 << (LANE * (LANES - 1) - (LANE - 1) * colour) for colour in range(LANES))
MAX_OF_EACH = ONE_OF_EACH * ((1 << (LANE - 1)) - 1)


@compiled
def colours_in(pile: int) -> int:
    """The colours that lie in the pile, as bits."""
    lanes = ((pile + MAX_OF_EACH) & TOP_BITS) >> (LANE - 1)
    return ((int(lanes) * GATHER) >> (LANE * (LANES - 1))) & ((1 << LANES) - 1)


@compiled
def contains(pile: int, part: int) -> bool:
    """Whether there are at least as many tiles of every colour in the pile as in a part."""
    return ((pile | TOP_BITS) - part) & TOP_BITS == TOP_BITS
