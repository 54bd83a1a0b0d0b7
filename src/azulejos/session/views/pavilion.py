"""What a table of Summer Pavilion shows, and what its moves would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from azulejos.engine.pavilion.events import MarkerTaken, Passed, Placed, Surrounded, Taken
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Draft, Move, Pass, Place
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.state import States
from azulejos.session.views.piles import letters, pile


def table(position: PavilionPosition) -> dict[str, Any]:
    """What only Summer Pavilion has on the table."""
    return {
        "wild": position.wild.letter,
        "bonus_due": position.bonus_due,
        "discards": pile(position.tower),
        "supply": pile(position.supply),
    }


def boards(position: PavilionPosition) -> list[dict[str, Any]]:
    """The players' boards, and the tiles beside them."""
    return [
        {
            "score": board.score,
            "tiles": pile(board.tiles),
            "stars": letters(board.stars),
            "passed": board.passed,
            "marker": board.has_marker,
        }
        for board in position.players
    ]


def _counted(colours: Iterable[Colour]) -> dict[str, int]:
    return dict(Counter(colour.letter for colour in colours))


class Outlook:
    """What moves would bring, seen from one position."""

    def __init__(self, position: PavilionPosition) -> None:
        assert position.to_play is not None
        self.wild = position.wild
        self.open_colours = position.open_colours(position.to_play)
        self.can_place = any(isinstance(move, Place) for move in position.legal_moves)

    def option(self, move: Move, events: list[Any], states: States) -> dict[str, Any]:  # noqa: ARG002
        """A legal move and what it would bring; `events` are the player's own."""
        if isinstance(move, Draft):
            return self._draft(move, events)
        if isinstance(move, Place):
            return self._place(move, events)
        if isinstance(move, Pass):
            return self._pass(move, events)
        return {"kind": "bonus", "tiles": _counted(move.tiles)}

    def _draft(self, move: Draft, events: list[Any]) -> dict[str, Any]:
        taken = next(event for event in events if isinstance(event, Taken))
        marker = [event for event in events if isinstance(event, MarkerTaken)]
        unplaceable = move.colour not in self.open_colours
        return {
            "kind": "draft",
            "source": move.source,
            "colour": move.colour.letter,
            "taken": pile(taken.tiles),
            "marker": bool(marker),
            "points": -sum(event.points for event in marker),
            "warnings": [{"code": "unplaceable", "colour": move.colour.letter}]
            if unplaceable
            else [],
        }

    def _place(self, move: Place, events: list[Any]) -> dict[str, Any]:
        placed = next(event for event in events if isinstance(event, Placed))
        pays = Counter(pile(placed.discarded))
        pays[move.colour.letter] += 1
        return {
            "kind": "place",
            "space": move.space,
            "star": move.star,
            "slot": move.slot,
            "colour": move.colour.letter,
            "pays": dict(pays),
            "points": placed.points,
            "bonus": sum(event.due for event in events if isinstance(event, Surrounded)),
        }

    def _pass(self, move: Pass, events: list[Any]) -> dict[str, Any]:
        passed = next(event for event in events if isinstance(event, Passed))
        warnings: list[dict[str, Any]] = []
        if passed.points:
            tiles = passed.discarded.total()
            warnings.append({"code": "discards", "tiles": tiles, "points": -passed.points})
        if self.can_place:
            warnings.append({"code": "could-place"})
        return {
            "kind": "pass",
            "kept": _counted(move.kept),
            "discarded": pile(passed.discarded),
            "points": -passed.points,
            "warnings": warnings,
        }
