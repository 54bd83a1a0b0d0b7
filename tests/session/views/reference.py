"""Options by the events of each move, one after the other: the slow way, to compare with."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import Any

from azulejos.engine import AnyPosition
from azulejos.engine.azul import events as azul
from azulejos.engine.azul.layout import FLOOR_PENALTY
from azulejos.engine.azul.moves import Tile
from azulejos.engine.azul.position import AzulPosition
from azulejos.engine.events import new_log
from azulejos.engine.pavilion import events as pavilion
from azulejos.engine.pavilion.moves import Draft, Pass, Place
from azulejos.session.messages.tiles import pile
from azulejos.session.views.azul import COSTLY


def options(position: AnyPosition) -> list[dict[str, Any]]:
    """The legal moves of a position, as plain data."""
    of_game = _azul if isinstance(position, AzulPosition) else _pavilion
    found = []
    for move in position.legal_moves:
        states, log = position.states, new_log()
        position.rules.apply(states, move, log)
        events = position.rules.read_events(log)
        own = [event for event in events if getattr(event, "player", None) == position.to_play]
        found.append({"move": str(move), **of_game(position, move, own, states)})
    return found


def _of(events: list[Any], kind: Any) -> list[Any]:
    return [event for event in events if isinstance(event, kind)]


def _azul(position: Any, move: Any, events: list[Any], states: Any) -> dict[str, Any]:
    points = sum(event.points for event in _of(events, azul.Tiled))
    if isinstance(move, Tile):
        first = _of(events, azul.Tiled)[0]
        kind = {"kind": "tile", "row": move.row, "column": move.column}
        return {**kind, "points": first.points, "warnings": []}
    before, after = (
        position.in_sight(position.to_play),
        AzulPosition(states).in_sight(position.to_play),
    )
    charged = [int(FLOOR_PENALTY[event.spaces]) for event in _of(events, azul.FloorCharged)]
    penalty = before[1] - [*charged, after[1]][0]
    drafting = takewhile(lambda event: not isinstance(event, azul.LineDropped), events)
    dropped = sum(event.to_floor + event.to_lid for event in _of([*drafting], azul.Dropped))
    warning = {"code": "floor", "tiles": dropped, "points": penalty}
    return {
        "kind": "draft",
        "source": move.source,
        "colour": move.colour.letter,
        "destination": move.destination,
        "taken": {move.colour.letter: position.sources[move.source][move.colour]},
        "marker": move.source == 0 and position.marker is None,
        "placed": sum(event.count for event in _of(events, azul.Placed)),
        "dropped": dropped,
        "points": after[0] + points - before[0],
        "penalty": penalty,
        "warnings": [warning] if dropped and penalty <= -COSTLY else [],
    }


def _pavilion(position: Any, move: Any, events: list[Any], _states: Any) -> dict[str, Any]:
    if isinstance(move, Draft):
        marker = _of(events, pavilion.MarkerTaken)
        open_colours = position.open_colours(position.to_play)
        warning = {"code": "unplaceable", "colour": move.colour.letter}
        return {
            "kind": "draft",
            "source": move.source,
            "colour": move.colour.letter,
            "taken": pile(_of(events, pavilion.Taken)[0].tiles),
            "marker": bool(marker),
            "points": -sum(event.points for event in marker),
            "warnings": [] if move.colour in open_colours else [warning],
        }
    if isinstance(move, Place):
        placed = _of(events, pavilion.Placed)[0]
        paid = Counter(pile(placed.discarded)) + Counter([move.colour.letter])
        return {
            "kind": "place",
            "space": move.space,
            "star": move.star,
            "slot": move.slot,
            "colour": move.colour.letter,
            "pays": dict(paid),
            "points": placed.points,
            "bonus": sum(event.due for event in _of(events, pavilion.Surrounded)),
            "warnings": [],
        }
    if isinstance(move, Pass):
        passed = _of(events, pavilion.Passed)[0]
        lost = {"code": "discards", "tiles": passed.discarded.total(), "points": -passed.points}
        could_place = any(isinstance(other, Place) for other in position.legal_moves)
        return {
            "kind": "pass",
            "kept": dict(Counter(colour.letter for colour in move.kept)),
            "discarded": pile(passed.discarded),
            "points": -passed.points,
            "warnings": [
                *([lost] if passed.points else []),
                *([{"code": "could-place"}] * could_place),
            ],
        }
    tiles = dict(Counter(colour.letter for colour in move.tiles))
    return {"kind": "bonus", "tiles": tiles, "warnings": []}
