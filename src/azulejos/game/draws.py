"""The source of a game's tiles: handed-in deals, then a seeded generator.

Draw number n depends on nothing but the seed, n, and what is in the bag: games with one seed can be
compared, and taking back a move and playing it again draws the same tiles. The numbers come from a
keyed hash, so that earlier draws do not reveal later ones.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from azulejos.engine import unchecked
from azulejos.engine.errors import BadOption
from azulejos.engine.parameters import Range
from azulejos.engine.state import States

SEED_BITS = 256


class Draws:
    """The tiles of one game, by the number of the draw."""

    def __init__(self, handed: Sequence[int] = (), seed: int | None = None) -> None:
        """Handed-in tiles come first; after them the seed draws, if there is one."""
        if seed is not None and not (type(seed) is int and 0 <= seed < 1 << SEED_BITS):
            expected = Range(0, f"2**{SEED_BITS} - 1", "whole")
            raise BadOption("out-of-range", option="seed", expected=expected, got=seed)
        self._handed = tuple(handed)
        self._key = None if seed is None else seed.to_bytes(SEED_BITS // 8)

    @classmethod
    def unforeseeable(cls) -> Draws:
        """Draws by a random seed of the operating system."""
        return cls(seed=secrets.randbits(SEED_BITS))

    def colour(self, states: States, number: int) -> int | None:
        """The colour of draw `number`; None without a seed."""
        if number < len(self._handed):
            return self._handed[number]
        if self._key is None:
            return None
        return unchecked.draw(states, self._bits("draw", number))

    def seat(self, players: int) -> int:
        """A first player, by chance; by the seed if there is one."""
        if self._key is None:
            return secrets.randbelow(players)
        return self._bits("first player", 0) * players >> 63

    def _bits(self, purpose: str, number: int) -> int:
        """63 random bits."""
        assert self._key is not None
        message = number.to_bytes(8)
        digest = hashlib.blake2b(message, key=self._key, person=purpose.encode(), digest_size=8)
        return int.from_bytes(digest.digest()) >> 1
