"""Observations: a position from the point of view of a seat, as one row of numbers.

Both games have perfect information but for the order of the bag, so an observation is the whole
position, rotated so that the observer comes first.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from azulejos.engine import find_game
from azulejos.engine.compiled import compiled
from azulejos.engine.dispatch import Modules, chosen_by_record
from azulejos.engine.state import State, States
from azulejos.envs.fields import Field, Row
from azulejos.envs.games import ENV_GAMES

OBSERVERS: Modules = {find_game(name).layout: game.observer for name, game in ENV_GAMES.items()}

#: The factors of observations that are not normalised.
NO_FACTORS = np.empty(0, np.float32)


@chosen_by_record(OBSERVERS)
def observe(state: State, seat: int, out: Row) -> None:
    """Write the observation of a seat into a row of zeros."""


@compiled
def write_observation(state: State, seat: int, out: Row, factors: npt.NDArray[np.float32]) -> None:
    """Overwrite a row with the observation of a seat, scaled by `factors` if there are any."""
    out[:] = 0
    observe(state, seat, out)
    for index in range(len(factors)):
        out[index] *= factors[index]


@compiled
def _write(states: States, seat: int, out: Row, factors: npt.NDArray[np.float32]) -> None:
    write_observation(states[0], seat, out, factors)


class Observer:
    """Observations of one game for a number of players.

    Plain observations are int16. Normalised ones are float32: each number is divided by the divisor
    of its field, so that nearly all lie between 0 and 1.
    """

    def __init__(self, game: str, players: int, *, normalised: bool = False) -> None:
        self.fields: tuple[Field, ...] = ENV_GAMES[find_game(game).name].fields(players)
        self.size = sum(field.size for field in self.fields)
        self.dtype: np.dtype[np.int16 | np.float32] = np.dtype(
            np.float32 if normalised else np.int16
        )
        divisors = self._per_value([field.divisor for field in self.fields])
        self.factors = (1 / divisors).astype(np.float32) if normalised else NO_FACTORS
        high = self._per_value([field.high for field in self.fields])
        self.high: Row = (high / divisors if normalised else high).astype(self.dtype)

    def _per_value(self, numbers: list[int]) -> npt.NDArray[np.float64]:
        """A number per field, repeated for each of the field's values."""
        return np.repeat(np.array(numbers, float), [field.size for field in self.fields])

    def buffer(self, *shape: int) -> Row:
        """A buffer for observations of any batch shape."""
        return np.zeros((*shape, self.size), self.dtype)

    def observe(self, states: States, seat: int, out: Row | None = None) -> Row:
        """The observation of `states[0]` by a seat, written to `out` if given."""
        row = self.buffer() if out is None else out
        if row.shape != (self.size,) or row.dtype != self.dtype:
            wanted, got = (
                f"{count} numbers {kind}"
                for count, kind in (((self.size,), self.dtype), (row.shape, row.dtype))
            )
            raise ValueError(f"expected a buffer of {wanted}, got {got}")
        _write(states, seat, row, self.factors)
        return row

    def named(self, row: Row) -> dict[str, Row]:
        """The fields of an observation by name, as views in their shapes."""
        views, at = {}, 0
        for field in self.fields:
            views[field.name] = row[..., at : at + field.size].reshape(
                *row.shape[:-1], *field.shape
            )
            at += field.size
        return views
