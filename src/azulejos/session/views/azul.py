"""Views of Azul: its state, and previews of its moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from azulejos.engine.azul.events import Dropped, Event, FloorCharged, Placed, Tiled
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.azul.moves import Draft, Move
from azulejos.engine.azul.position import AzulPosition, Line
from azulejos.engine.state import States
from azulejos.session.messages.azul import (
    AzulBoard,
    AzulDraft,
    AzulLine,
    AzulOption,
    AzulState,
    AzulTile,
)
from azulejos.session.messages.common import FloorWarning
from azulejos.session.messages.tiles import letter, letters, pile
from azulejos.session.views.interface import GameViews

#: A draft that costs at least this many points more on the floor line gets a warning.
COSTLY = 3


def state(position: AzulPosition, common: dict[str, Any]) -> AzulState:
    """A position; `common` has the fields that all games share."""
    return AzulState(
        **common,
        wild=None,
        bonus_due=0,
        discards=pile(position.lid),
        supply=None,
        boards=_boards(position),
    )


def _boards(position: AzulPosition) -> list[AzulBoard]:
    return [
        AzulBoard(
            score=board.score,
            lines=[_line(line) for line in board.lines],
            wall=letters(board.wall),
            floor=str(board.floor),
            marker=board.has_marker,
            penalty=-position.in_sight(seat)[1],
        )
        for seat, board in enumerate(position.players)
    ]


def _line(line: Line) -> AzulLine:
    return AzulLine(line.size, None if line.colour is None else letter(line.colour), line.count)


class AzulPreview:
    """Previews of the moves of one position."""

    def __init__(self, position: AzulPosition) -> None:
        assert position.to_play is not None
        self.player = position.to_play
        self.sources = position.sources
        self.marker_in_centre = position.marker is None
        self.points, self.penalty = position.in_sight(self.player)

    def option(self, move: Move, events: Sequence[Event], states: States) -> AzulOption:
        """A legal move and its effect: `events` are the player's own, `states` the result."""
        if not isinstance(move, Draft):
            points = next(event.points for event in events if isinstance(event, Tiled))
            row, column = move.row, move.column
            return AzulTile(move=str(move), row=row, column=column, points=points, warnings=[])
        points, penalty = self._at_the_end_of_the_round(events, states)
        dropped = sum(e.to_floor + e.to_lid for e in events if isinstance(e, Dropped))
        cost = self.penalty - penalty
        return AzulDraft(
            move=str(move),
            source=move.source,
            colour=letter(move.colour),
            destination=move.destination,
            taken={letter(move.colour): self.sources[move.source][move.colour]},
            marker=move.source == 0 and self.marker_in_centre,
            placed=sum(event.count for event in events if isinstance(event, Placed)),
            dropped=dropped,
            points=points - self.points,
            penalty=cost,
            warnings=[FloorWarning(dropped, cost)] if dropped and cost <= -COSTLY else [],
        )

    def _at_the_end_of_the_round(self, events: Sequence[Event], states: States) -> tuple[int, int]:
        """The points of full lines and the floor's penalty, projected or just scored."""
        points, penalty = AzulPosition(states).in_sight(self.player)
        points += sum(event.points for event in events if isinstance(event, Tiled))
        charged = [event.spaces for event in events if isinstance(event, FloorCharged)]
        # The full price, even where the score was too low to pay it, as in other drafts.
        return points, int(FLOOR_PENALTY[charged[0]]) if charged else penalty


AZUL = GameViews(state, AzulPreview)
