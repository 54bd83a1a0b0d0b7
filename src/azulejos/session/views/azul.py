"""What a table of Azul shows, and what its moves would bring."""

from __future__ import annotations

from typing import Any

from azulejos.engine.azul.events import Dropped, FloorCharged, Placed, Tiled
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.azul.moves import Draft, Move
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.state import States
from azulejos.session.views.piles import letters, pile

#: A move that costs this many points more on the floor line is worth a warning.
COSTLY = 3


def table(position: AzulPosition) -> dict[str, Any]:
    """What only Azul has on the table."""
    return {"wild": None, "bonus_due": 0, "discards": pile(position.lid), "supply": None}


def boards(position: AzulPosition) -> list[dict[str, Any]]:
    """The players' boards."""
    return [
        {
            "score": board.score,
            "lines": [
                {
                    "size": line.size,
                    "colour": None if line.colour is None else line.colour.letter,
                    "count": line.count,
                }
                for line in board.lines
            ],
            "wall": letters(board.wall),
            "floor": str(board.floor),
            "marker": board.has_marker,
            "penalty": -position.in_sight(seat)[1],
        }
        for seat, board in enumerate(position.players)
    ]


class Outlook:
    """What moves would bring, seen from one position."""

    def __init__(self, position: AzulPosition) -> None:
        assert position.to_play is not None
        self.player = position.to_play
        self.position = position
        self.points, self.penalty = position.in_sight(self.player)

    def option(self, move: Move, events: list[Any], states: States) -> dict[str, Any]:
        """A legal move and what it would bring; `events` are the player's own."""
        if not isinstance(move, Draft):
            points = next(event.points for event in events if isinstance(event, Tiled))
            return {"kind": "tile", "row": move.row, "column": move.column, "points": points}
        points, penalty = self._at_the_end_of_the_round(events, states)
        dropped = sum(e.to_floor + e.to_lid for e in events if isinstance(e, Dropped))
        view: dict[str, Any] = {
            "kind": "draft",
            "source": move.source,
            "colour": move.colour.letter,
            "destination": move.destination,
            "taken": {move.colour.letter: self.position.sources[move.source][move.colour]},
            "marker": move.source == 0 and self.position.marker is None,
            "placed": sum(event.count for event in events if isinstance(event, Placed)),
            "dropped": dropped,
            "points": points - self.points,
            "penalty": self.penalty - penalty,
        }
        if dropped and view["penalty"] <= -COSTLY:
            view["warnings"] = [{"code": "floor", "tiles": dropped, "points": view["penalty"]}]
        return view

    def _at_the_end_of_the_round(self, events: list[Any], states: States) -> tuple[int, int]:
        """The points of full lines, and the floor's penalty: both in sight or just reckoned."""
        points, penalty = AzulPosition(states).in_sight(self.player)
        points += sum(event.points for event in events if isinstance(event, Tiled))
        charged = [event.spaces for event in events if isinstance(event, FloorCharged)]
        # The price, even where the score was too low to pay it: other drafts tell that too.
        return points, int(FLOOR_PENALTY[charged[0]]) if charged else penalty
