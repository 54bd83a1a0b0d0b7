"""Standings: what positions of one phase of a round have in common, whatever was played in it.

People who play without hints shall get no help with their position: neither with the exact one, nor
with one of the moves that follow, nor where factories, seats, names of colours, the bag or scores
were changed to hide it. So positions are not compared whole. A standing holds what never changes,
only grows or only shrinks while a phase lasts; `fits` says whether a position can have come from
the beginning of a phase, give or take a few tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import permutations, product

import msgspec

#: Tiles that must agree, and more of them for each that does not, up to the last of these; the
#: second number where no tiles are counted. Unrelated positions hardly ever have so much in common.
ENOUGH, ENOUGH_UNCOUNTED = 8, 12
ENOUGH_MORE, MOST_DIFFERENT = 4, 3
#: What equal numbers of tiles by colour count, with at most one tile that differs, and a factory.
EQUAL_TILES, NEARLY_EQUAL_TILES, FACTORY = 8, 4, 4


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """What is compared of a position. Facts of seats are texts that end with a colour's letter."""

    phase: str
    #: Tiles in play by colour, where the phase does not change them; else empty.
    tiles: dict[str, int]
    #: The letters of each factory, from a to z. Factories only become fewer.
    factories: list[str]
    #: Facts of each seat that only become more, and that only become fewer.
    growing: list[list[str]]
    shrinking: list[list[str]]

    @property
    def key(self) -> str:
        """Equal for all positions of a phase of a round, whatever the colours are called."""
        return self._key(self.tiles.values())

    def near_keys(self) -> set[str]:
        """The keys of positions with one tile more, one fewer or one of another colour too."""
        keys = {self.key}
        for colour in self.tiles:
            for change in (1, -1):
                counts = {**self.tiles, colour: self.tiles[colour] + change}
                keys.add(self._key(counts.values()))
                for other in self.tiles:
                    keys.add(self._key({**counts, other: counts[other] - change}.values()))
        return keys

    def _key(self, counts: Iterable[int]) -> str:
        return f"{self.phase} {'-'.join(map(str, sorted(counts)))}"

    def fits(self, begun: Standing) -> bool:
        """Whether a phase that began like this can have led here, or nearly."""
        return self._fits(begun) or any(
            self._renamed(names)._fits(begun) for names in self._names(begun)
        )

    def _fits(self, begun: Standing) -> bool:
        factories, others = Counter(self.factories), Counter(begun.factories)
        agreeing = FACTORY * (factories & others).total()
        differing = (factories - others).total()
        enough = ENOUGH_UNCOUNTED
        if self.tiles:
            distance = self._distance(begun)
            agreeing += (EQUAL_TILES, NEARLY_EQUAL_TILES, *[0] * distance)[distance]
            differing += distance
            enough = ENOUGH
        if differing > MOST_DIFFERENT:  # almost always
            return False
        seats = range(len(self.growing))
        for first in seats:
            agree, differ = agreeing, differing
            for seat, other in zip([*seats[first:], *seats[:first]], seats, strict=True):
                agrees, differs = self._compare(seat, begun, other)
                agree, differ = agree + agrees, differ + differs
            if differ <= MOST_DIFFERENT and agree >= enough + ENOUGH_MORE * differ:
                return True
        return False

    def _distance(self, begun: Standing) -> int:
        """Tiles that are of another colour, more or fewer."""
        colours = self.tiles.keys() | begun.tiles.keys()
        pairs = ((self.tiles.get(colour, 0), begun.tiles.get(colour, 0)) for colour in colours)
        return (sum(abs(count - other) for count, other in pairs) + 1) // 2

    def _compare(self, seat: int, begun: Standing, other: int) -> tuple[int, int]:
        """Facts of a seat that agree with those of another at the beginning, and that do not."""
        grown, before = Counter(self.growing[seat]), Counter(begun.growing[other])
        left, first = Counter(self.shrinking[seat]), Counter(begun.shrinking[other])
        agreeing = (grown & before).total() + (left & first).total()
        return agreeing, (before - grown).total() + (left - first).total()

    def _names(self, begun: Standing) -> Iterator[dict[str, str]]:
        """Other names for the colours by which the numbers of tiles are those of the beginning."""
        numbers = sorted(self.tiles.values())
        if numbers != sorted(begun.tiles.values()):
            return
        groups = [_with_count(self.tiles, count) for count in sorted({*numbers})]
        ways = [permutations(_with_count(begun.tiles, count)) for count in sorted({*numbers})]
        old = [colour for group in groups for colour in group]
        for way in product(*ways):
            new = [colour for group in way for colour in group]
            if new != old:
                yield dict(zip(old, new, strict=True))

    def _renamed(self, names: Mapping[str, str]) -> Standing:
        """The same with other names of colours; the numbers of tiles then prove nothing."""
        table = str.maketrans(dict(names))
        return Standing(
            self.phase,
            {},
            ["".join(sorted(letters.translate(table))) for letters in self.factories],
            [[fact.translate(table) for fact in facts] for facts in self.growing],
            [[fact.translate(table) for fact in facts] for facts in self.shrinking],
        )


def _with_count(tiles: Mapping[str, int], count: int) -> list[str]:
    return [colour for colour, number in tiles.items() if number == count]
