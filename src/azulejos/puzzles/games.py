"""Puzzles' knowledge of each game: one record that a new game fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.engine.azul import events as azul_events
from azulejos.engine.azul import moves as azul_moves
from azulejos.engine.pavilion import events as pavilion_events
from azulejos.engine.pavilion import moves as pavilion_moves
from azulejos.engine.pavilion.position import PavilionPosition

#: Reward tiles of one placement that make a combination.
COMBO_TILES = 2


@dataclass(frozen=True, slots=True)
class PuzzleGame:
    """What themes need to know of a game; positions, moves and events are those of the game."""

    #: The themes of a move, from what it is and what happens.
    move_themes: Callable[[Any, Any, Sequence[object]], Iterator[str]]
    #: The source and colour that a move takes; None if it takes none.
    taken: Callable[[Any], tuple[int, int] | None]


def _azul_themes(
    position: object,  # noqa: ARG001
    move: object,  # noqa: ARG001
    events: Sequence[object],
) -> Iterator[str]:
    if any(isinstance(event, azul_events.MarkerTaken) for event in events):
        yield "marker"


def _azul_taken(move: azul_moves.Move) -> tuple[int, int] | None:
    return (move.source, move.colour) if isinstance(move, azul_moves.Draft) else None


def _pavilion_themes(
    position: PavilionPosition, move: pavilion_moves.Move, events: Sequence[object]
) -> Iterator[str]:
    for event in events:
        if isinstance(event, pavilion_events.MarkerTaken):
            yield "marker"
        if isinstance(event, pavilion_events.Surrounded) and event.due >= COMBO_TILES:
            yield "combo"
    match move:
        case pavilion_moves.Draft(source, _) if position.sources[source][position.wild]:
            yield "wild"
        case pavilion_moves.Place() if move.wilds:
            yield "wild"
        case pavilion_moves.Pass(kept) if kept:
            yield "keep"


def _pavilion_taken(move: pavilion_moves.Move) -> tuple[int, int] | None:
    return (move.source, move.colour) if isinstance(move, pavilion_moves.Draft) else None


PUZZLE_GAMES: dict[str, PuzzleGame] = {
    "azul": PuzzleGame(_azul_themes, _azul_taken),
    "summer-pavilion": PuzzleGame(_pavilion_themes, _pavilion_taken),
}
