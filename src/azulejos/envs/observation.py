"""Observations: what a seat sees of a position, as one row of numbers with named fields.

Everything in both games lies open on the table, so an observation is the whole position, turned so
that the observer comes first. Only the order of the tiles in the bag is unknown, and to everybody.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.engine import find_game
from azulejos.engine.azul.layout import STATE as AZUL_STATE
from azulejos.engine.compiled import compiled
from azulejos.engine.dispatch import chosen_by_record
from azulejos.engine.pavilion.layout import STATE as PAVILION_STATE
from azulejos.engine.state import State, States
from azulejos.envs import azul, pavilion
from azulejos.envs.fields import Field, Row

OBSERVERS = {AZUL_STATE: azul, PAVILION_STATE: pavilion}

#: What divides nothing: the factors of observations that are not normalised.
NO_FACTORS = np.empty(0, np.float32)


@chosen_by_record(OBSERVERS)
def observe(state: State, seat: int, out: Row) -> None:
    """Write what a seat sees into a row of zeros."""


@compiled
def write_observation(state: State, seat: int, out: Row, factors: npt.NDArray[np.float32]) -> None:
    """Write what a seat sees over a row, each number times its factor if there are any."""
    out[:] = 0
    observe(state, seat, out)
    for index in range(len(factors)):
        out[index] *= factors[index]


@compiled
def _write(states: States, seat: int, out: Row, factors: npt.NDArray[np.float32]) -> None:
    write_observation(states[0], seat, out, factors)


class Observer:
    """Sees the positions of one game for some number of players.

    Plain observations are whole numbers of type int16. Normalised ones are float32: each number is
    divided by the divisor of its field, so that nearly all lie between 0 and 1.
    """

    def __init__(self, game: str, players: int, *, normalised: bool = False) -> None:
        self.fields: tuple[Field, ...] = OBSERVERS[find_game(game).layout].fields(players)
        self.size = sum(field.size for field in self.fields)
        self.dtype: np.dtype[Any] = np.dtype(np.float32 if normalised else np.int16)
        divisors = self._spread([field.divisor for field in self.fields])
        self.factors = (1 / divisors).astype(np.float32) if normalised else NO_FACTORS
        high = self._spread([field.high for field in self.fields])
        self.high: npt.NDArray[Any] = (high / divisors if normalised else high).astype(self.dtype)

    def _spread(self, numbers: list[int]) -> npt.NDArray[np.float64]:
        """A number for each field, repeated over the field."""
        return np.repeat(np.array(numbers, float), [field.size for field in self.fields])

    def buffer(self, *shape: int) -> npt.NDArray[Any]:
        """Room for observations, as many as the shape says."""
        return np.zeros((*shape, self.size), self.dtype)

    def observe(
        self, states: States, seat: int, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """What a seat sees of the first of some positions, in the caller's buffer if given."""
        row = self.buffer() if out is None else out
        if row.shape != (self.size,) or row.dtype != self.dtype:
            wanted, got = (
                f"{count} numbers {kind}"
                for count, kind in (((self.size,), self.dtype), (row.shape, row.dtype))
            )
            raise ValueError(f"expected a buffer of {wanted}, got {got}")
        _write(states, seat, row, self.factors)
        return row

    def named(self, row: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields of an observation by name, as views in their shapes."""
        views, at = {}, 0
        for field in self.fields:
            views[field.name] = row[..., at : at + field.size].reshape(
                *row.shape[:-1], *field.shape
            )
            at += field.size
        return views
