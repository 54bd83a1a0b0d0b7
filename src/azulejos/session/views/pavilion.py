"""Views of Summer Pavilion: its state, and previews of its moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from azulejos.engine.pavilion.events import Event, MarkerTaken, Passed, Placed, Surrounded, Taken
from azulejos.engine.pavilion.layout import Colour
from azulejos.engine.pavilion.moves import Draft, Move, Pass, Place
from azulejos.engine.pavilion.position import PavilionPosition
from azulejos.engine.state import States
from azulejos.session.messages.common import (
    CouldPlaceWarning,
    DiscardsWarning,
    OptionWarning,
    Pile,
    UnplaceableWarning,
)
from azulejos.session.messages.pavilion import (
    PavilionBoard,
    PavilionBonus,
    PavilionDraft,
    PavilionOption,
    PavilionPass,
    PavilionPlace,
    PavilionState,
)
from azulejos.session.messages.tiles import letter, letters, pile
from azulejos.session.views.interface import GameViews


def state(position: PavilionPosition, common: dict[str, Any]) -> PavilionState:
    """A position; `common` has the fields that all games share."""
    return PavilionState(
        **common,
        wild=letter(position.wild),
        bonus_due=position.bonus_due,
        discards=pile(position.tower),
        supply=pile(position.supply),
        boards=_boards(position),
    )


def _boards(position: PavilionPosition) -> list[PavilionBoard]:
    return [
        PavilionBoard(
            score=board.score,
            tiles=pile(board.tiles),
            stars=letters(board.stars),
            passed=board.passed,
            marker=board.has_marker,
        )
        for board in position.players
    ]


def _counted(colours: Iterable[Colour]) -> Pile:
    return dict(Counter(letter(colour) for colour in colours))


class PavilionPreview:
    """Previews of the moves of one position."""

    def __init__(self, position: PavilionPosition) -> None:
        assert position.to_play is not None
        self.open_colours = position.open_colours(position.to_play)
        self.can_place = any(isinstance(move, Place) for move in position.legal_moves)

    def option(
        self,
        move: Move,
        events: Sequence[Event],
        states: States,  # noqa: ARG002
    ) -> PavilionOption:
        """A legal move and its effect: `events` are the player's own, `states` the result."""
        if isinstance(move, Draft):
            return self._draft(move, events)
        if isinstance(move, Place):
            return self._place(move, events)
        if isinstance(move, Pass):
            return self._pass(move, events)
        return PavilionBonus(move=str(move), tiles=_counted(move.tiles), warnings=[])

    def _draft(self, move: Draft, events: Sequence[Event]) -> PavilionDraft:
        taken = next(event for event in events if isinstance(event, Taken))
        marker = [event for event in events if isinstance(event, MarkerTaken)]
        colour = letter(move.colour)
        return PavilionDraft(
            move=str(move),
            source=move.source,
            colour=colour,
            taken=pile(taken.tiles),
            marker=bool(marker),
            points=-sum(event.points for event in marker),
            warnings=[] if move.colour in self.open_colours else [UnplaceableWarning(colour)],
        )

    def _place(self, move: Place, events: Sequence[Event]) -> PavilionPlace:
        placed = next(event for event in events if isinstance(event, Placed))
        pays = Counter(pile(placed.discarded))
        pays[letter(move.colour)] += 1
        return PavilionPlace(
            move=str(move),
            space=move.space,
            star=move.star,
            slot=move.slot,
            colour=letter(move.colour),
            pays=dict(pays),
            points=placed.points,
            bonus=sum(event.due for event in events if isinstance(event, Surrounded)),
            warnings=[],
        )

    def _pass(self, move: Pass, events: Sequence[Event]) -> PavilionPass:
        passed = next(event for event in events if isinstance(event, Passed))
        warnings: list[OptionWarning] = []
        if passed.points:
            warnings.append(DiscardsWarning(passed.discarded.total(), -passed.points))
        if self.can_place:
            warnings.append(CouldPlaceWarning())
        return PavilionPass(
            move=str(move),
            kept=_counted(move.kept),
            discarded=pile(passed.discarded),
            points=-passed.points,
            warnings=warnings,
        )


PAVILION = GameViews(state, PavilionPreview)
