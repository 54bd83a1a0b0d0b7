"""Closed places: what cannot be picked at the present step, and the rules that forbid it.

Asked are moves to the places of the own board, or of the sources, that no option leads to; the
engine says why each of them is not legal.
"""

from __future__ import annotations

from collections.abc import Iterator

from azulejos.engine import AnyPosition
from azulejos.engine.azul.layout import COLUMNS, ROWS
from azulejos.engine.errors import IllegalMove
from azulejos.engine.events import new_log
from azulejos.i18n import Words
from azulejos.render.svg.geometry import pavilion_board
from azulejos.session.messages.azul import AzulTile
from azulejos.session.messages.pavilion import PavilionState
from azulejos.tui.keys import Key, TakeKey
from azulejos.tui.move_builder import MoveBuilder


def reasons(
    words: Words, position: AnyPosition, builder: MoveBuilder, at: Key | None
) -> dict[str, str]:
    """By move: why the places are closed that the present step could lead to, each rule once."""
    found: dict[str, str] = {}
    for move in _asked(builder, at):
        try:
            rules = position.rules
            rules.apply(position.states, rules.as_move(move), new_log())
        except IllegalMove as error:
            reason = words.error(error)
            if reason not in found.values():
                found[move] = reason
    return found


def _asked(builder: MoveBuilder, at: Key | None) -> Iterator[str]:
    """Moves to the places of the present step; those that are legal are no harm."""
    match builder.step:
        case "tile":
            row = next(option.row for option in builder.options if isinstance(option, AzulTile))
            yield from (f"{row + 1}>{column + 1}" for column in range(COLUMNS))
        case "line":
            yield from _to_lines(builder.source, builder.colour)
        case "draft" if isinstance(builder.state, PavilionState):
            yield from _to_sources(builder.state)
        case "draft" if isinstance(at, TakeKey):
            yield from _to_lines(at.source, at.colour)
        case "place" if isinstance(builder.state, PavilionState):
            yield from _to_spaces(builder.state)


def _to_lines(source: int | None, colour: str | None) -> Iterator[str]:
    yield from (f"{source}{colour}{line + 1}" for line in range(ROWS))


def _to_sources(state: PavilionState) -> Iterator[str]:
    """Tiles that lie there: only wild ones may not be chosen."""
    for source, pile in enumerate([state.centre, *state.factories]):
        yield from (f"{source}{colour}" for colour in pile)


def _to_spaces(state: PavilionState) -> Iterator[str]:
    """Empty spaces, in the star's own colour or those of the hand, with all wild tiles that fit."""
    board = state.boards[state.to_play or 0]
    for space in pavilion_board(state.board).spaces:
        if board.stars[space.star][space.slot] is not None:
            continue
        for colour in [space.colour] if space.colour else board.tiles:
            wild = board.tiles.get(state.wild or "", 0) if colour != state.wild else 0
            yield f"{space.star}{space.slot + 1}{colour}{min(wild, space.number - 1)}"
