"""Who sits where in which game: every deal is played from all sides.

Games come in rounds of as many as there are players. All games of a round have the same tiles and
the same first seat, and the contestants move on by a seat from one to the next. Two contestants at
a table of two are thus a pair of games; at a larger table the first sits alone among the second's.
Of more contestants all that fit at a table meet, in every order around it, deal by deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations
from math import factorial

Seats = tuple[int, ...]  # the numbers of the contestants, by seat


@dataclass(frozen=True)
class Sitting:
    """One game to be played."""

    number: int
    deal: int
    first_seat: int
    seats: Seats


@dataclass(frozen=True)
class Schedule:
    """All games that so many contestants play at tables of so many seats, endlessly."""

    contestants: int
    players: int

    @cached_property
    def tables(self) -> tuple[Seats, ...]:
        """Who meets."""
        everybody = tuple(range(self.contestants))
        if self.contestants >= self.players:
            return tuple(combinations(everybody, self.players))
        if self.contestants == 2:
            return ((0,) + (1,) * (self.players - 1),)
        return tuple((*everybody, twice) for twice in everybody)  # three at a table of four

    def sitting(self, number: int) -> Sitting:
        """Game number n."""
        round_, turn = divmod(number, self.players)
        deal, table = divmod(round_, len(self.tables))
        seats = self._arranged(self.tables[table], deal)
        rotated = seats[-turn:] + seats[:-turn] if turn else seats
        return Sitting(number, deal, deal % self.players, rotated)

    def _arranged(self, table: Seats, deal: int) -> Seats:
        """A table in one of the orders around it, which take turns."""
        others = permutations(table[1:])
        order = deal % factorial(self.players - 1)
        return (table[0], *next(islice(others, order, None)))

    def whole(self, games: int) -> int:
        """So many games, and those that are missing to the last whole round."""
        return -(-games // self.players) * self.players
