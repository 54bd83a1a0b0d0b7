"""Schedule of a match: every deal is played from all seats.

Games come in rounds of as many games as there are players. All games of a round have the same tiles
and the same first seat; the contestants rotate by one seat from game to game. With two contestants
and two players a round is a pair of games. With two contestants and more players, the first
contestant sits alone and the second takes all other seats. With more contestants, all subsets that
fit at a table meet, in every seating order, deal by deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations
from math import factorial

Seats = tuple[int, ...]  # contestant numbers, by seat


@dataclass(frozen=True)
class ScheduledGame:
    """One game of a schedule."""

    number: int
    deal: int
    first_seat: int
    seats: Seats


@dataclass(frozen=True)
class Schedule:
    """The unbounded sequence of games between `contestants` at tables of `players`."""

    contestants: int
    players: int

    @cached_property
    def tables(self) -> tuple[Seats, ...]:
        """The groups of contestants that meet."""
        numbers = tuple(range(self.contestants))
        if self.contestants >= self.players:
            return tuple(combinations(numbers, self.players))
        if self.contestants == 2:
            return ((0,) + (1,) * (self.players - 1),)
        return tuple((*numbers, twice) for twice in numbers)  # three contestants, four seats

    def game(self, number: int) -> ScheduledGame:
        """Game `number`, counted from 0."""
        round_, turn = divmod(number, self.players)
        deal, table = divmod(round_, len(self.tables))
        seats = self._seating_order(self.tables[table], deal)
        rotated = seats[-turn:] + seats[:-turn] if turn else seats
        return ScheduledGame(number, deal, deal % self.players, rotated)

    def _seating_order(self, table: Seats, deal: int) -> Seats:
        """The seating order of a table for a deal; all orders take turns."""
        orders = permutations(table[1:])
        index = deal % factorial(self.players - 1)
        return (table[0], *next(islice(orders, index, None)))

    def whole_rounds(self, games: int) -> int:
        """A number of games, rounded up to whole rounds."""
        return -(-games // self.players) * self.players
