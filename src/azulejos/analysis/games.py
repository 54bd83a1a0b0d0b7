"""Analysis' knowledge of each game: one record that a new game fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from azulejos.engine import AnyPosition
from azulejos.engine.azul.layout import COLOURS, COLUMNS, ROWS
from azulejos.engine.azul.rules import LEFT_COLUMN
from azulejos.engine.pavilion.board import FULL_STAR, NUMBER_SPACES
from azulejos.engine.pavilion.layout import SLOTS, STARS

#: What bonuses at the end of a game are given for.
BonusKind: TypeAlias = Literal["column", "colour", "star", "number"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player is on the way to a bonus."""

    kind: BonusKind
    number: int  # of the column, colour, star or number
    filled: int
    size: int


@dataclass(frozen=True, slots=True)
class AnalysisGame:
    """What comparisons of lines need to know of a game; the sources of points by their names."""

    penalties: frozenset[str]
    bonuses: frozenset[str]
    progress: Callable[[AnyPosition, int], Iterator[Progress]]


def _azul_progress(position: AnyPosition, player: int) -> Iterator[Progress]:
    """Columns and colours of a wall; rows end the game, which is a fact of its own."""
    state = position.states[0]
    filled = int(state["filled"][player])
    for column in range(COLUMNS):
        yield Progress("column", column + 1, (filled >> column & LEFT_COLUMN).bit_count(), ROWS)
    for colour in range(COLOURS):
        tiles = int(state["walls"][player][colour]).bit_count()
        yield Progress("colour", colour, tiles, ROWS)


def _pavilion_progress(position: AnyPosition, player: int) -> Iterator[Progress]:
    """Stars, and spaces of one number."""
    state = position.states[0]
    occupied = int(state["occupied"][player])
    for star in range(STARS):
        yield Progress("star", star, (occupied >> star * SLOTS & FULL_STAR).bit_count(), SLOTS)
    for number, spaces in enumerate(NUMBER_SPACES[int(state["board"])][:4].tolist()):
        filled = (occupied & spaces).bit_count()
        yield Progress("number", number + 1, filled, spaces.bit_count())


ANALYSIS_GAMES: dict[str, AnalysisGame] = {
    "azul": AnalysisGame(
        frozenset({"floor"}), frozenset({"rows", "columns", "colours"}), _azul_progress
    ),
    "summer-pavilion": AnalysisGame(
        frozenset({"marker", "leftovers"}), frozenset({"stars", "numbers"}), _pavilion_progress
    ),
}
