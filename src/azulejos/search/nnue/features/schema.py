"""Schema of network features: named blocks with shapes, offsets computed.

The feature writers, the trainer's factorizer and the tests all read a game's schema. A feature's
index is the base of its section (a board by distance, or the table), plus its block's offset in the
section, plus its place in the block, the last dimension varying fastest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import ClassVar

import numpy as np
import numpy.typing as npt


class Block:
    """A block of features, one for each place in an array of a shape."""

    def __init__(self, *shape: int) -> None:
        self.shape = shape
        self.size = prod(shape)
        self.name = ""
        self.offset = 0

    def index(self, *place: int) -> int:
        """The index, within the section, of the feature at a place."""
        index = 0
        for number, size in zip(place, self.shape, strict=True):
            if not 0 <= number < size:
                raise IndexError(f"{place} is outside {self}")
            index = index * size + number
        return self.offset + index

    def places(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """All features: index within the section, and place."""
        yield from enumerate(product(*map(range, self.shape)), start=self.offset)

    def __contains__(self, index: int) -> bool:
        return self.offset <= index < self.offset + self.size

    def __repr__(self) -> str:
        return f"Block({self.name!r}, shape={self.shape}, offset={self.offset})"


class Section:
    """Blocks one after the other, declared as class attributes in the order of their offsets."""

    blocks: ClassVar[dict[str, Block]] = {}
    size: ClassVar[int] = 0

    def __init_subclass__(cls) -> None:
        cls.blocks = {name: own for name, own in vars(cls).items() if isinstance(own, Block)}
        cls.size = 0
        for name, block in cls.blocks.items():
            block.name, block.offset = name, cls.size
            cls.size += block.size


class BoardSection(Section):
    """Features of one board. Every game has a block of leads in points, from -n to n."""

    lead: ClassVar[Block]


@dataclass(frozen=True)
class FeatureSchema:
    """All features of a game: a section for each board by distance, then one for the table."""

    board: type[BoardSection]
    table: type[Section]
    buckets: int

    def count(self, players: int) -> int:
        """The number of features for a number of players."""
        return self.table_base(players) + self.table.size

    def board_base(self, distance: int) -> int:
        """The index of the first feature of the board at a distance."""
        return distance * self.board.size

    def table_base(self, players: int) -> int:
        """The index of the first feature of the table."""
        return players * self.board.size

    def lead_features(self, distance: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Indices of the features of leads over the player at a distance, and these leads."""
        lead = self.board.lead
        leads = np.arange(lead.size) - lead.size // 2
        return self.board_base(distance) + lead.offset + np.arange(lead.size), leads
